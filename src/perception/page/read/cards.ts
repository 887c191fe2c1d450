import { collapseSpaces, flatChildren } from '../dom/flat-tree.js';
import { attributeOf, classesOf, parentOf, previousElementOf, tagOf } from '../dom/native-node.js';
import { attributeInside, queryAll, queryOne } from '../dom/native-query.js';
import type { PageBlock } from '../protocol.js';
import { linkUrl } from './inline-markdown.js';
import { fieldWord } from './pairs.js';
import { isUnreadable } from './readable.js';
import { isButton, readLine } from './text.js';

type Table = Extract<PageBlock, { kind: 'table' }>;
type Field = [key: string, value: string];

const maxCards = 1_000;
const maxElementsPerCard = 120;
const maxSampled = 20;
const maxFields = 40;
const maxParts = 20;
/** In characters. */
const maxTextLength = 500;
const maxHeaderLength = 200;
/** The start of a cut text must be longer than this to be compared with a title. */
const minCutTextLength = 5;
/** A search for visible children ends after this many children for each one wanted. */
const visitsPerChild = 4;
const minColumns = 2;
const minRows = 2;
const normalFontWeight = 400;
/** Children of one kind must be at least this fraction of all. */
const minSimilarFraction = 0.6;
/** A field must be in at least this fraction of the cards to become a column. */
const minColumnFraction = 0.3;

/** The children of an element that look alike, if they are most of its children. */
export function similarChildren(element: Element): Element[] {
  const shown = visibleElements(element, maxCards);
  const groups = new Map<string, Element[]>();
  for (const child of shown) {
    const kind = `${tagOf(child)} ${(classesOf(child)[0] ?? '').replace(/\d+/g, '')}`;
    const group = groups.get(kind);
    if (group) group.push(child);
    else groups.set(kind, [child]);
  }
  const largest = [...groups.values()].sort((one, other) => other.length - one.length)[0] ?? [];
  const first = largest[0];
  if (!first || !/^(?:DIV|LI|ARTICLE|SECTION|A|FIGURE|DETAILS)$|-/.test(tagOf(first))) return [];
  return largest.length >= minRows && largest.length >= shown.length * minSimilarFraction
    ? largest.slice(0, maxCards)
    : [];
}

/** The first visible children of an element. */
export function visibleElements(element: Element, max: number): Element[] {
  const shown: Element[] = [];
  let count = 0;
  for (const child of flatChildren(element)) {
    count += 1;
    if (shown.length >= max || count > max * visitsPerChild) break;
    if (!(child instanceof Element) || isButton(child) || isUnreadable(child, getComputedStyle(child))) continue;
    shown.push(child);
  }
  return shown;
}

/** The cards as a table: one row per card, one column per field. Undefined if they have no fields in common. */
export function readCards(cards: readonly Element[]): Omit<Table, 'kind'> | undefined {
  const sample = cards.slice(0, maxSampled);
  if (cards.length < minCards(cards[0])) return undefined;
  if (
    sample.some(
      (card) =>
        queryOne(card, 'table, dl, h1, textarea, [role=grid]') || queryAll(card, '*').length > maxElementsPerCard,
    )
  )
    return undefined;
  const rows = cards.map((card) => fieldsOf(card));
  const cells = cards.map(cellsOf);
  if (areTableRows(cells)) return toTable(cards, cells);
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const key of new Set(row.map(([name]) => name))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keys = [...counts]
    .filter(([, count]) => count >= Math.max(1, rows.length * minColumnFraction))
    .map(([key]) => key);
  if (keys.filter((key) => key !== 'link' && key !== 'image').length < minColumns) return undefined;
  return { headers: keys, rows: rows.map((row) => keys.map((key) => valueUnder(row, key))) };
}

