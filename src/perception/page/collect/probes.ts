import { newElement, readyState } from '../dom/native-document.js';
import { dispatch, rectOf, tagOf } from '../dom/native-node.js';
import { matchesSelector } from '../dom/native-query.js';
import { boardCells } from '../press/board.js';
import type { FoundListeners } from '../protocol.js';
import { markDelegated, markHeard, markListening, mayHaveListener } from './clickable.js';
import type { Collection } from './collection.js';

/**
 * Elements that the driver inspects, because code in an isolated world can see neither closed shadow roots nor listeners of the page. Each
 * element is inspected once while the page loads and once after: a script may add a root or a listener late.
 */

type Candidates = Pick<Collection, 'hostCandidates' | 'listenerCandidates'>;

/** How many elements are inspected for a root at once. Each takes several messages of the driver. */
const maxHosts = 150;
/** How long one round of probes may take. */
const maxProbeMs = 40;

let candidates: Candidates = { hostCandidates: [], listenerCandidates: [] };
/** How often each element was inspected, for a root and for listeners. */
const inspections: Record<keyof Candidates, WeakMap<Element, number>> = {
  hostCandidates: new WeakMap(),
  listenerCandidates: new WeakMap(),
};
const probedByEvent = new Map<string, Element[]>();

/** The candidates of the last view. */
export function setCandidates(last: Candidates): void {
  candidates = last;
}

/** How many of these elements are still to be inspected. */
export function countPending(last: Candidates, kind: keyof Candidates): number {
  return pending(last, kind).length;
}

function pending(last: Candidates, kind: keyof Candidates): Element[] {
  const due = inspectionsDue();
  return last[kind].filter((element) => (inspections[kind].get(element) ?? 0) < due);
}

function inspectionsDue(): number {
  return readyState() === 'complete' ? 2 : 1;
}

function noteInspected(element: Element, kind: keyof Candidates): void {
  inspections[kind].set(element, inspectionsDue());
}

/** The elements that the driver inspects for a closed shadow root. */
export function takeHostCandidates(): Element[] {
  const taken = pending(candidates, 'hostCandidates').slice(0, maxHosts);
  for (const element of taken) noteInspected(element, 'hostCandidates');
  return taken;
}

/** Dispatches the driver's probe event on the listener candidates, as many as there is time for. Returns how many are left. */
export function dispatchProbes({ event }: { event: string }): number {
  const all = pending(candidates, 'listenerCandidates');
  const probed: Element[] = [];
  probedByEvent.set(event, probed);
  const started = performance.now();
  for (const element of all) {
    if (performance.now() - started > maxProbeMs) break;
    dispatch(element, new Event(event, { composed: true }));
    probed.push(element);
    noteInspected(element, 'listenerCandidates');
  }
  return all.length - probed.length;
}

/** Marks the probed elements that handle clicks, and those that a listener around them handles. Returns how many are new. */
export function noteListeners({ event, clicks, secondary, heard, around }: FoundListeners): number {
  const probed = probedByEvent.get(event) ?? [];
  probedByEvent.delete(event);
  const elementsAt = (indexes: readonly number[]): Element[] => indexes.flatMap((index) => probed[index] ?? []);
  const listening = [
    ...elementsAt(clicks),
    ...elementsAt(secondary).filter((element) => isSmall(element) && tagOf(element) !== 'LABEL'),
  ].filter(markListening);
  const delegated = around.flatMap(({ selectors, indexes }) => {
    const isHandled = selectorTest(selectors);
    return elementsAt(indexes).filter((element) => isHandled(element) && markDelegated(element));
  });
  const boards = elementsAt(heard).filter((element) => markHeard(element) && boardCells(element) !== undefined);
  return listening.length + delegated.length + boards.length;
}

/** A large element with a context menu is not a control. */
function isSmall(element: Element): boolean {
  return mayHaveListener(element, rectOf(element)) === 'control';
}

/** Tests whether an element matches one of the selectors. */
function selectorTest(selectors: readonly string[]): (element: Element) => boolean {
  const valid = selectors.filter(isValidSelector);
  return (element) => valid.some((selector) => matchesSelector(element, selector));
}

/** Libraries have selectors of their own, such as `:visible`. */
function isValidSelector(selector: string): boolean {
  try {
    matchesSelector(newElement('i'), selector);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
