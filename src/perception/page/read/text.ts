import { collapseSpaces, flatChildren } from '../dom/flat-tree.js';
import { attributeOf, rectOf, tagOf } from '../dom/native-node.js';
import { numberOf } from '../dom/node-registry.js';
import { maskedValue, selectedText } from '../naming/accessible-name.js';
import { applyTextTransform } from '../naming/rendered-text.js';
import { holdsSecret } from '../naming/secret-fields.js';
import { type Budget, consumeNode, newBudget, takeText } from './budget.js';
import { isCollapsed, isUnreadable, showsOwnText, stripInvisible } from './readable.js';

/** Text, or an iframe whose text belongs there. */
export type Part = string | { frame: number };

export interface TextOptions {
  /** Include the text of buttons, which is part of a page but not of its data. */
  buttons?: boolean;
  /** Include the content of closed `details`. */
  collapsed?: boolean;
}

/** The text so far. Breaks and spaces are written when more text follows. */
interface TextWriter {
  parts: Part[];
  chunks: string[];
  breaks: number;
  space: boolean;
  tab: boolean;
  budget: Budget;
  options: TextOptions;
}

/** The visible text of an element, in lines as it is rendered. */
export function readTextParts(root: Element, budget: Budget, options: TextOptions = { buttons: true }): Part[] {
  const writer: TextWriter = { parts: [], chunks: [], breaks: 0, space: false, tab: false, budget, options };
  readElement(writer, root, true);
  flush(writer);
  return writer.parts;
}

const maxLineNodes = 4_000;
const maxLineMs = 100;

/** The text of a small element in one line of at most `maxLength` characters. */
export function readLine(root: Element, maxLength: number, options: TextOptions = {}): string {
  const budget = newBudget({ nodes: maxLineNodes, characters: maxLength, milliseconds: maxLineMs });
  return collapseSpaces(
    readTextParts(root, budget, options)
      .filter((part) => typeof part === 'string')
      .join(' '),
  );
}

function flush(writer: TextWriter): void {
  if (writer.chunks.length > 0) writer.parts.push(writer.chunks.join(''));
  writer.chunks = [];
}

function writeGap(writer: TextWriter): void {
  const isFirst = writer.chunks.length === 0 && writer.parts.length === 0;
  if (!isFirst && writer.breaks > 0) writer.chunks.push('\n'.repeat(writer.breaks));
  else if (!isFirst && writer.tab) writer.chunks.push('\t');
  else if (!isFirst && writer.space) writer.chunks.push(' ');
  writer.breaks = 0;
  writer.space = false;
  writer.tab = false;
}

function write(writer: TextWriter, text: string): void {
  const line = stripInvisible(text).replace(/\s+/g, ' ');
  if (line.startsWith(' ')) writer.space = true;
  const core = line.trim();
  if (!core) return;
  writeGap(writer);
  writer.chunks.push(takeText(writer.budget, core));
  writer.space = line.endsWith(' ');
}

/** Writes text whose breaks and spaces are rendered. */
function writePreformatted(writer: TextWriter, text: string): void {
  if (!/\S/.test(text)) {
    write(writer, text);
    return;
  }
  writeGap(writer);
  writer.chunks.push(takeText(writer.budget, stripInvisible(text).replace(/\r\n?/g, '\n')));
}

function addBreaks(writer: TextWriter, count: number): void {
  writer.breaks = Math.max(writer.breaks, count);
}

function readElement(writer: TextWriter, element: Element, isRoot = false): void {
  if (!consumeNode(writer.budget)) return;
  const style = getComputedStyle(element);
  if (isUnreadable(element, style)) return;
  if (tagOf(element) === 'BR') {
    writer.breaks += 1;
    return;
  }
  if (tagOf(element) === 'IFRAME' || tagOf(element) === 'FRAME') {
    readFrame(writer, element);
    return;
  }
  const value = displayedValue(element);
  if (value !== undefined) {
    writer.space = true;
    if (showsOwnText(style, element)) write(writer, value);
    writer.space = true;
    return;
  }
  if (!writer.options.buttons && !isRoot && isButton(element)) return;
  const around = breaksAround(element, style.display);
  addBreaks(writer, around);
  if (style.display === 'table-cell' && writer.breaks === 0) writer.tab = true;
  if (style.display === 'inline-block' || style.display === 'inline-flex') writer.space = true;
  writer.budget.depth += 1;
  readChildren(writer, element, style);
  writer.budget.depth -= 1;
  addBreaks(writer, around);
  if (style.display.startsWith('inline-')) writer.space = true;
}

function readChildren(writer: TextWriter, element: Element, style: CSSStyleDeclaration): void {
  const collapsed = isCollapsed(element, style) && !writer.options.collapsed;
  if (collapsed && !(element instanceof HTMLDetailsElement)) return;
  const isPre = style.whiteSpace.startsWith('pre') || style.whiteSpace === 'break-spaces';
  const shows = showsOwnText(style, element);
  for (const child of flatChildren(element)) {
    if (writer.budget.truncated) return;
    if (collapsed && !(child instanceof Element && tagOf(child) === 'SUMMARY')) continue;
    if (child instanceof Element) readElement(writer, child);
    else if (child instanceof Text && shows) {
      const text = applyTextTransform(child.data.slice(0, writer.budget.characters), style.textTransform);
      if (isPre && style.whiteSpace !== 'pre-line') writePreformatted(writer, text);
      else write(writer, text);
    }
  }
}

/** A smaller frame, in pixels, shows nothing. */
const minFrameSide = 2;

function readFrame(writer: TextWriter, element: Element): void {
  const { width, height } = rectOf(element);
  if (width < minFrameSide || height < minFrameSide) return;
  addBreaks(writer, 1);
  writeGap(writer);
  flush(writer);
  writer.parts.push({ frame: numberOf(element) });
  addBreaks(writer, 1);
}

const breaksAroundParagraph = 2;

function breaksAround(element: Element, display: string): number {
  if (tagOf(element) === 'P' && display !== 'inline') return breaksAroundParagraph;
  if (display === 'table-cell' || display.startsWith('inline') || display === 'contents') return 0;
  return display.startsWith('ruby') ? 0 : 1;
}

export function isButton(element: Element): boolean {
  if (tagOf(element) === 'BUTTON' || attributeOf(element, 'role') === 'button') return true;
  return element instanceof HTMLInputElement && /^(?:button|submit|reset|image)$/.test(element.type);
}

/** The visible value of a field, without passwords. Undefined if the element is not a field. */
export function displayedValue(element: Element): string | undefined {
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) return selectedText(element);
  if (!(element instanceof HTMLInputElement)) return undefined;
  if (holdsSecret(element)) return element.value ? maskedValue : '';
  if (/^(?:checkbox|radio|hidden|image|range|color)$/.test(element.type)) return '';
  if (element.type === 'file') return [...(element.files ?? [])].map((file) => file.name).join(', ');
  return element.value;
}
