import { collapseSpaces, flatParent } from '../dom/flat-tree.js';
import { newRange, treeWalker } from '../dom/native-document.js';
import { attributeOf, checkVisibility, hasAttribute, parentOf, tagOf, textContentOf } from '../dom/native-node.js';
import { nameOf } from '../naming/accessible-name.js';
import { nameOfFieldBefore, replacedFieldName } from '../naming/replaced-field.js';
import { isInPlaceholder } from './placeholder.js';

const maxTextNodes = 600;
const maxNameLevels = 3;

/** The name of an editor: of its view or what is around it, of the native field that it replaces, or of its hidden field. */
export function editorName(view: Element, field: Element): string {
  let current: Element | null = view;
  for (let level = 0; current && level < maxNameLevels; level += 1, current = flatParent(current)) {
    const isNamed = hasAttribute(current, 'aria-label') || hasAttribute(current, 'aria-labelledby');
    const name = isNamed ? nameOf(current) : '';
    if (name) return name;
  }
  return replacedFieldName(view) || nameOf(field) || nameOfFieldBefore(field, view);
}

/** The lines that an editor shows, in the order of the screen. Its elements can be in another order. */
export function shownLines(view: Element, maxLength: number): string {
  const lines = new Map<number, { left: number; text: string }[]>();
  const walker = treeWalker(view, NodeFilter.SHOW_TEXT);
  for (let count = 0, node = walker.nextNode(); node && count < maxTextNodes; count += 1, node = walker.nextNode()) {
    if (!(node instanceof Text) || node.data === '' || !isContent(node)) continue;
    const range = newRange();
    range.selectNodeContents(node);
    const { top, left, height } = range.getBoundingClientRect();
    if (height === 0) continue;
    const line = Math.round(top + height / 2);
    const parts = lines.get(line) ?? [];
    parts.push({ left, text: node.data });
    lines.set(line, parts);
  }
  const ordered = [...lines].sort(([one], [other]) => one - other).map(([, parts]) => joinParts(parts));
  return ordered.join('\n').slice(0, maxLength).replace(/\s+$/, '');
}

function joinParts(parts: { left: number; text: string }[]): string {
  return parts
    .sort((one, other) => one.left - other.left)
    .map(({ text }) => text)
    .join('')
    .replace(/\u00a0/g, ' ')
    .replace(/\u200b/g, '')
    .replace(/\s+$/, '');
}

/** Line numbers and measured texts do not have the cursor of a text, or are hidden. A drawn caret is blank and out of the flow. */
function isContent(text: Text): boolean {
  const parent = parentOf(text);
  if (!parent || tagOf(parent) === 'TEXTAREA' || attributeOf(parent, 'aria-hidden') === 'true') return false;
  const { cursor, position } = getComputedStyle(parent);
  const isCaret = position === 'absolute' && collapseSpaces(textContentOf(parent) ?? '') === '';
  return cursor === 'text' && !isCaret && checkVisibility(parent, { visibilityProperty: true });
}

const inlineDisplay = /^(?:inline|contents|ruby)/;

/** The text of an editable element with a line break between its blocks. */
export function blockText(element: Element, maxLength: number): string {
  let text = '';
  const walker = treeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let block: Element | null = null;
  for (let node = walker.nextNode(); node && text.length < maxLength; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (tagOf(node) === 'BR') text += '\n';
      continue;
    }
    if (!(node instanceof Text) || node.data === '' || isInPlaceholder(parentOf(node))) continue;
    const around = blockAround(node, element);
    if (around !== block && text !== '' && !text.endsWith('\n')) text += '\n';
    block = around;
    text += node.data;
  }
  return text.slice(0, maxLength).split('\n').map(collapseSpaces).join('\n').trim();
}

function blockAround(text: Text, root: Element): Element {
  let current = parentOf(text);
  while (current && current !== root && inlineDisplay.test(getComputedStyle(current).display))
    current = parentOf(current);
  return current ?? root;
}
