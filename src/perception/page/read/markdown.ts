import { collapseSpaces, flatChildren } from '../dom/flat-tree.js';
import { attributeOf, classNameOf, rectOf, tagOf } from '../dom/native-node.js';
import { closestOf, queryAll, queryOne } from '../dom/native-query.js';
import { numberOf, shadowRootOf } from '../dom/node-registry.js';
import { type Budget, consumeNode, newBudget, takeText } from './budget.js';
import { buttonMarkdown, withoutBrackets } from './button-markdown.js';
import { checkboxMarkdown } from './checkbox-markdown.js';
import { inlineMarkdown, linkMarkdown } from './inline-markdown.js';
import { findMainContent, isBoilerplate, isIndexPage } from './main-content.js';
import { isUnreadable, stripInvisible } from './readable.js';
import { isDataTable, readTable } from './table.js';
import { isButton, type Part, readTextParts } from './text.js';

/** A block of Markdown, or an iframe whose content belongs there. */
type Block = Part;

interface ReadState {
  budget: Budget;
  /** The main content, whose menus and footers are left out. Unset when an element is read. */
  main?: Element;
  isIndex: boolean;
}

/** The main content of the page as Markdown, or all of one element. */
export function readMarkdownParts(part: Element | undefined, budget: Budget = newBudget()): Part[] {
  const root = part ?? findMainContent();
  const state: ReadState = part ? { budget, isIndex: true } : { budget, main: root, isIndex: isIndexPage(root) };
  const parts: Part[] = [];
  for (const block of blockOf(root, state)) {
    if (typeof block !== 'string') parts.push(block);
    else if (typeof parts.at(-1) === 'string') parts[parts.length - 1] += `\n\n${block}`;
    else parts.push(block);
  }
  return parts;
}

const blockTags =
  /^(?:ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|BODY|DETAILS|DIALOG|DD|DIV|DL|DT|FIELDSET|FIGCAPTION|FIGURE|FOOTER|FORM|H[1-6]|HEADER|HGROUP|HR|LI|MAIN|NAV|OL|P|PRE|SECTION|SUMMARY|TABLE|UL|IFRAME)$/;

/** The blocks inside an element. Inline content between them becomes paragraphs. */
function blocksIn(element: Element, state: ReadState): Block[] {
  const blocks: Block[] = [];
  let run: Node[] = [];
  const style = getComputedStyle(element);
  const endRun = () => {
    const text = tidy(inlineMarkdown(run, style, state.budget));
    if (text) blocks.push(text);
    run = [];
  };
  state.budget.depth += 1;
  for (const child of flatChildren(element)) {
    if (state.budget.truncated) break;
    if (!(child instanceof Element) || !isBlock(child)) {
      run.push(child);
      continue;
    }
    endRun();
    blocks.push(...blockOf(child, state));
  }
  endRun();
  state.budget.depth -= 1;
  return blocks;
}

/** How deep nested shadow hosts are searched for blocks. */
const maxHostDepth = 8;

