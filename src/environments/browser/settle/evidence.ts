import type { Change } from '../../../core/change.js';
import type { ElementId } from '../../../core/element.js';
import type { RecordedMutation, SettleReport } from '../../../perception/page/recorded-changes.js';
import type { ElementIds } from '../element-ids.js';
import type { PageDocument } from '../frames/page-document.js';
import type { NetworkRequest } from '../tabs/requests.js';
import { readSentFields } from '../tabs/sent-fields.js';

type Reports = ReadonlyMap<unknown, SettleReport>;

const maxListedRequests = 8;
/** Texts of the page that no element has. Attributes and values are all listed, since similar ones are shown as one line. */
const maxListedTexts = 8;

export function toRecordedChanges(
  tabId: string,
  ids: ElementIds,
  reports: ReadonlyMap<Pick<PageDocument, 'key'>, SettleReport>,
): Change[] {
  return [...reports].flatMap(([{ key: document }, report]) => {
    const idOf = (number: number | undefined): ElementId | undefined =>
      number === undefined ? undefined : ids.idOf({ document, number, tab: tabId });
    return [
      ...report.flashes.map((text): Change => ({ kind: 'flashed', text })),
      ...report.scrolls.map(({ number, dx, dy }): Change => ({ kind: 'scrolled', dx, dy, element: idOf(number) })),
      ...report.drawings.map(({ number, ...drawing }): Change => {
        const element = idOf(number);
        return { kind: 'drawing', element, name: (element && ids.lastSeen(element)?.name) ?? '', ...drawing };
      }),
      ...toMutationChanges(report.mutations, idOf, ids),
    ];
  });
}

/** Each change once. */
function toMutationChanges(
  mutations: readonly RecordedMutation[],
  idOf: (number: number | undefined) => ElementId | undefined,
  ids: ElementIds,
): Change[] {
  const changes = new Map<string, Change>();
  const texts = new Map<string, Change>();
  for (const { kind, number, text, attribute = '', isPage } of mutations) {
    if (kind === 'focus' || kind === 'title') continue;
    if (kind === 'value' || kind === 'attribute') {
      const element = idOf(number);
      const name = element ? (ids.lastSeen(element)?.name ?? '') : '';
      if (kind === 'value')
        changes.set(`value:${element}`, { kind, name, to: '', element, difference: text || undefined });
      else
        changes.set(`${element}:${attribute}`, {
          kind,
          name,
          attribute,
          element,
          ...(isPage ? { isPage } : undefined),
        });
    } else if ((text || kind !== 'text') && texts.size < maxListedTexts) {
      const change: Change = kind === 'removed' ? { kind: 'text', text, removed: true } : { kind: 'text', text };
      texts.set(`${kind}:${text}`, change);
    }
  }
  return [...changes.values(), ...texts.values()];
}

function hasMutation(reports: Reports, kind: RecordedMutation['kind']): boolean {
  return [...reports.values()].some(({ mutations }) => mutations.some((mutation) => mutation.kind === kind));
}

/** Whether a field fired an input or change event. */
export function hasValueChange(reports: Reports): boolean {
  return hasMutation(reports, 'value');
}

export function hasFocusChange(reports: Reports): boolean {
  return hasMutation(reports, 'focus');
}

/** How soon after its handlers a page without timers sends requests. */
const promptMs = 150;
/** The maximum difference between the clocks of the browser's processes. */
const clockSkewMs = 5;

/** The requests that the action can have caused: sent by its handlers, shortly after them, or later if they scheduled work. */
export function findCausedRequests(requests: readonly NetworkRequest[], reports: Reports): NetworkRequest[] {
  const acted = [...reports.values()].filter(({ activity }) => activity.inputs > 0);
  // No current document received input, so there are no handlers to compare with: the action itself sent the requests.
  if (acted.length === 0) return [...requests];
  const hasScheduledWork = acted.some(({ activity }) => activity.timers > 0 || activity.frames > 0);
  const mayBeOwn = acted.some(({ activity }) => activity.hasOwnTimers);
  let followsCaused = false;
  return requests.filter(({ wallTimeMs, isRepeated }) => {
    const isDirect = acted.some(
      ({ handlerInterval: [from, to] }) => wallTimeMs >= from - clockSkewMs && wallTimeMs <= to + clockSkewMs,
    );
    const isPrompt = !mayBeOwn && acted.some(({ handlerInterval: [, to] }) => wallTimeMs <= to + promptMs);
    const isCaused = isDirect || (!isRepeated && (hasScheduledWork || followsCaused || isPrompt));
    followsCaused ||= isCaused;
    return isCaused;
  });
}

export interface RequestChangeOptions {
  /** The action only types text. What the page sends meanwhile is no submission. */
  onlyTypes: boolean;
  isSecret(value: string): boolean;
  /** Whether the page showed a value before the action. */
  isShown(value: string): boolean;
}

export function toRequestChanges(
  requests: readonly NetworkRequest[],
  { onlyTypes, isSecret, isShown }: RequestChangeOptions,
): Change[] {
  return requests.slice(0, maxListedRequests).map((request) => {
    const { method, url, status, submitsForm } = request;
    const change: Change = { kind: 'request', method, url: url.slice(0, 300), status };
    if (!submitsForm && (onlyTypes || !writesToSite(request))) return change;
    const sent = readSentFields(request, isSecret).map((field) =>
      isShown(field.value) ? { ...field, shown: true as const } : field,
    );
    return { ...change, submitted: true, sent };
  });
}

const writeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Whether a script sends data to the site of the page. */
function writesToSite({ method, resourceType, url, documentUrl }: NetworkRequest): boolean {
  if (!writeMethods.has(method) || (resourceType !== 'XHR' && resourceType !== 'Fetch')) return false;
  return URL.canParse(url) && URL.canParse(documentUrl) && siteOf(url) === siteOf(documentUrl);
}

/** The last two labels of the host. */
function siteOf(url: string): string {
  const { hostname } = new URL(url);
  return /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
}

/** Whether all changes came after the handlers had returned, although these scheduled nothing. */
export function hasOnlyLateChanges(reports: Reports): boolean {
  const all = [...reports.values()];
  if (all.some(({ activity }) => activity.handledMutations > 0 || activity.timers > 0 || activity.frames > 0))
    return false;
  return all.some(({ activity, flashes }) => activity.mutations > 0 || activity.uncertain > 0 || flashes.length > 0);
}

export function hasAmbientTitle(reports: Reports): boolean {
  return [...reports.values()].some(({ isTitleAmbient }) => isTitleAmbient);
}

/** Whether handlers set timers, so that an effect may follow later. */
export function hasScheduledTimers(reports: Reports): boolean {
  return [...reports.values()].some(({ activity }) => activity.timers > 0);
}
