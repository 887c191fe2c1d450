import { attributeOf, classNameOf, rectOf, tagOf } from '../dom.js';
import { closestOf, queryAll, queryOne } from '../query.js';
import { numberOf, shadowRootOf } from '../registry.js';
import { collapse, flatChildren } from '../tree.js';
import { type Budget, isSpent, newBudget, spend } from './budget.js';
import { tickMarkdown } from './checkbox-markdown.js';
import { inlineMarkdown, linkMarkdown } from './inline-markdown.js';
import { isBoilerplate, isIndexPage, mainPart } from './main-part.js';
import { isUnseen, visibleLetters } from './shown.js';
import { isDataTable, readTable } from './table.js';
import { isButton, lineOf, type Part, textParts } from './text.js';

/** A paragraph, a list, a table …, or the number of an iframe whose content stands there. */
type Block = Part;

interface Reading {
  budget: Budget;
  /** Set while the main part is read: then menus and the like are left out. */
  main?: Element;
  isIndex: boolean;
}

/** The page's main content as Markdown, or all of one part. */
export function markdownParts(part: Element | undefined, budget: Budget = newBudget()): Part[] {
  const root = part ?? mainPart();
  const reading: Reading = part ? { budget, isIndex: true } : { budget, main: root, isIndex: isIndexPage(root) };
  const parts: Part[] = [];
  for (const block of blockOf(root, reading)) {
    if (typeof block !== 'string') parts.push(block);
    else if (typeof parts.at(-1) === 'string') parts[parts.length - 1] += `\n\n${block}`;
    else parts.push(block);
  }
  return parts;
}

const blockTags =
  /^(?:ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|BODY|DETAILS|DIALOG|DD|DIV|DL|DT|FIELDSET|FIGCAPTION|FIGURE|FOOTER|FORM|H[1-6]|HEADER|HGROUP|HR|LI|MAIN|NAV|OL|P|PRE|SECTION|SUMMARY|TABLE|UL|IFRAME)$/;

/** The blocks inside an element: runs of words between them become paragraphs. */
function blocksIn(element: Element, reading: Reading): Block[] {
  const blocks: Block[] = [];
  let run: Node[] = [];
  const style = getComputedStyle(element);
  const endRun = () => {
    const text = tidy(inlineMarkdown(run, style, reading.budget));
    if (text) blocks.push(text);
    run = [];
  };
  reading.budget.depth += 1;
  for (const child of flatChildren(element)) {
    if (reading.budget.truncated) break;
    if (!(child instanceof Element) || !standsAlone(child)) {
      run.push(child);
      continue;
    }
    endRun();
    blocks.push(...blockOf(child, reading));
  }
  endRun();
  reading.budget.depth -= 1;
  return blocks;
}

/** Hosts within hosts are looked into this far. */
const mostHosts = 8;

