import { area, intersectBoxes } from '../dom/box.js';
import { newRange } from '../dom/native-document.js';
import { attributeOf, parentOf, rectOf } from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import type { Box } from '../protocol.js';
import type { NewEntry } from './control-entry.js';
import { inlineText } from './inline-text.js';

/** The text of a block, with the element that it is attributed to. */
export interface TextLines {
  holder: Element;
  entry: NewEntry;
  box: Box;
}

/** How much of a text node is checked for visible characters. */
const maxCheckedText = 400;
/** A block this many times larger than its text contains other blocks too. */
const maxBlockRatio = 8;

/** Reads the text of the block around a text node, once per block. `entryOf` has the elements listed so far. */
export function createLineReader(
  entryOf: ReadonlyMap<Element, NewEntry>,
): (text: Text, parent: Element, clip: Box) => TextLines | undefined {
  const readBlocks = new Set<Element>();
  return (text, parent, clip) => {
    if (!/\S/.test(text.data.slice(0, maxCheckedText))) return undefined;
    if (getComputedStyle(parent).visibility !== 'visible') return undefined;
    const block = blockOf(parent);
    if (readBlocks.has(block) || closestOf(parent, 'label')?.control) return undefined;
    const range = newRange();
    range.selectNodeContents(text);
    const textBox = intersectBoxes(range.getBoundingClientRect(), clip);
    if (!textBox) return undefined;
    readBlocks.add(block);
    const name = inlineText(block, (element) => entryOf.get(element)?.interactive === true);
    if (!name) return undefined;
    const blockBox = intersectBoxes(rectOf(block), clip);
    // A container with its own entry is not named by its text.
    const holder = entryOf.has(block) ? childOn(block, parent) : block;
    return {
      holder,
      entry: { role: 'Text', kind: liveKind(holder), name, states: [], interactive: false },
      box: blockBox && area(blockBox) < area(textBox) * maxBlockRatio ? blockBox : textBox,
    };
  };
}

function blockOf(element: Element): Element {
  let block = element;
  for (let parent = parentOf(block); parent && getComputedStyle(block).display === 'inline'; parent = parentOf(block))
    block = parent;
  return block;
}

/** The child of a container on the path to an element. */
function childOn(container: Element, element: Element): Element {
  let child = element;
  for (let parent = parentOf(child); child !== container && parent && parent !== container; parent = parentOf(child))
    child = parent;
  return child;
}

function liveKind(element: Element): string | undefined {
  const live = closestOf(element, '[role=alert], [role=status], [aria-live=assertive], [aria-live=polite]');
  if (!live) return undefined;
  return attributeOf(live, 'role') === 'alert' || attributeOf(live, 'aria-live') === 'assertive' ? 'alert' : 'status';
}
