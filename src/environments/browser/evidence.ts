import type { Change } from '../../core/change.js';
import type { ElementId } from '../../core/element.js';
import type { Rest } from '../../perception/protocol.js';
import type { CdpDocument } from './document-link.js';
import type { ElementIds } from './element-ids.js';
import type { Request } from './requests.js';

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
    if (one.kind === 'focus') continue;
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

export function requestChanges(requests: readonly Request[]): Change[] {
  return requests.slice(0, mostTold).map((request) => ({
    kind: 'request' as const,
    method: request.method,
    url: request.url.slice(0, 300),
    ...(request.status === undefined ? {} : { status: request.status }),
  }));
}

/** Handlers put work off by timers: more may come. */
export function putOff(answers: ReadonlyMap<CdpDocument, Rest>): boolean {
  return [...answers.values()].some((rest) => rest.activity.timers > 0);
}
