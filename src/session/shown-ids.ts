import type { Change } from '../core/change.js';
import type { Element, ElementId } from '../core/element.js';
import { HandrailError } from '../core/errors.js';
import type { Observation } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';

/** The element ids that the caller of a session has received. Another id is a guess, even if the screen has such an element. */
export interface ShownIds {
  has(id: ElementId): boolean;
  add(id: ElementId): void;
  addElements(elements: readonly Element[]): void;
  addObservation(observation: Pick<Observation, 'elements' | 'changes'>): void;
  addOutcome(outcome: Outcome): void;
  /** Every id in a text that the caller receives, except those in `omitted`. A range such as `el_5–el_9` stands for all its ids. */
  addText(text: string, omitted?: Pick<ShownIds, 'has'>): void;
}

/** Longer ranges than any map prints come from the page. */
const maxRangeLength = 5_000;
const initialBytes = 128;
const bitsPerByte = 8;

/** One bit per id: a session can show a million ids. */
export function createShownIds(): ShownIds {
  let bits = new Uint8Array(initialBytes);

  function addNumber(number: number): void {
    const index = Math.floor(number / bitsPerByte);
    if (index >= maxBytes) return;
    if (index >= bits.length) {
      const grown = new Uint8Array(Math.min(maxBytes, Math.max(bits.length * 2, index + 1)));
      grown.set(bits);
      bits = grown;
    }
    bits[index] = (bits[index] ?? 0) | (1 << (number % bitsPerByte));
  }

  const add = (id: ElementId): void => addNumber(numberOf(id));
  const addElements = (elements: readonly Element[]): void => {
    for (const { id, list } of elements) {
      add(id);
      if (list) add(list.container);
    }
  };
  const addChanges = (changes: readonly Change[]): void => {
    for (const change of changes) if ('element' in change && change.element) add(change.element);
  };
  const addText: ShownIds['addText'] = (text, omitted) => {
    for (const [, first, last] of text.matchAll(/\bel_(\d{1,9})(?:–el_(\d{1,9}))?/g)) {
      const start = Number(first);
      const end = last === undefined ? start : Math.min(Number(last), start + maxRangeLength);
      for (let number = start; number <= end; number += 1) if (!omitted?.has(`el_${number}`)) addNumber(number);
    }
  };
  return {
    has(id) {
      const number = numberOf(id);
      return ((bits[Math.floor(number / bitsPerByte)] ?? 0) & (1 << (number % bitsPerByte))) !== 0;
    },
    add,
    addElements,
    addObservation({ elements, changes = [] }) {
      addElements(elements);
      addChanges(changes);
    },
    addOutcome({ observation, changes, error, redrawn = [] }) {
      if (observation) addElements(observation.elements);
      addChanges(changes);
      for (const id of redrawn) add(id);
      // The message of an unknown element repeats the id that the caller invented.
      if (error && error.code !== 'unknown_element') addText(`${error.message} ${error.hint ?? ''}`);
    },
    addText,
  };
}

/** Room for 80 million ids. A page can print any number. */
const maxBytes = 10_000_000;

function numberOf(id: ElementId): number {
  return Number(id.slice('el_'.length));
}

export function unknownElement(id: ElementId): HandrailError {
  return new HandrailError('unknown_element', `There is no element ${id}.`, 'Use an id from the last observation.');
}
