import type { Rect } from '../core/geometry.js';
import { isRecord } from '../core/is-record.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import type { Environment, View } from '../core/view.js';
import { mask, type SecretMask } from '../journal/redaction/secret-mask.js';

/** The environment without the secrets of a session in anything that it reports. Pictures cover the elements that show one. */
export function maskEnvironment(environment: Environment, secrets: SecretMask): Environment {
  const apply = createCachedMask(secrets);
  const hasSecrets = (): boolean => secrets.secrets.size > 0;
  const clean = <Value>(value: Value): Value => (hasSecrets() ? (maskValue(value, apply) as Value) : value);
  const cleanView = (view: View): View => (hasSecrets() ? { ...clean(coverPicture(view, apply)) } : view);
  const { read, tabOf, guardRequests, describeTarget } = environment;
  return {
    get kind() {
      return environment.kind;
    },
    get limitations() {
      return environment.limitations;
    },
    fillsSecrets: environment.fillsSecrets,
    hasWindow: environment.hasWindow,
    captureView: async (request, signal) => cleanView(await environment.captureView(request, signal)),
    async act(action, signal, filler, beforeInput) {
      const before = beforeInput && ((view: View) => beforeInput(cleanView(view)));
      const evidence = await environment.act(action, signal, filler, before);
      if (!hasSecrets()) return evidence;
      const { before: viewBefore, after, value, ...rest } = evidence;
      return {
        ...clean(rest),
        ...(viewBefore && { before: cleanView(viewBefore) }),
        ...(after && { after: cleanView(after) }),
        ...(value !== undefined && { value: maskValue(value, apply, true) }),
      };
    },
    ...(read && {
      read: async <R extends ReadRequest>(request: R, signal?: AbortSignal) =>
        clean(
          await read.call<Environment, [R, AbortSignal | undefined], Promise<ReadResult<R>>>(
            environment,
            request,
            signal,
          ),
        ),
    }),
    ...(describeTarget && {
      describeTarget: async (element, signal) => clean(await describeTarget.call(environment, element, signal)),
    }),
    ...(tabOf && { tabOf: (element) => tabOf.call(environment, element) }),
    ...(guardRequests && { guardRequests: (judge) => guardRequests.call(environment, judge) }),
    close: () => environment.close(),
  };
}

/** These members contain ids and names of Handrail. A secret with the same letters does not hide them. */
const ownMembers = new Set(
  'id element container role kind states path sceneId code type do what executed tab onlyTab reason clearedBy'.split(
    ' ',
  ),
);

function maskValue(value: unknown, apply: (text: string) => string, withNumbers = false): unknown {
  if (typeof value === 'string') return apply(value);
  if (typeof value === 'number') return withNumbers && apply(String(value)) !== String(value) ? mask : value;
  if (Array.isArray(value)) return value.map((one) => maskValue(one, apply, withNumbers));
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      withNumbers ? apply(name) : name,
      !withNumbers && ownMembers.has(name) ? one : maskValue(one, apply, withNumbers),
    ]),
  );
}

/** Marks the elements that show a secret as regions to fill in the picture. */
function coverPicture(view: View, apply: (text: string) => string): View {
  const { picture, elements } = view;
  if (!picture) return view;
  const showsSecret = (text: string | undefined): boolean => text !== undefined && apply(text) !== text;
  const regions: Rect[] = elements
    .filter(({ name, value, text, description }) => [name, value, text, description].some(showsSecret))
    .map(({ bounds }) => bounds);
  return { ...view, picture: { ...picture, secretRegions: [...picture.secretRegions, ...regions] } };
}

/** Most texts of a page are the same from one view to the next. */
const maxCachedTexts = 5_000;

function createCachedMask(secrets: SecretMask): (text: string) => string {
  const cache = new Map<string, string>();
  let count = 0;
  return (text) => {
    if (secrets.secrets.size !== count || cache.size > maxCachedTexts) cache.clear();
    count = secrets.secrets.size;
    const known = cache.get(text);
    if (known !== undefined) return known;
    const masked = secrets.apply(text);
    cache.set(text, masked);
    return masked;
  };
}
