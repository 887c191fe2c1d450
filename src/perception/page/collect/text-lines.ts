import { area, intersectBoxes } from '../dom/box.js';
import { flatParent } from '../dom/flat-tree.js';
import { newRange } from '../dom/native-document.js';
import { attributeOf, clientHeightOf, parentOf, rectOf, scrollHeightOf } from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import { isUnseen, minOpacity, showsBackFace } from '../naming/unseen-text.js';
import type { Box } from '../protocol.js';
import type { NewEntry } from './control-entry.js';
import { inlineText } from './inline-text.js';
import { hasTextAway, isTooSmall } from './visibility.js';
import type { VisitContext } from './visit-context.js';

/** The text of a block, with the element that it is attributed to. */
export interface TextLines {
  holder: Element;
  entry: NewEntry;
  box: Box;
  /** The element directly around the text, and the position of its letters. */
  text: { node: Text; parent: Element; box: Box };
}

/** How much of a text node is checked for visible characters. */
const maxCheckedText = 400;
/** A block this many times larger than its text contains other blocks too. */
const maxBlockRatio = 8;

/** Reads the text of the block around a text node, once per block. `entryOf` has the elements listed so far. */
export function createLineReader(
  entryOf: ReadonlyMap<Element, NewEntry>,
): (text: Text, parent: Element, context: VisitContext) => TextLines | undefined {
  const readBlocks = new Set<Element>();
  return (text, parent, { clip, opacity, backdrop, hidesBackface }) => {
    if (!/\S/.test(text.data.slice(0, maxCheckedText)) || opacity < minOpacity) return undefined;
    const style = getComputedStyle(parent);
    if (style.visibility !== 'visible' || hasTextAway(style) || isTooSmall(style)) return undefined;
    if (isUnseen(parent, style, backdrop)) return undefined;
    const block = blockOf(parent);
    if (readBlocks.has(block) || closestOf(parent, 'label')?.control) return undefined;
    const range = newRange();
    range.selectNodeContents(text);
    const textBox = intersectBoxes(range.getBoundingClientRect(), clip);
    if (!textBox || (hidesBackface && isBehind(parent))) return undefined;
    readBlocks.add(block);
    const name = inlineText(
      block,
      (element) => entryOf.get(element)?.interactive === true,
      hidesLines(block) ? clip : undefined,
    );
    if (!name) return undefined;
    const blockBox = intersectBoxes(rectOf(block), clip);
    // A container with its own entry is not named by its text.
    const holder = entryOf.has(block) ? childOn(block, parent) : block;
    return {
      holder,
      entry: { role: 'Text', kind: liveKind(holder), name, states: [], interactive: false },
      box: blockBox && area(blockBox) < area(textBox) * maxBlockRatio ? blockBox : textBox,
      text: { node: text, parent, box: textBox },
    };
  };
}

/** In pixels. */
const minHiddenHeight = 8;

/** Whether a block clips or scrolls its own text. */
function hidesLines(block: Element): boolean {
  if (scrollHeightOf(block) <= clientHeightOf(block) + minHiddenHeight) return false;
  const { overflowY, display } = getComputedStyle(block);
  return overflowY !== 'visible' && display !== 'inline';
}

/** Whether the back of a card faces the user, with this element on its other side. */
function isBehind(element: Element): boolean {
  for (let current: Element | null = element; current; current = flatParent(current)) {
    const style = getComputedStyle(current);
    if (style.backfaceVisibility === 'hidden') return showsBackFace(current, style);
  }
  return false;
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