/** Two boxes may look alike by chance, two list items do not. */
function minCards(card: Element | undefined): number {
  if (!card || /^(?:LI|ARTICLE|FIGURE)$/.test(tagOf(card))) return 2;
  return classesOf(card).length > 0 && queryOne(card, 'h2, h3, h4, h5') ? 2 : 3;
}

function valueUnder(row: Field[], key: string): string {
  return row
    .filter(([name]) => name === key)
    .map(([, value]) => value)
    .join(', ');
}

/** The texts of a card, each with the best available name. */
function fieldsOf(card: Element): Field[] {
  const fields: Field[] = [];
  let isNamed = queryOne(card, 'h2, h3, h4, h5, h6, [itemprop=name]') !== null;
  const addLink = (element: Element | null): void => {
    const url = element && linkUrl(element);
    if (url && !fields.some(([key]) => key === 'link')) fields.push(['link', url]);
  };
  const visit = (element: Element): void => {
    if (fields.length > maxFields || isButton(element) || isUnreadable(element, getComputedStyle(element))) return;
    if (element instanceof HTMLImageElement && /^https?:/.test(element.src)) fields.push(['image', element.src]);
    addLink(element);
    if (!isLeaf(element)) {
      const stars = ratingOf(element);
      if (stars) fields.push(['rating', stars]);
      for (const child of flatChildren(element)) if (child instanceof Element) visit(child);
      return;
    }
    addLink(queryOne(element, 'a[href]'));
    const read = fieldIn(element, card, isNamed);
    if (!read) return;
    const parts = partsOf(element, card);
    // Text around named parts is not a field of its own.
    fields.push(...(read[0] === 'text' && !keyOf(element, card) && parts.length > 0 ? [] : [read]), ...parts);
    isNamed = true;
  };
  visit(card);
  return fields;
}

function fieldIn(element: Element, card: Element, isNamed: boolean): Field | undefined {
  const text = wholeText(element);
  if (!text) return undefined;
  const [, label, value] = /^([^:：\d][^:：]{0,30}?)\s*[:：]\s+(.+)$/.exec(text) ?? [];
  if (label && value) return [label, value];
  return [keyOf(element, card) || (isNamed ? guessKey(text) : 'name'), text];
}

/** The named parts of a line: a date, a place. */
function partsOf(element: Element, card: Element): Field[] {
  return [...queryAll(element, 'time, [itemprop], [class]')].slice(0, maxParts).flatMap((part): Field[] => {
    const text = wholeText(part);
    const key = text && tagOf(part) !== 'A' ? keyOf(part, element) : '';
    return key && key !== keyOf(element, card) ? [[key, text]] : [];
  });
}

/** The text of an element. Uses the title if the text is cut, and the full date if it omits the year. */
function wholeText(element: Element): string {
  const text = readLine(element, maxTextLength);
  const title = (attributeOf(element, 'title') ?? attributeInside(element, '[title]', 'title') ?? '').trim();
  const [start = '', isCut] = text.split(/(?:\.\.\.|…)$/);
  if (isCut !== undefined && start.length > minCutTextLength && title.startsWith(start.trim())) return title;
  const isDate = element instanceof HTMLTimeElement && /^\d{4}-\d\d-\d\d/.test(element.dateTime) && !/\d{4}/.test(text);
  return isDate ? element.dateTime : text;
}

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five'];

/** A rating that a class expresses: `star-rating Three`. */
function ratingOf(element: Element): string | undefined {
  if (![...classesOf(element)].some((name) => /rating|stars/i.test(name))) return undefined;
  const text =
    attributeOf(element, 'aria-label') ?? attributeOf(element, 'title') ?? attributeOf(element, 'data-rating');
  const word = [...classesOf(element)].map((name) => numbers.indexOf(name.toLowerCase())).find((number) => number >= 0);
  return text ?? (word === undefined ? undefined : String(word));
}