function standsAlone(element: Element, hosts = 0): boolean {
  const { display } = getComputedStyle(element);
  if (display === 'none') return false;
  if (blockTags.test(tagOf(element)) || attributeOf(element, 'role') === 'heading') return true;
  if (display !== 'contents' && !display.startsWith('inline')) return !/^(?:INPUT|SELECT|IMG|BR)$/.test(tagOf(element));
  if (queryOne(element, 'h1, h2, h3, h4, h5, h6, p, div, ul, ol, table, pre, blockquote')) return true;
  // A custom element is inline unless it says so, whatever its shadow root holds.
  if (hosts >= mostHosts || !(shadowRootOf(element) || element instanceof HTMLSlotElement)) return false;
  return [...flatChildren(element)].some((child) => child instanceof Element && standsAlone(child, hosts + 1));
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function blockOf(element: Element, reading: Reading): Block[] {
  if (isSpent(reading.budget)) return [];
  if (isUnseen(element, getComputedStyle(element))) return [];
  const tick = tickMarkdown(element);
  if (tick !== undefined) return [tick.trim()];
  if (isButton(element)) return [];
  if (reading.main && isBoilerplate(element, reading.main, reading.isIndex)) return [];
  const level = headingLevel(element);
  if (level > 0) return headingBlocks(element, level, reading);
  switch (tagOf(element)) {
    case 'HR':
      return ['---'];
    case 'PRE':
      return codeBlock(element, reading);
    case 'BLOCKQUOTE':
      return prefixed(blocksIn(element, reading), '> ', '> ');
    case 'UL':
    case 'OL':
      return listBlock(element, reading);
    case 'DL':
      return definitions(element, reading);
    case 'TABLE':
      return isDataTable(element) ? tableBlock(element, reading) : blocksIn(element, reading);
    case 'A':
      return linkedBlocks(element, blocksIn(element, reading));
    case 'SUMMARY':
      return blocksIn(element, reading).map((block) => (typeof block === 'string' ? `**${collapse(block)}**` : block));
    case 'IFRAME':
    case 'FRAME':
      return rectOf(element).height > 1 ? [{ frame: numberOf(element) }] : [];
    default:
      return blocksIn(element, reading);
  }
}

function headingLevel(element: Element): number {
  if (/^H[1-6]$/.test(tagOf(element))) return Number(tagOf(element)[1]);
  return attributeOf(element, 'role') === 'heading'
    ? Math.min(6, Number(attributeOf(element, 'aria-level') ?? 2) || 2)
    : 0;
}

function headingBlocks(element: Element, level: number, reading: Reading): Block[] {
  const words = blocksIn(element, reading).filter((block) => typeof block === 'string');
  const text = wordsOr(element, collapse(words.join(' ')).replace(/\*\*/g, ''));
  return text ? [`${'#'.repeat(level)} ${text}`] : [];
}

/** Where a button folds a part away, its words are the heading of that part. */
function wordsOr(element: Element, text: string): string {
  return /[\p{L}\p{N}]/u.test(text) ? text : lineOf(element, 500, { buttons: true }) || text;
}

function codeBlock(element: Element, { budget }: Reading): Block[] {
  const written = textParts(element, budget)
    .filter((part) => typeof part === 'string')
    .join('');
  const code = written.replace(/^\n+|\s+$/g, '');
  if (!code) return [];
  const inner = queryOne(element, 'code');
  const classes = `${classNameOf(element)} ${inner ? classNameOf(inner) : ''}`;
  const language = /(?:language|lang|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? '';
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return [`${fence}${language}\n${code}\n${fence}`];
}

/** Blocks that belong together, each line moved in; frames follow them. */
function prefixed(blocks: Block[], first: string, rest: string, gap = '\n\n'): Block[] {
  const text = blocks.filter((block) => typeof block === 'string').join(gap);
  const frames = blocks.filter((block) => typeof block !== 'string');
  if (!text) return frames;
  const lines = text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line ? rest + line : rest.trimEnd()));
  return [lines.join('\n'), ...frames];
}

function listBlock(element: Element, reading: Reading): Block[] {
  let number = element instanceof HTMLOListElement ? element.start : Number.NaN;
  const items: Block[] = [];
  for (const item of flatChildren(element)) {
    if (reading.budget.truncated) break;
    if (!(item instanceof Element) || isUnseen(item, getComputedStyle(item))) continue;
    const mark = Number.isNaN(number) ? '- ' : `${number}. `;
    const blocks = blocksIn(item, reading);
    const found = prefixed(blocks, mark, ' '.repeat(mark.length), isShort(blocks) ? '\n' : '\n\n');
    if (found.length > 0) number += 1;
    items.push(...found);
  }
  const text = items.filter((item) => typeof item === 'string').join('\n');
  return [...(text ? [text] : []), ...items.filter((item) => typeof item !== 'string')];
}

/** Words with a list below them need no empty line between. */
function isShort(blocks: Block[]): boolean {
  return blocks.every((block) => typeof block !== 'string' || !block.includes('\n') || /^(?:- |\d+\. )/.test(block));
}

function definitions(element: Element, reading: Reading): Block[] {
  const lines: string[] = [];
  for (const part of queryAll(element, 'dt, dd')) {
    if (closestOf(part, 'dl') !== element || isUnseen(part, getComputedStyle(part))) continue;
    const text = collapse(
      blocksIn(part, reading)
        .filter((block) => typeof block === 'string')
        .join(' '),
    );
    const last = lines.length - 1;
    if (tagOf(part) === 'DT') lines.push(`- **${wordsOr(part, text)}**`);
    else if (lines[last]?.endsWith('**')) lines[last] += `: ${text}`;
    else if (last >= 0) lines[last] += `; ${text}`;
  }
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function tableBlock(element: Element, { budget }: Reading): Block[] {
  const table = readTable(element, budget);
  if (!table) return [];
  const rows = [...table.rows, ...table.foot];
  const width = Math.max(table.headers.length, ...rows.map((row) => row.length));
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, index) => (cells[index] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const text = [line(table.headers), `|${' --- |'.repeat(width)}`, ...rows.map(line)].join('\n');
  return table.caption ? [`**${visibleLetters(table.caption)}**`, spend(budget, text)] : [spend(budget, text)];
}

/** A link around whole blocks: the first of them carries it. */
function linkedBlocks(element: Element, blocks: Block[]): Block[] {
  const at = blocks.findIndex((block) => typeof block === 'string' && !block.startsWith('!['));
  return blocks.map((block, index) => {
    if (index !== at || typeof block !== 'string') return block;
    const [, mark = '', words = ''] = /^(#+ )?([\s\S]*)$/.exec(block) ?? [];
    return mark + linkMarkdown(element, words);
  });
}
