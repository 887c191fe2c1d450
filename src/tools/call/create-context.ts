import type { Action } from '../../core/action.js';
import { toCancelledError } from '../../core/deadline.js';
import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { Safety } from '../../core/safety.js';
import { createPictureStore } from '../../journal/picture-store.js';
import { newRunFolder } from '../../journal/run-folder.js';
import { quoteText } from '../../perception/quote-text.js';
import { elementIdsOf } from '../../session/action-target.js';
import type { Permit } from '../../session/approval/permit.js';
import type { ObserveOptions } from '../../session/observe-options.js';
import type { Session } from '../../session/session.js';
import { createShownIds, unknownElement } from '../../session/shown-ids.js';
import type { ToolContext } from '../context.js';
import { readScreen } from '../read/read-screen.js';
import { resolveTarget, toElementId } from '../target/resolve.js';
import type { CallRecord } from './call-metadata.js';
import type { ToolHost } from './tool-host.js';

const maxTitleLength = 60;

/** Creates the context of one call. The record collects what the tool does with it. */
export function createContext(host: ToolHost, signal: AbortSignal, record: CallRecord, permit?: Permit): ToolContext {
  const { rails, outcomeOptions, memory, fill } = host;
  const isPage = host.session?.environment.kind === 'browser';
  const coordinates = outcomeOptions?.coordinates;
  // The ids that this call itself found. The caller does not know them until it receives the result.
  const foundIds = createShownIds();
  const isKnown = (id: ElementId): boolean => foundIds.has(id) || host.session?.shownIds.has(id) === true;
  const checkKnown = (ids: readonly ElementId[]): void => {
    for (const id of ids) if (!isKnown(id)) throw unknownElement(id);
  };
  const observe: ToolContext['observe'] = async (options) => {
    checkKnown(toExpandedIds(options));
    const session = requireSession(host);
    const observation = await session.observe({ coordinates, ...options, signal, shown: false });
    foundIds.addObservation(observation);
    if (observation.image?.marks) session.shownIds.addObservation(observation);
    if (record.outcomes.length === 0) record.earlierChanges.push(...(observation.changes ?? []));
    return observation;
  };
  const readPage: ToolContext['read'] = async (request) => {
    if ('element' in request && request.element) checkKnown([request.element]);
    const result = await requireSession(host).read(request, { signal, shown: false });
    if ('elements' in result) foundIds.addElements(result.elements);
    return result;
  };
  const read: ToolContext['read'] = isPage ? readPage : (request) => readScreen(request, { observe, read: readPage });

  async function perform(action: Action, safety?: Safety): Promise<Outcome> {
    if (signal.aborted) throw toCancelledError(signal);
    const session = requireSession(host);
    checkKnown(elementIdsOf(action));
    if (record.isDeclined) throw declinedBefore();
    const granted = safety ? await session.permit({ action, safety }, { signal, rails }) : permit;
    record.isActing = true;
    const outcome = await session.perform(action, { signal, rails, permit: granted, ...outcomeOptions, shown: false });
    foundIds.addOutcome(outcome);
    record.isActing = false;
    record.outcomes.push(outcome);
    if (outcome.ok) return outcome;
    record.isDeclined = outcome.error?.declined === true;
    throw HandrailError.from(outcome.error ?? { code: 'internal', message: 'The action was not executed.' });
  }

  /** An id identifies its tab, too: the tab of the element becomes the active one. */
  async function selectTabOf(target: string): Promise<void> {
    const id = toElementId(target);
    const found = id && isKnown(id) ? host.session?.environment.tabOf?.(id) : undefined;
    if (!found || found.isActive) return;
    const { tab } = found;
    const outcome = await requireSession(host).perform(
      { type: 'tab', do: 'select', tab },
      { signal, rails, permit, ...outcomeOptions, shown: false, reported: false },
    );
    if (outcome.error) throw HandrailError.from(outcome.error);
    foundIds.addOutcome(outcome);
    const { title, url } = outcome.observation ?? {};
    record.reports.push({ text: `in ${tab} ${quoteText(title || url || '', maxTitleLength)}`, position: 'before' });
  }

  return {
    isPage,
    observe,
    show: (elements) => host.session?.shownIds.addElements(elements),
    printMap: (observation, options = {}) => host.printMap?.(observation, options) ?? observation.text,
    read,
    perform,
    async resolve(target, preference, { staysInTab = false } = {}) {
      const knownElement = (id: string) => host.knownElement?.(id) ?? host.session?.knownElement(id);
      const currentId = (id: ElementId) => host.currentId?.(id) ?? id;
      const screen = { isPage, observe, read, isKnown, knownElement, currentId };
      if (!staysInTab) await selectTabOf(target);
      record.resolved = await resolveTarget(target, screen, preference);
      if ('element' in record.resolved.target) foundIds.add(record.resolved.target.element);
      return record.resolved;
    },
    memory,
    signal,
    attachPicture: (picture) => record.pictures.push(picture),
    report: (text, position = 'after') => record.reports.push({ text, position }),
    hide(text, scope = 'call') {
      if (scope === 'session' && host.session) host.session.secrets.add(text);
      else record.hidden.add(text);
    },
    savePicture: (picture) => (host.savePicture ?? savePictureByDefault())(picture),
    log: (text) => host.log?.(text),
    async ask(question) {
      if (host.ask) return host.ask(question, signal);
      throw new HandrailError(
        'user_unavailable',
        'No user can answer.',
        'Continue with what you know, or call fail and name what is missing.',
      );
    },
    fill,
    allow: { evaluate: host.allow?.evaluate ?? false },
  };
}

function toExpandedIds({ element, expand = element }: ObserveOptions = {}): ElementId[] {
  if (expand === undefined) return [];
  return [typeof expand === 'string' ? expand : expand.element];
}

function declinedBefore(): HandrailError {
  return new HandrailError(
    'cancelled',
    'The user did not approve an earlier action of this call, so the remaining ones were cancelled.',
    'Use another approach.',
  );
}

function requireSession({ session }: ToolHost): Session {
  if (session) return session;
  throw new HandrailError(
    'unsupported',
    'This call has no screen: its host has no session.',
    'Pass a session in the host, or do not use the screen.',
  );
}

let defaultStore: ToolHost['savePicture'];

function savePictureByDefault(): NonNullable<ToolHost['savePicture']> {
  defaultStore ??= createPictureStore(newRunFolder());
  return defaultStore;
}
