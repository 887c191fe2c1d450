import type { Box } from '../../page-protocol.js';
import { area, overlap } from '../box.js';
import { attributeOf, parentOf, rectOf } from '../dom.js';
import { newRange } from '../own-document.js';
import { closestOf } from '../query.js';
import type { NewEntry } from './describe.js';
import { inlineText } from './interest.js';

/** Words that stand in lines of their own. */
export interface Lines {
  holder: Element;
  entry: NewEntry;
  box: Box;
}

/** Reads the lines that a text belongs to, once for each block. `entered` has what has an entry already. */
export function createLineReader(
  entered: ReadonlyMap<Element, NewEntry>,
): (text: Text, parent: Element, clip: Box) => Lines | undefined {
  const said = new Set<Element>();
  return (text, parent, clip) => {
    if (!/\S/.test(text.data.length > 400 ? text.data.slice(0, 400) : text.data)) return undefined;
    if (getComputedStyle(parent).visibility !== 'visible') return undefined;
    const owner = blockOf(parent);
    if (said.has(owner) || closestOf(parent, 'label')?.control) return undefined;
    const range = newRange();
    range.selectNodeContents(text);
    const box = overlap(range.getBoundingClientRect(), clip);
    if (!box) return undefined;
    said.add(owner);
    const name = inlineText(owner, (part) => entered.get(part)?.interactive === true);
    if (!name) return undefined;
    const whole = overlap(rectOf(owner), clip);
    // A container that has an entry of its own is not called by its words.
    const holder = entered.has(owner) ? lineIn(owner, parent) : owner;
    const kind = liveKind(holder);
    return {
      holder,
      entry: { role: 'Text', name, states: [], interactive: false, ...(kind ? { kind } : {}) },
      // A block that holds other blocks too is not where its words stand.
      box: whole && area(whole) < area(box) * 8 ? whole : box,
    };
  };
}

function blockOf(element: Element): Element {
  let at = element;
  for (let parent = parentOf(at); parent && getComputedStyle(at).display === 'inline'; parent = parentOf(at))
    at = parent;
  return at;
}

/** The part of a container's lines that holds an element. */
function lineIn(container: Element, element: Element): Element {
  let at = element;
  for (let parent = parentOf(at); at !== container && parent && parent !== container; parent = parentOf(at))
    at = parent;
  return at;
}

function liveKind(element: Element): string | undefined {
  const live = closestOf(element, '[role=alert], [role=status], [aria-live=assertive], [aria-live=polite]');
  if (!live) return undefined;
  return attributeOf(live, 'role') === 'alert' || attributeOf(live, 'aria-live') === 'assertive' ? 'alert' : 'status';
}