function isBlock(element: Element, hostDepth = 0): boolean {
  const { display } = getComputedStyle(element);
  if (display === 'none') return false;
  if (blockTags.test(tagOf(element)) || attributeOf(element, 'role') === 'heading') return true;
  if (display !== 'contents' && !display.startsWith('inline')) return !/^(?:INPUT|SELECT|IMG|BR)$/.test(tagOf(element));
  if (queryOne(element, 'h1, h2, h3, h4, h5, h6, p, div, ul, ol, table, pre, blockquote')) return true;
  // A custom element is inline by default, even if its shadow root contains blocks.
  if (hostDepth >= maxHostDepth || !(shadowRootOf(element) || element instanceof HTMLSlotElement)) return false;
  return [...flatChildren(element)].some((child) => child instanceof Element && isBlock(child, hostDepth + 1));
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function blockOf(element: Element, state: ReadState): Block[] {
  if (!consumeNode(state.budget)) return [];
  if (isUnreadable(element, getComputedStyle(element))) return [];
  const checkbox = checkboxMarkdown(element);
  if (checkbox !== undefined) return [checkbox.trim()];
  if (isButton(element)) return [buttonMarkdown(element).trim()].filter(Boolean);
  if (state.main && isBoilerplate(element, state.main, state.isIndex)) return [];
  const level = headingLevel(element);
  if (level > 0) return headingBlocks(element, level, state);
  switch (tagOf(element)) {
    case 'HR':
      return ['---'];
    case 'PRE':
      return codeBlock(element, state);
    case 'BLOCKQUOTE':
      return prefixed(blocksIn(element, state), '> ', '> ');
    case 'UL':
    case 'OL':
      return listBlock(element, state);
    case 'DL':
      return definitions(element, state);
    case 'TABLE':
      return isDataTable(element) ? tableBlock(element, state) : blocksIn(element, state);
    case 'A':
      return linkedBlocks(element, blocksIn(element, state));
    case 'SUMMARY':
      return blocksIn(element, state).map((block) =>
        typeof block === 'string' ? `**${collapseSpaces(block)}**` : block,
      );
    case 'IFRAME':
    case 'FRAME':
      return rectOf(element).height > 1 ? [{ frame: numberOf(element) }] : [];
    default:
      return blocksIn(element, state);
  }
}

const maxHeadingLevel = 6;
const defaultHeadingLevel = 2;
const minFenceLength = 3;

function headingLevel(element: Element): number {
  if (/^H[1-6]$/.test(tagOf(element))) return Number(tagOf(element)[1]);
  return attributeOf(element, 'role') === 'heading'
    ? Math.min(maxHeadingLevel, Number(attributeOf(element, 'aria-level')) || defaultHeadingLevel)
    : 0;
}

function headingBlocks(element: Element, level: number, state: ReadState): Block[] {
  const texts = blocksIn(element, state).filter((block) => typeof block === 'string');
  const text = withoutBrackets(collapseSpaces(texts.join(' ')).replace(/\*\*/g, ''));
  return text ? [`${'#'.repeat(level)} ${text}`] : [];
}

function codeBlock(element: Element, { budget }: ReadState): Block[] {
  const written = readTextParts(element, budget)
    .filter((part) => typeof part === 'string')
    .join('');
  const code = written.replace(/^\n+|\s+$/g, '');
  if (!code) return [];
  const inner = queryOne(element, 'code');
  const classes = `${classNameOf(element)} ${inner ? classNameOf(inner) : ''}`;
  const language = /(?:language|lang|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? '';
  const fence = '`'.repeat(Math.max(minFenceLength, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return [`${fence}${language}\n${code}\n${fence}`];
}

/** Joins blocks and indents their lines. Frames follow after them. */
function prefixed(blocks: Block[], first: string, rest: string, gap = '\n\n'): Block[] {
  const text = blocks.filter((block) => typeof block === 'string').join(gap);
  const frames = blocks.filter((block) => typeof block !== 'string');
  if (!text) return frames;
  const lines = text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line ? rest + line : rest.trimEnd()));
  return [lines.join('\n'), ...frames];
}

function listBlock(element: Element, state: ReadState): Block[] {
  let number = element instanceof HTMLOListElement ? element.start : Number.NaN;
  const items: Block[] = [];
  for (const item of flatChildren(element)) {
    if (state.budget.truncated) break;
    if (!(item instanceof Element) || isUnreadable(item, getComputedStyle(item))) continue;
    const mark = Number.isNaN(number) ? '- ' : `${number}. `;
    const blocks = blocksIn(item, state);
    const found = prefixed(blocks, mark, ' '.repeat(mark.length), isShort(blocks) ? '\n' : '\n\n');
    if (found.length > 0) number += 1;
    items.push(...found);
  }
  const text = items.filter((item) => typeof item === 'string').join('\n');
  return [...(text ? [text] : []), ...items.filter((item) => typeof item !== 'string')];
}

/** Whether the blocks need no empty lines between them, as text with a list below it. */
function isShort(blocks: Block[]): boolean {
  return blocks.every((block) => typeof block !== 'string' || !block.includes('\n') || /^(?:- |\d+\. )/.test(block));
}

function definitions(element: Element, state: ReadState): Block[] {
  const lines: string[] = [];
  for (const part of queryAll(element, 'dt, dd')) {
    if (closestOf(part, 'dl') !== element || isUnreadable(part, getComputedStyle(part))) continue;
    const text = collapseSpaces(
      blocksIn(part, state)
        .filter((block) => typeof block === 'string')
        .join(' '),
    );
    const last = lines.length - 1;
    if (tagOf(part) === 'DT') lines.push(`- **${withoutBrackets(text)}**`);
    else if (lines[last]?.endsWith('**')) lines[last] += `: ${text}`;
    else if (last >= 0) lines[last] += `; ${text}`;
  }
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function tableBlock(element: Element, { budget }: ReadState): Block[] {
  const table = readTable(element, budget);
  if (!table) return [];
  const rows = [...table.rows, ...table.foot];
  const width = Math.max(table.headers.length, ...rows.map((row) => row.length));
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, index) => (cells[index] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const text = [line(table.headers), `|${' --- |'.repeat(width)}`, ...rows.map(line)].join('\n');
  return table.caption ? [`**${stripInvisible(table.caption)}**`, takeText(budget, text)] : [takeText(budget, text)];
}

/** A link around several blocks is put on the first one with text. */
function linkedBlocks(element: Element, blocks: Block[]): Block[] {
  const at = blocks.findIndex((block) => typeof block === 'string' && !block.startsWith('!['));
  return blocks.map((block, index) => {
    if (index !== at || typeof block !== 'string') return block;
    const [, mark = '', text = ''] = /^(#+ )?([\s\S]*)$/.exec(block) ?? [];
    return mark + linkMarkdown(element, text);
  });
}
