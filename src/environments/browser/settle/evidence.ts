import type { Change } from '../../../core/change.js';
import type { ElementId } from '../../../core/element.js';
import type { Rest } from '../../../perception/page-protocol.js';
import type { ElementIds } from '../element-ids.js';
import type { CdpDocument } from '../frames/document-link.js';
import type { Request } from '../tabs/requests.js';

const mostTold = 8;

/** What the watched documents recorded, as changes. */
export function recordedChanges(
  tab: { id: string },
  ids: ElementIds,
  answers: ReadonlyMap<{ key: string }, Rest>,
): Change[] {
  const changes: Change[] = [];
  for (const [document, rest] of answers) {
    const idOf = (number: number | undefined): ElementId | undefined =>
      number === undefined ? undefined : ids.idOf({ document: document.key, number, tab: tab.id });
    for (const text of rest.flashes) changes.push({ kind: 'flashed', text });
    for (const { number, dx, dy } of rest.scrolled) {
      const element = idOf(number);
      changes.push({ kind: 'scrolled', dx, dy, ...(element ? { element } : {}) });
    }
    changes.push(...mutationChanges(rest, idOf, ids));
  }
  return changes;
}

function mutationChanges(
  rest: Rest,
  idOf: (number: number | undefined) => ElementId | undefined,
  ids: ElementIds,
): Change[] {
  const changes = new Map<string, Change>();
  for (const one of rest.mutated) {
    if (changes.size >= mostTold) break;
    if (one.kind === 'focus' || one.kind === 'title') continue;
    if (one.kind === 'value') {
      const element = idOf(one.number);
      const name = element ? (ids.lastSeen(element)?.name ?? '') : '';
      changes.set(`value:${element}`, { kind: 'value', name, to: '', ...(element ? { element } : {}) });
      continue;
    }
    if (one.kind === 'attribute') {
      const element = idOf(one.number);
      const name = element ? (ids.lastSeen(element)?.name ?? '') : '';
      const attribute = one.attribute ?? '';
      changes.set(`${element}:${attribute}`, { kind: 'attribute', name, attribute, ...(element ? { element } : {}) });
    } else if (one.text || one.kind !== 'text') {
      const text = one.kind === 'removed' ? `removed: ${one.text}` : one.text;
      changes.set(`${one.kind}:${text}`, { kind: 'text', text });
    }
  }
  return [...changes.values()];
}

/** An input or change event came from the page's fields. */
export function sawValueEvent(answers: ReadonlyMap<CdpDocument, Rest>): boolean {
  return [...answers.values()].some((rest) => rest.mutated.some((one) => one.kind === 'value'));
}

export function sawFocus(answers: ReadonlyMap<unknown, Rest>): boolean {
  return [...answers.values()].some((rest) => rest.mutated.some((one) => one.kind === 'focus'));
}

/** Nearly at once: what the page does without timers of its own. */
const soon = 150;
/** How far the clocks of the browser's processes may be apart. */
const skew = 5;

/** Requests that the action can have caused: asked for by its handlers, or later where these put something off. */
export function ownRequests(requests: readonly Request[], answers: ReadonlyMap<unknown, Rest>): Request[] {
  const acted = [...answers.values()].filter((rest) => rest.activity.inputs > 0);
  // Where no input went to a page that is still there, the action asked for something else than handlers could.
  if (acted.length === 0) return [...requests];
  const delays = acted.some(({ activity }) => activity.timers > 0 || activity.frames > 0);
  let isFollowed = false;
  return requests.filter((request) => {
    const isDirect = acted.some(({ handled: [from, to] }) => request.wall >= from - skew && request.wall <= to + skew);
    const isSoon = acted.some(({ handled: [, to] }) => request.wall <= to + soon);
    const isOwn = isDirect || (!request.again && (delays || isFollowed || isSoon));
    isFollowed ||= isOwn;
    return isOwn;
  });
}

export function requestChanges(requests: readonly Request[]): Change[] {
  return requests.slice(0, mostTold).map((request) => ({
    kind: 'request' as const,
    method: request.method,
    url: request.url.slice(0, 300),
    ...(request.status === undefined ? {} : { status: request.status }),
  }));
}

/** Whether all that was seen came after the handlers had returned, though they had put nothing off. */
export function isStray(answers: ReadonlyMap<unknown, Rest>): boolean {
  const all = [...answers.values()];
  if (all.some(({ activity }) => activity.handled > 0 || activity.timers > 0 || activity.frames > 0)) return false;
  return all.some(({ activity, flashes }) => activity.mutations > 0 || activity.doubts > 0 || flashes.length > 0);
}

export function isTitleRestless(answers: ReadonlyMap<unknown, Rest>): boolean {
  return [...answers.values()].some((rest) => rest.restlessTitle);
}

/** Handlers put work off by timers: more may come. */
export function putOff(answers: ReadonlyMap<CdpDocument, Rest>): boolean {
  return [...answers.values()].some((rest) => rest.activity.timers > 0);
}
