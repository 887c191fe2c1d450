import { collapseSpaces, flatChildren } from '../dom/flat-tree.js';
import { newElement, pageBody, pageRoot } from '../dom/native-document.js';
import { attributeOf, elementCountOf, firstElementOf, tagOf, textContentOf } from '../dom/native-node.js';
import { byTag, closestOf, queryOne } from '../dom/native-query.js';
import { numberOf } from '../dom/node-registry.js';
import { nameOf } from '../naming/accessible-name.js';
import { ariaRole } from '../naming/roles.js';
import type { PageBlock } from '../protocol.js';
import { type Budget, consumeNode, newBudget } from './budget.js';
import { readCards, similarChildren, visibleElements } from './cards.js';
import { readJsonLd, readMicrodata } from './embedded-data.js';
import { readFields } from './form-fields.js';
import {
  alternatingPairs,
  definitionPairs,
  type Pair,
  pairByClass,
  pairInRow,
  pairsInSentence,
  pairsInText,
} from './pairs.js';
import { isUnreadable } from './readable.js';
import { isDataTable } from './table.js';
import { readTableBlock } from './table-blocks.js';
import { isButton, readLine, readTextParts } from './text.js';

const maxBlocks = 400;

/** Rows of one kind must be at least this fraction of all rows. */
const minSimilarFraction = 0.6;
const minRows = 2;
const maxFormHeadingLength = 200;
const maxPairsPerItem = 2;
/** Link text as a fraction of all text: more than this makes a list a menu. */
const minMenuLinkDensity = 0.8;
const maxElementsPerTextBlock = 100;
const textBlockLimits = { nodes: 2_000, characters: 3_000, milliseconds: 50 };

interface DataState {
  blocks: PageBlock[];
  budget: Budget;
  heading: string;
  /** The current block of pairs: neighbouring pairs form one block. */
  open?: { pairs: Pair[]; heading: string; element: Element };
  /** The whole page is read, not one element. */
  isWhole: boolean;
}

/** The structured data of the page or an element. */
export function readData(part: Element | undefined): PageBlock[] {
  const budget = newBudget();
  const root = part ?? pageBody() ?? pageRoot();
  const scope = part ?? document;
  const state: DataState = {
    blocks: [...readJsonLd(scope, budget), ...readMicrodata(scope, budget)],
    budget,
    heading: '',
    isWhole: !part,
  };
  visit(root, state);
  endPairs(state);
  readLooseFields(root, state);
  return state.blocks.slice(0, maxBlocks);
}

function addBlock(state: DataState, block: PageBlock): void {
  endPairs(state);
  state.blocks.push(block);
}

function addPairs(state: DataState, pairs: Pair[], element: Element): void {
  if (pairs.length === 0) return;
  if (state.open && state.open.heading !== state.heading) endPairs(state);
  state.open ??= { pairs: [], heading: state.heading, element };
  const known = state.open.pairs;
  for (const pair of pairs)
    if (!known.some(([label, value]) => label === pair[0] && value === pair[1])) known.push(pair);
}

function endPairs(state: DataState): void {
  const { open } = state;
  state.open = undefined;
  if (open)
    state.blocks.push({
      kind: 'pairs',
      heading: open.heading || undefined,
      pairs: open.pairs,
      number: numberOf(open.element),
    });
}

function visit(element: Element, state: DataState): void {
  if (!consumeNode(state.budget) || state.blocks.length >= maxBlocks) return;
  if (isButton(element) || isField(element) || isUnreadable(element, getComputedStyle(element))) return;
  const role = ariaRole(element);
  if (state.isWhole && role === 'navigation') return;
  if (/^H[1-6]$/.test(tagOf(element)) || role === 'heading') {
    readHeading(element, state);
    return;
  }
  if (tagOf(element) === 'DL') {
    addPairs(state, definitionPairs(element), element);
    return;
  }
  if (tagOf(element) === 'TABLE' || role === 'grid' || role === 'table' || role === 'treegrid') {
    if (isDataTable(element) && readTableBlocks(element, state)) return;
  } else if (tagOf(element) === 'FORM' || role === 'form') addForm(element, state);
  else if (tagOf(element) === 'UL' || tagOf(element) === 'OL' || role === 'list') {
    if (readList(element, state)) return;
  } else if (readBox(element, state)) return;
  visitChildren(element, state);
}

/** Fields are reported with their form. */
function isField(element: Element): boolean {
  if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(tagOf(element))) return true;
  return (
    element instanceof HTMLLabelElement && element.control !== null && !/[:：]\s+\S/.test(textContentOf(element) ?? '')
  );
}

function visitChildren(element: Element, state: DataState): void {
  state.budget.depth += 1;
  const outer = state.heading;
  for (const child of flatChildren(element)) if (child instanceof Element) visit(child, state);
  // A heading applies to the rest of its section.
  if (/^(?:SECTION|ARTICLE|ASIDE|FORM|FIELDSET)$/.test(tagOf(element))) state.heading = outer;
  state.budget.depth -= 1;
}

const maxHeadingLength = 300;

function readHeading(element: Element, state: DataState): void {
  const text = readLine(element, maxHeadingLength);
  if (!text) return;
  state.heading = text;
  const isFirst = tagOf(element) === 'H1' || attributeOf(element, 'aria-level') === '1';
  addPairs(
    state,
    [...(isFirst ? [['Title', text] satisfies Pair] : []), ...pairsInText(element, text), ...pairsInSentence(text)],
    element,
  );
}

