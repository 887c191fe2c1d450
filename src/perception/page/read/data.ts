import type { PageBlock } from '../../page-protocol.js';
import { attributeOf, elementCountOf, firstElementOf, tagOf, textContentOf } from '../dom.js';
import { nameOf } from '../naming/names.js';
import { ariaRole } from '../naming/roles.js';
import { newElement, pageBody, pageRoot } from '../own-document.js';
import { byTag, closestOf, queryOne } from '../query.js';
import { numberOf } from '../registry.js';
import { collapse, flatChildren } from '../tree.js';
import { type Budget, isSpent, newBudget } from './budget.js';
import { likeChildren, readCards, shownElements } from './cards.js';
import { readFields } from './form.js';
import { readJsonLd, readMicrodata } from './linked-data.js';
import {
  definitionPairs,
  type Pair,
  pairByClass,
  pairInRow,
  pairsInSentence,
  pairsInTurn,
  pairsInWords,
} from './pairs.js';
import { isUnseen } from './shown.js';
import { isDataTable } from './table.js';
import { tableBlocks } from './table-blocks.js';
import { isButton, lineOf, textParts } from './text.js';

const mostBlocks = 400;
const mostItems = 1_000;

interface Reading {
  blocks: PageBlock[];
  budget: Budget;
  heading: string;
  /** Pairs that stand near each other are one block. */
  open?: { pairs: Pair[]; heading: string; at: Element };
  isWhole: boolean;
}

/** What a page or a part of it holds in an ordered form. */
export function readData(part: Element | undefined): PageBlock[] {
  const budget = newBudget();
  const root = part ?? pageBody() ?? pageRoot();
  const scope = part ?? document;
  const reading: Reading = {
    blocks: [...readJsonLd(scope, budget), ...readMicrodata(scope, budget)],
    budget,
    heading: '',
    isWhole: !part,
  };
  visit(root, reading);
  endPairs(reading);
  readLooseFields(root, reading);
  return reading.blocks.slice(0, mostBlocks);
}

function emit(reading: Reading, block: PageBlock): void {
  endPairs(reading);
  reading.blocks.push(block);
}

function addPairs(reading: Reading, pairs: Pair[], at: Element): void {
  if (pairs.length === 0) return;
  if (reading.open && reading.open.heading !== reading.heading) endPairs(reading);
  reading.open ??= { pairs: [], heading: reading.heading, at };
  const known = reading.open.pairs;
  for (const pair of pairs)
    if (!known.some(([label, value]) => label === pair[0] && value === pair[1])) known.push(pair);
}

function endPairs(reading: Reading): void {
  const { open } = reading;
  reading.open = undefined;
  if (open)
    reading.blocks.push({ kind: 'pairs', ...titled(open.heading), pairs: open.pairs, number: numberOf(open.at) });
}

function titled(heading: string): { heading?: string } {
  return heading ? { heading } : {};
}

function visit(element: Element, reading: Reading): void {
  if (isSpent(reading.budget) || reading.blocks.length >= mostBlocks) return;
  if (isButton(element) || isField(element) || isUnseen(element, getComputedStyle(element))) return;
  const role = ariaRole(element);
  if (reading.isWhole && role === 'navigation') return;
  if (/^H[1-6]$/.test(tagOf(element)) || role === 'heading') {
    readHeading(element, reading);
    return;
  }
  if (tagOf(element) === 'DL') {
    addPairs(reading, definitionPairs(element), element);
    return;
  }
  if (tagOf(element) === 'TABLE' || role === 'grid' || role === 'table' || role === 'treegrid') {
    if (isDataTable(element) && readTableBlocks(element, reading)) return;
  } else if (tagOf(element) === 'FORM' || role === 'form') emitForm(element, reading);
  else if (tagOf(element) === 'UL' || tagOf(element) === 'OL' || role === 'list') {
    if (readList(element, reading)) return;
  } else if (readBox(element, reading)) return;
  visitChildren(element, reading);
}

/** What is in fields is told with their form. */
function isField(element: Element): boolean {
  if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(tagOf(element))) return true;
  return (
    element instanceof HTMLLabelElement && element.control !== null && !/[:：]\s+\S/.test(textContentOf(element) ?? '')
  );
}

function visitChildren(element: Element, reading: Reading): void {
  reading.budget.depth += 1;
  const outer = reading.heading;
  for (const child of flatChildren(element)) if (child instanceof Element) visit(child, reading);
  // A heading speaks for what follows it in its own section.
  if (/^(?:SECTION|ARTICLE|ASIDE|FORM|FIELDSET)$/.test(tagOf(element))) reading.heading = outer;
  reading.budget.depth -= 1;
}

function readHeading(element: Element, reading: Reading): void {
  const text = lineOf(element, 300);
  if (!text) return;
  reading.heading = text;
  const isFirst = tagOf(element) === 'H1' || attributeOf(element, 'aria-level') === '1';
  addPairs(
    reading,
    [...(isFirst ? [['Title', text] satisfies Pair] : []), ...pairsInWords(element, text), ...pairsInSentence(text)],
    element,
  );
}

