import { attributeOf, rectOf, tagOf } from '../dom.js';
import { shownText } from '../naming/name-text.js';
import { isSecret, selectedText } from '../naming/names.js';
import { numberOf } from '../registry.js';
import { collapse, flatChildren } from '../tree.js';
import { type Budget, isSpent, newBudget, spend } from './budget.js';
import { isFolded, isUnseen, showsWords, visibleLetters } from './shown.js';

/** Text, or the number of an iframe whose own text stands there. */
export type Part = string | { frame: number };

export interface TextOptions {
  /** Words on buttons: part of a page, not of its data. */
  buttons?: boolean;
  /** What is folded away in `details` counts too. */
  folded?: boolean;
}

/** Lines that grow word by word; breaks and spaces are put in once something follows them. */
interface Lines {
  parts: Part[];
  chunks: string[];
  breaks: number;
  space: boolean;
  tab: boolean;
  budget: Budget;
  options: TextOptions;
}

/** The words a person reads in an element, line by line as they are painted. */
export function textParts(root: Element, budget: Budget, options: TextOptions = { buttons: true }): Part[] {
  const lines: Lines = { parts: [], chunks: [], breaks: 0, space: false, tab: false, budget, options };
  readElement(lines, root, true);
  flush(lines);
  return lines.parts;
}

/** The words of a small part in one line. */
export function lineOf(root: Element, most: number, options: TextOptions = {}): string {
  const budget = newBudget({ nodes: 4_000, characters: most, milliseconds: 100 });
  return collapse(
    textParts(root, budget, options)
      .filter((part) => typeof part === 'string')
      .join(' '),
  );
}

function flush(lines: Lines): void {
  if (lines.chunks.length > 0) lines.parts.push(lines.chunks.join(''));
  lines.chunks = [];
}

function begin(lines: Lines): void {
  const isFirst = lines.chunks.length === 0 && lines.parts.length === 0;
  if (!isFirst && lines.breaks > 0) lines.chunks.push('\n'.repeat(lines.breaks));
  else if (!isFirst && lines.tab) lines.chunks.push('\t');
  else if (!isFirst && lines.space) lines.chunks.push(' ');
  lines.breaks = 0;
  lines.space = false;
  lines.tab = false;
}

function say(lines: Lines, text: string): void {
  const words = visibleLetters(text).replace(/\s+/g, ' ');
  if (words.startsWith(' ')) lines.space = true;
  const core = words.trim();
  if (!core) return;
  begin(lines);
  lines.chunks.push(spend(lines.budget, core));
  lines.space = words.endsWith(' ');
}

/** Words whose breaks and spaces are painted as they are. */
function sayAsItIs(lines: Lines, text: string): void {
  if (!/\S/.test(text)) {
    say(lines, text);
    return;
  }
  begin(lines);
  lines.chunks.push(spend(lines.budget, visibleLetters(text).replace(/\r\n?/g, '\n')));
}

function breakLine(lines: Lines, count: number): void {
  lines.breaks = Math.max(lines.breaks, count);
}

function readElement(lines: Lines, element: Element, isRoot = false): void {
  if (isSpent(lines.budget)) return;
  const style = getComputedStyle(element);
  if (isUnseen(element, style)) return;
  if (tagOf(element) === 'BR') {
    lines.breaks += 1;
    return;
  }
  if (tagOf(element) === 'IFRAME' || tagOf(element) === 'FRAME') {
    readFrame(lines, element);
    return;
  }
  const value = valueIn(element);
  if (value !== undefined) {
    lines.space = true;
    if (showsWords(style)) say(lines, value);
    lines.space = true;
    return;
  }
  if (!lines.options.buttons && !isRoot && isButton(element)) return;
  const around = breaksAround(element, style.display);
  breakLine(lines, around);
  if (style.display === 'table-cell' && lines.breaks === 0) lines.tab = true;
  if (style.display === 'inline-block' || style.display === 'inline-flex') lines.space = true;
  lines.budget.depth += 1;
  readChildren(lines, element, style);
  lines.budget.depth -= 1;
  breakLine(lines, around);
  if (style.display.startsWith('inline-')) lines.space = true;
}

function readChildren(lines: Lines, element: Element, style: CSSStyleDeclaration): void {
  const folded = isFolded(element, style) && !lines.options.folded;
  if (folded && !(element instanceof HTMLDetailsElement)) return;
  const isPre = style.whiteSpace.startsWith('pre') || style.whiteSpace === 'break-spaces';
  const shows = showsWords(style);
  for (const child of flatChildren(element)) {
    if (lines.budget.truncated) return;
    if (folded && !(child instanceof Element && tagOf(child) === 'SUMMARY')) continue;
    if (child instanceof Element) readElement(lines, child);
    else if (child instanceof Text && shows) {
      const text = shownText(child.data.slice(0, lines.budget.characters), style.textTransform);
      if (isPre && style.whiteSpace !== 'pre-line') sayAsItIs(lines, text);
      else say(lines, text);
    }
  }
}

function readFrame(lines: Lines, element: Element): void {
  const { width, height } = rectOf(element);
  if (width < 2 || height < 2) return;
  breakLine(lines, 1);
  begin(lines);
  flush(lines);
  lines.parts.push({ frame: numberOf(element) });
  breakLine(lines, 1);
}

function breaksAround(element: Element, display: string): number {
  if (tagOf(element) === 'P' && display !== 'inline') return 2;
  if (display === 'table-cell' || display.startsWith('inline') || display === 'contents') return 0;
  return display.startsWith('ruby') ? 0 : 1;
}

export function isButton(element: Element): boolean {
  if (tagOf(element) === 'BUTTON' || attributeOf(element, 'role') === 'button') return true;
  return element instanceof HTMLInputElement && /^(?:button|submit|reset|image)$/.test(element.type);
}

/** What a field shows: never a password. Undefined where the element is no field. */
export function valueIn(element: Element): string | undefined {
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) return selectedText(element);
  if (!(element instanceof HTMLInputElement)) return undefined;
  if (isSecret(element)) return element.value ? '•••' : '';
  if (/^(?:checkbox|radio|hidden|image|range|color)$/.test(element.type)) return '';
  if (element.type === 'file') return [...(element.files ?? [])].map((file) => file.name).join(', ');
  return element.value;
}
