import { readyState } from '../dom/native-document.js';
import { dispatch } from '../dom/native-node.js';
import { markListening } from './clickable.js';
import type { Collection } from './collection.js';

/**
 * Elements that the driver inspects, because code in an isolated world can see neither closed shadow roots nor listeners of the page. Each
 * element is inspected once while the page loads and once after: a script may add a root or a listener late.
 */

type Candidates = Pick<Collection, 'hostCandidates' | 'listenerCandidates'>;

const maxInspected = 150;

let candidates: Candidates = { hostCandidates: [], listenerCandidates: [] };
const inspections = new WeakMap<Element, number>();
const probedByEvent = new Map<string, Element[]>();

/** The candidates of the last view. */
export function setCandidates(last: Candidates): void {
  candidates = last;
}

/** How many of these elements are still to be inspected. */
export function countPending(elements: readonly Element[]): number {
  return pending(elements).length;
}

function pending(elements: readonly Element[]): Element[] {
  const due = inspectionsDue();
  return elements.filter((element) => (inspections.get(element) ?? 0) < due);
}

function inspectionsDue(): number {
  return readyState() === 'complete' ? 2 : 1;
}

function takePending(elements: readonly Element[]): Element[] {
  const taken = pending(elements).slice(0, maxInspected);
  for (const element of taken) inspections.set(element, inspectionsDue());
  return taken;
}

/** The elements that the driver inspects for a closed shadow root. */
export function takeHostCandidates(): Element[] {
  return takePending(candidates.hostCandidates);
}

/** Dispatches the driver's probe event on each listener candidate. The driver reads the listeners along its path. */
export function dispatchProbes({ event }: { event: string }): number {
  const elements = takePending(candidates.listenerCandidates);
  probedByEvent.set(event, elements);
  for (const element of elements) dispatch(element, new Event(event, { composed: true }));
  return elements.length;
}

/** Marks the probed elements, by their index, that have a click listener. */
export function noteListeners({ event, indexes }: { event: string; indexes: number[] }): void {
  for (const index of indexes) {
    const element = probedByEvent.get(event)?.[index];
    if (element) markListening(element);
  }
  probedByEvent.delete(event);
}
