import { collapseSpaces, flatParent } from '../dom/flat-tree.js';
import { treeWalker } from '../dom/native-document.js';
import { checkVisibility, focusElement, isContentEditable, parentOf, scrollIntoView } from '../dom/native-node.js';
import { elementOf, shadowRootOf } from '../dom/node-registry.js';
import { holdsSecret } from '../naming/secret-fields.js';
import { isEditable } from '../naming/states.js';
import type { EditResult, SelectTextRequest } from '../protocol.js';
import { runAsHandler } from '../record/input-handling.js';
import { startAction } from '../record/recorder.js';
import { refuse, refuseStale } from './edit-result.js';

/** One place where the words are. */
interface TextMatch {
  words: string;
  /** Selects the words and returns what is selected then. */
  select(): string;
}

/** How often the words occur in the document, or in one element of it. Undefined if the element is gone. */
export function countText({ text, number }: SelectTextRequest): number | undefined {
  const root = number === undefined ? document : elementOf(number);
  return root && findText(root, text).length;
}

/** Selects the words if they occur once. Refuses unless the selection contains exactly them afterwards. */
export function selectText({ text, number }: SelectTextRequest): EditResult {
  const root = number === undefined ? document : elementOf(number);
  if (!root) return refuseStale();
  const [match, ...others] = findText(root, text);
  if (!match || others.length > 0) return refuse('stale_element', 'The text changed before it could be selected.');
  startAction();
  const selected = runAsHandler(() => match.select());
  if (comparable(selected) === comparable(match.words))
    return { ok: true, before: '', after: collapseSpaces(selected) };
  window.getSelection()?.removeAllRanges();
  return refuse(
    'unsupported',
    selected.trim() === ''
      ? 'The page does not let this text be selected.'
      : `The page selected ${JSON.stringify(collapseSpaces(selected).slice(0, 80))} instead.`,
    'Use drag from the start of the text to its end, by coordinates.',
  );
}

/** A style can change the case, and a line break can be a space. */
function comparable(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function findText(root: ParentNode, text: string): TextMatch[] {
  const wanted = collapseSpaces(text);
  if (wanted === '') return [];
  const content: Content = { text: '', nodes: [], offsets: [] };
  const fields: Field[] = [];
  readContent(root, content, fields);
  const matches = [true, false].map((isExact) => [
    ...positionsOf(content.text, wanted, isExact).map((start) => rangeMatch(content, start, wanted.length)),
    ...fields.flatMap((field) =>
      positionsOf(field.value, wanted, isExact).map((start) => fieldMatch(field, start, wanted.length)),
    ),
  ]);
  return matches.find((list) => list.length > 0) ?? [];
}

/** The text of a page with single spaces, and where each of its characters is. */
interface Content {
  text: string;
  nodes: Text[];
  offsets: number[];
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function readContent(root: ParentNode, content: Content, fields: Field[]): void {
  if (isTextField(root)) fields.push(root);
  const blocks = new Map<Element, Element | null>();
  const visible = new Map<Element, boolean>();
  const walker = treeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let lastBlock: Element | null | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (isTextField(node)) fields.push(node);
      const shadow = shadowRootOf(node);
      if (shadow) readContent(shadow, content, fields);
      continue;
    }
    const parent = parentOf(node);
    if (!(node instanceof Text) || !(parent instanceof Element) || !isShown(parent, visible)) continue;
    if (parent instanceof HTMLTextAreaElement) continue; // its default text, not its value
    const block = blockOf(parent, blocks);
    addText(content, node, block !== lastBlock);
    lastBlock = block;
  }
}

function isTextField(node: Node): node is Field {
  if (node instanceof HTMLTextAreaElement) return checkVisibility(node, { visibilityProperty: true });
  if (!(node instanceof HTMLInputElement) || holdsSecret(node)) return false;
  return node.selectionStart !== null && checkVisibility(node, { visibilityProperty: true });
}

function isShown(element: Element, known: Map<Element, boolean>): boolean {
  let shown = known.get(element);
  if (shown === undefined) {
    shown = checkVisibility(element, { visibilityProperty: true });
    known.set(element, shown);
  }
  return shown;
}

/** The nearest element that is not inline. */
function blockOf(element: Element, known: Map<Element, Element | null>): Element | null {
  const found = known.get(element);
  if (found !== undefined) return found;
  const parent = flatParent(element);
  const isInline = getComputedStyle(element).display.startsWith('inline');
  const block = isInline && parent ? blockOf(parent, known) : element;
  known.set(element, block);
  return block;
}

function addText(content: Content, node: Text, startsBlock: boolean): void {
  const { data } = node;
  let text = '';
  const endsInSpace = (): boolean => (text === '' ? /(?:^|\s)$/.test(content.text.slice(-1)) : text.endsWith(' '));
  const add = (character: string, offset: number): void => {
    text += character;
    content.nodes.push(node);
    content.offsets.push(offset);
  };
  if (startsBlock && !endsInSpace()) add(' ', 0);
  for (let offset = 0; offset < data.length; offset += 1) {
    const character = data[offset] ?? '';
    if (!/\s/.test(character)) add(character, offset);
    else if (!endsInSpace()) add(' ', offset);
  }
  content.text += text;
}

function positionsOf(text: string, wanted: string, isExact: boolean): number[] {
  const fold = (one: string): string => (isExact ? one : one.toLowerCase());
  const source = fold(text);
  const words = fold(wanted);
  if (source.length !== text.length || words.length !== wanted.length) return []; // a letter has another length in lower case
  const found: number[] = [];
  for (let at = source.indexOf(words); at >= 0; at = source.indexOf(words, at + words.length)) found.push(at);
  return found;
}

function rangeMatch({ text, nodes, offsets }: Content, start: number, length: number): TextMatch {
  const words = text.slice(start, start + length);
  return {
    words,
    select() {
      const [first, last] = [nodes[start], nodes[start + length - 1]];
      const selection = window.getSelection();
      if (!first || !last || !selection) return '';
      const parent = parentOf(first);
      if (parent instanceof HTMLElement) {
        scrollIntoView(parent, { block: 'nearest', inline: 'nearest' });
        if (isEditable(parent)) focusElement(editingHost(parent), { preventScroll: true });
      }
      selection.setBaseAndExtent(first, offsets[start] ?? 0, last, (offsets[start + length - 1] ?? 0) + 1);
      return selection.toString();
    },
  };
}

/** The outermost editable element, which takes the focus. */
function editingHost(element: HTMLElement): HTMLElement {
  const parent = parentOf(element);
  return parent instanceof HTMLElement && isContentEditable(parent) ? editingHost(parent) : element;
}

function fieldMatch(field: Field, start: number, length: number): TextMatch {
  return {
    words: field.value.slice(start, start + length),
    select() {
      focusElement(field, {});
      field.setSelectionRange(start, start + length);
      return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    },
  };
}