function readTableBlocks(element: Element, reading: Reading): boolean {
  const found = tableBlocks(element, reading.heading, reading.budget);
  if (!found) return false;
  emit(reading, found.block);
  addPairs(reading, found.sums, element);
  return true;
}

function emitForm(element: Element, reading: Reading): void {
  const fields = readFields(element, (field) => closestOf(field, 'form, [role=form]') === element);
  if (fields.length === 0) return;
  const heading =
    collapse(nameOf(element)) ||
    lineOf(queryOne(element, 'h1, h2, h3, legend') ?? newElement('p'), 200) ||
    reading.heading;
  emit(reading, { kind: 'form', ...titled(heading), fields, number: numberOf(element) });
}

/** Fields that stand in no form. */
function readLooseFields(root: Element, reading: Reading): void {
  if (closestOf(root, 'form, [role=form]')) return;
  const fields = readFields(root, (field) => !closestOf(field, 'form, [role=form], td, th, [role=gridcell]'));
  if (fields.length > 0) reading.blocks.push({ kind: 'form', fields });
}

function readList(element: Element, reading: Reading): boolean {
  const items = shownElements(element, mostItems);
  if (items.length === 0 || items.some((item) => queryOne(item, 'table, dl, textarea'))) return false;
  const texts = items.map((item) => lineOf(item, 1_000));
  if (reading.isWhole && isFurniture(element, texts)) return true;
  const heading = collapse(nameOf(element)) || reading.heading;
  const said = items.flatMap((item, index) => pairsInWords(item, texts[index] ?? '').slice(0, 2));
  const areSaid = said.length >= items.length * 0.6;
  const rows = areSaid ? [] : items.flatMap((item) => pairInRow(item) ?? []).map(({ pair }) => pair);
  const areRows = rows.length >= items.length * 0.6;
  addPairs(reading, areSaid ? said : areRows ? rows : [], element);
  const cards = areSaid ? undefined : readCards(items);
  if (cards?.headers.some(Boolean))
    emit(reading, { kind: 'table', ...(heading ? { caption: heading } : {}), ...cards, number: numberOf(element) });
  if (!areRows && said.length < items.length)
    emit(reading, { kind: 'list', ...titled(heading), items: texts.filter(Boolean), number: numberOf(element) });
  return true;
}

/** The menus of a page's head and foot. */
function isFurniture(element: Element, texts: string[]): boolean {
  const around = closestOf(element, 'header, footer, aside, [role=banner], [role=contentinfo], [role=complementary]');
  if (!around || closestOf(around, 'article, main')) return false;
  const links = [...byTag(element, 'a')].reduce((sum, link) => sum + collapse(textContentOf(link) ?? '').length, 0);
  return links > texts.join('').length * 0.8;
}

/** Boxes that are neither table nor list: rows of two, cards, lines of words. True when nothing inside is left to be read. */
function readBox(element: Element, reading: Reading): boolean {
  const inTurn = pairsInTurn(element);
  if (inTurn.length > 0) {
    addPairs(reading, inTurn, element);
    return true;
  }
  const like = likeChildren(element);
  const rows = like.flatMap((row) => pairInRow(row) ?? []);
  if (rows.length >= 2 && rows.length >= like.length * 0.6)
    addPairs(
      reading,
      rows.map(({ pair }) => pair),
      element,
    );
  const arePairs = rows.length > 0 && rows.length === like.length;
  const read = like.length > 0 && !(arePairs && rows.every(({ isSure }) => isSure)) ? readCards(like) : undefined;
  const cards = arePairs && !read?.headers.some(Boolean) ? undefined : read;
  if (cards) {
    const heading = collapse(nameOf(element)) || reading.heading;
    emit(reading, { kind: 'table', ...(heading ? { caption: heading } : {}), ...cards, number: numberOf(element) });
    return true;
  }
  if (arePairs && rows.length >= 2) return true;
  const row = pairInRow(element);
  if (row?.isSure) {
    addPairs(reading, [row.pair], element);
    return true;
  }
  return readWords(element, reading);
}

/** A block that holds nothing but words. */
function readWords(element: Element, reading: Reading): boolean {
  if (elementCountOf(element) > 100) return false;
  for (const child of flatChildren(element)) {
    if (!(child instanceof Element)) continue;
    const { display } = getComputedStyle(child);
    if (display !== 'none' && !display.startsWith('inline') && display !== 'contents' && tagOf(child) !== 'BR')
      return false;
    if (queryOne(child, 'div, p, ul, ol, table, dl, form') || /^(?:INPUT|SELECT|TEXTAREA)$/.test(tagOf(child)))
      return false;
  }
  const budget = newBudget({ nodes: 2_000, characters: 3_000, milliseconds: 50 });
  const text = textParts(element, budget, {})
    .filter((part) => typeof part === 'string')
    .join(' ');
  const pairs = [...pairsInWords(element, text), ...pairsInSentence(collapse(text))];
  const named = pairs.length > 0 ? undefined : pairByClass(element, collapse(text));
  addPairs(reading, named ? [named] : pairs, element);
  return pairs.length > 0 || named !== undefined || firstElementOf(element) === null;
}