/** Whether an element contains text and no nested fields. */
function isLeaf(element: Element): boolean {
  if (ratingOf(element)) return false;
  const children = [...flatChildren(element)];
  const hasText = children.some((child) => child instanceof Text && /[\p{L}\p{N}]/u.test(child.data));
  return hasText || !children.some((child) => child instanceof Element) || /^H[1-6]$/.test(tagOf(element));
}

function keyOf(element: Element, card: Element): string {
  for (let current: Element | null = element; current && current !== card; current = parentOf(current)) {
    const given =
      attributeOf(current, 'itemprop') ?? attributeOf(current, 'data-label') ?? attributeOf(current, 'data-field');
    if (given) return given;
    if (/^H[1-6]$/.test(tagOf(current))) return 'name';
    if (tagOf(current) === 'TIME') return 'date';
    const word = classWord(current);
    if (word) return word;
  }
  return '';
}

const stylingWords =
  /^(?:col|row|flex|grid|text|font|bg|px|py|pt|pb|mt|mb|m|p|w|h|d|is|has|js|css|muted|small|large|bold|block|inline|left|right|center|wrapper?|inner|content|body|container|item|card|box|info|meta|link|btn|sr)$/i;

/** The meaningful word of a class: `product-card__price` → `price`. Classes for styling have none. */
function classWord(element: Element): string {
  const names = [...classesOf(element)];
  for (const name of names) {
    const word = fieldWord(name);
    if (word) return word.toLowerCase();
  }
  for (const name of names) {
    if (/^(?:text|content|body)$/.test(name)) return 'text';
    const parts = name.split(/__|--|[-_]/).filter(Boolean);
    const word = parts.at(-1) ?? '';
    if (/^[a-z]{3,}$/i.test(word) && !stylingWords.test(word) && !/^(?:text|font|bg|css)$/.test(parts[0] ?? ''))
      return word;
  }
  return '';
}

function guessKey(text: string): string {
  if (/^[€$£¥]\s?[\d.,]+$|^[\d.,]+\s?(?:[€$£¥]|EUR|USD|GBP)$/.test(text)) return 'price';
  if (/^\d{4}-\d\d-\d\d\b|^\d{1,2}\s\p{L}{3,9}\s\d{4}$/u.test(text)) return 'date';
  return 'text';
}

function cellsOf(card: Element): Element[] {
  return [...flatChildren(card)].filter(
    (child): child is Element => child instanceof Element && !isUnreadable(child, getComputedStyle(child)),
  );
}

/** Whether boxes form a table: equal numbers of similar cells in each row. */
function areTableRows(rows: Element[][]): boolean {
  const width = rows[0]?.length ?? 0;
  const kind = (cell: Element | undefined) => cell && `${tagOf(cell)} ${attributeOf(cell, 'class') ?? ''}`;
  if (width < minColumns || rows.length < minRows) return false;
  const body = rows.slice(1);
  return (
    rows.every((row) => row.length === width) &&
    body.every((row) => row.every((cell) => kind(cell) === kind(row[0]) && isLeaf(cell)))
  );
}

function toTable(rows: readonly Element[], cells: Element[][]): Omit<Table, 'kind'> | undefined {
  const texts = cells.map((row) => row.map((cell) => readLine(cell, maxTextLength)));
  const [head, ...body] = texts;
  const first = rows[0];
  if (!head || !first) return undefined;
  const before = previousElementOf(first);
  const above =
    before && cellsOf(before).length === head.length
      ? cellsOf(before).map((cell) => readLine(cell, maxHeaderLength))
      : undefined;
  if (above) return { headers: above, rows: texts };
  const weight = (row: Element[] | undefined) =>
    Number(row?.[0] ? getComputedStyle(row[0]).fontWeight : normalFontWeight);
  const isHead = /head/i.test(attributeOf(first, 'class') ?? '') || weight(cells[0]) > weight(cells[1]);
  return isHead ? { headers: head.map(collapseSpaces), rows: body } : { headers: head.map(() => ''), rows: texts };
}