function readTableBlocks(element: Element, state: DataState): boolean {
  const found = readTableBlock(element, state.heading, state.budget);
  if (!found) return false;
  addBlock(state, found.block);
  addPairs(state, found.totals, element);
  return true;
}

function addForm(element: Element, state: DataState): void {
  const fields = readFields(element, (field) => closestOf(field, 'form, [role=form]') === element);
  if (fields.length === 0) return;
  const heading =
    collapseSpaces(nameOf(element)) ||
    readLine(queryOne(element, 'h1, h2, h3, legend') ?? newElement('p'), maxFormHeadingLength) ||
    state.heading;
  addBlock(state, { kind: 'form', heading: heading || undefined, fields, number: numberOf(element) });
}

/** Fields outside of forms. */
function readLooseFields(root: Element, state: DataState): void {
  if (closestOf(root, 'form, [role=form]')) return;
  const fields = readFields(root, (field) => !closestOf(field, 'form, [role=form], td, th, [role=gridcell]'));
  if (fields.length > 0) state.blocks.push({ kind: 'form', fields });
}

const maxItems = 1_000;
const maxItemLength = 1_000;

function readList(element: Element, state: DataState): boolean {
  const items = visibleElements(element, maxItems);
  if (items.length === 0 || items.some((item) => queryOne(item, 'table, dl, textarea'))) return false;
  const texts = items.map((item) => readLine(item, maxItemLength));
  if (state.isWhole && isPageMenu(element, texts)) return true;
  const heading = collapseSpaces(nameOf(element)) || state.heading;
  const inText = items.flatMap((item, index) => pairsInText(item, texts[index] ?? '').slice(0, maxPairsPerItem));
  const areInText = inText.length >= items.length * minSimilarFraction;
  const rows = areInText ? [] : items.flatMap((item) => pairInRow(item) ?? []).map(({ pair }) => pair);
  const areRows = rows.length >= items.length * minSimilarFraction;
  addPairs(state, areInText ? inText : areRows ? rows : [], element);
  const cards = areInText ? undefined : readCards(items);
  if (cards?.headers.some(Boolean))
    addBlock(state, { kind: 'table', caption: heading || undefined, ...cards, number: numberOf(element) });
  if (!areRows && inText.length < items.length)
    addBlock(state, {
      kind: 'list',
      heading: heading || undefined,
      items: texts.filter(Boolean),
      number: numberOf(element),
    });
  return true;
}

/** Whether a list is a menu in the header or footer of the page. */
function isPageMenu(element: Element, texts: string[]): boolean {
  const around = closestOf(element, 'header, footer, aside, [role=banner], [role=contentinfo], [role=complementary]');
  if (!around || closestOf(around, 'article, main')) return false;
  const links = [...byTag(element, 'a')].reduce(
    (sum, link) => sum + collapseSpaces(textContentOf(link) ?? '').length,
    0,
  );
  return links > texts.join('').length * minMenuLinkDensity;
}

/** Reads a box that is neither table nor list: pairs, cards or text. True if nothing inside is left to read. */
function readBox(element: Element, state: DataState): boolean {
  const alternating = alternatingPairs(element);
  if (alternating.length > 0) {
    addPairs(state, alternating, element);
    return true;
  }
  const similar = similarChildren(element);
  const rows = similar.flatMap((row) => pairInRow(row) ?? []);
  if (rows.length >= minRows && rows.length >= similar.length * minSimilarFraction)
    addPairs(
      state,
      rows.map(({ pair }) => pair),
      element,
    );
  const arePairs = rows.length > 0 && rows.length === similar.length;
  const read = similar.length > 0 && !(arePairs && rows.every(({ isSure }) => isSure)) ? readCards(similar) : undefined;
  const cards = arePairs && !read?.headers.some(Boolean) ? undefined : read;
  if (cards) {
    const heading = collapseSpaces(nameOf(element)) || state.heading;
    addBlock(state, { kind: 'table', caption: heading || undefined, ...cards, number: numberOf(element) });
    return true;
  }
  if (arePairs && rows.length >= minRows) return true;
  const row = pairInRow(element);
  if (row?.isSure) {
    addPairs(state, [row.pair], element);
    return true;
  }
  return readTextBlock(element, state);
}

/** Reads a block that contains only text. */
function readTextBlock(element: Element, state: DataState): boolean {
  if (elementCountOf(element) > maxElementsPerTextBlock) return false;
  for (const child of flatChildren(element)) {
    if (!(child instanceof Element)) continue;
    const { display } = getComputedStyle(child);
    if (display !== 'none' && !display.startsWith('inline') && display !== 'contents' && tagOf(child) !== 'BR')
      return false;
    if (queryOne(child, 'div, p, ul, ol, table, dl, form') || /^(?:INPUT|SELECT|TEXTAREA)$/.test(tagOf(child)))
      return false;
  }
  const budget = newBudget(textBlockLimits);
  const text = readTextParts(element, budget, {})
    .filter((part) => typeof part === 'string')
    .join(' ');
  const pairs = [...pairsInText(element, text), ...pairsInSentence(collapseSpaces(text))];
  const named = pairs.length > 0 ? undefined : pairByClass(element, collapseSpaces(text));
  addPairs(state, named ? [named] : pairs, element);
  return pairs.length > 0 || named !== undefined || firstElementOf(element) === null;
}
