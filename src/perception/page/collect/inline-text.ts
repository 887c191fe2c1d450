import { visiblePart } from '../cover/visible-part.js';
import { collapseSpaces, flatChildren } from '../dom/flat-tree.js';
import { tagOf } from '../dom/native-node.js';
import { withoutIcons } from '../naming/rendered-text.js';
import { isTransparent, isUnseen } from '../naming/unseen-text.js';
import type { Box } from '../protocol.js';
import { isTooSmall } from './visibility.js';

const maxLength = 400;
/** A block with at least this much text of its own is a sentence. */
const minSentenceLength = 12;
const skippedTags = new Set(['SCRIPT', 'STYLE', 'SELECT', 'TEXTAREA']);

/**
 * The text of a block and its inline content, without the blocks inside it and without elements that are `listed` on their own. With `clip`:
 * only the lines in it.
 */
export function inlineText(block: Element, listed: (element: Element) => boolean, clip?: Box): string {
  let text = '';
  // A link inside a sentence belongs to it. One in a row of links does not.
  const isSentence = ownTextLength(block) >= minSentenceLength;
  const read = (element: Element): void => {
    for (const child of flatChildren(element)) {
      if (text.length > maxLength) return;
      if (child instanceof Text) text += (clip ? visiblePart(child, clip) : child.data).slice(0, maxLength);
      else if (child instanceof Element) readChild(child);
    }
  };
  const readChild = (child: Element): void => {
    if (tagOf(child) === 'BR') {
      text += ' ';
      return;
    }
    if (skippedTags.has(tagOf(child))) return;
    const style = getComputedStyle(child);
    const { display, visibility } = style;
    if (display === 'none' || visibility !== 'visible' || isTooSmall(style)) return;
    if (isTransparent(style) || isUnseen(child, style)) return;
    if (!display.startsWith('inline') && display !== 'contents') return;
    if (tagOf(child) === 'BUTTON' || (child instanceof HTMLLabelElement && child.control)) return;
    if (!isSentence && (tagOf(child) === 'A' || listed(child))) text += ' ';
    else read(child);
  };
  read(block);
  return collapseSpaces(withoutIcons(text)).slice(0, maxLength);
}

function ownTextLength(block: Element): number {
  let length = 0;
  for (const child of flatChildren(block)) {
    if (child instanceof Text) length += child.data.trim().length;
    if (length >= minSentenceLength) break;
  }
  return length;
}
