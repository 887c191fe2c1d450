import { collapseSpaces } from '../dom/flat-tree.js';
import { activeElement, pageSelection, treeWalker } from '../dom/native-document.js';
import { holdsSecret } from '../naming/secret-fields.js';

const maxLength = 300;
const maxNodes = 200;

/** The start of the text that is selected on the page or in the focused field. Empty if nothing is selected. */
export function selectedPageText(): string {
  const field = activeElement();
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const text = selectedFieldText(field);
    if (text) return text;
  }
  const selection = pageSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return '';
  return collapseSpaces(rangeText(selection.getRangeAt(0))).slice(0, maxLength);
}

/** Shows, without reading the text, whether the selection changed. */
export function selectionFingerprint(): string {
  const field = activeElement();
  const selection = pageSelection();
  const inField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? fieldRange(field) : '';
  return `${selection?.isCollapsed} ${selection?.anchorOffset} ${selection?.focusOffset} ${inField}`;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Undefined for fields without a text selection, such as a number. */
function fieldRange(field: Field): [start: number, end: number] | undefined {
  const { selectionStart: start, selectionEnd: end } = field;
  return start === null || end === null ? undefined : [start, end];
}

function selectedFieldText(field: Field): string {
  const range = fieldRange(field);
  if (!range || holdsSecret(field)) return '';
  return collapseSpaces(field.value.slice(range[0], Math.min(range[1], range[0] + maxLength)));
}

/** The first texts of a range. A range over a large page is not read completely. */
function rangeText(range: Range): string {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  if (startContainer === endContainer && startContainer instanceof Text)
    return startContainer.data.slice(startOffset, endOffset);
  const walker = treeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
  walker.currentNode =
    startContainer instanceof Text ? startContainer : (startContainer.childNodes[startOffset] ?? startContainer);
  let text = '';
  let node: Node | null = walker.currentNode instanceof Text ? walker.currentNode : walker.nextNode();
  for (let count = 0; node instanceof Text && count < maxNodes && text.length < maxLength; count += 1) {
    if (!range.intersectsNode(node)) break;
    const from = node === startContainer ? startOffset : 0;
    const to = node === endContainer ? endOffset : node.data.length;
    text += `${node.data.slice(from, Math.min(to, from + maxLength))} `;
    node = walker.nextNode();
  }
  return text;
}
