import type { PageBlock } from '../../page-protocol.js';
import { attributeOf, classesOf, parentOf, previousElementOf, tagOf } from '../dom.js';
import { attributeInside, queryAll, queryOne } from '../query.js';
import { collapse, flatChildren } from '../tree.js';
import { addressOf } from './inline-markdown.js';
import { tellingPart } from './pairs.js';
import { isUnseen } from './shown.js';
import { isButton, lineOf } from './text.js';

/** Things of one kind shown one after the other: each is a row, what it shows of itself are its columns. */

type Table = Extract<PageBlock, { kind: 'table' }>;
type Field = [key: string, value: string];

const mostCards = 1_000;
const largestCard = 120;

/** The children of an element that look like each other, when they are what it is made of. */
export function likeChildren(element: Element): Element[] {
  const shown = shownElements(element, mostCards);
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
  return largest.length >= 2 && largest.length >= shown.length * 0.6 ? largest.slice(0, mostCards) : [];
}

/** The first elements in an element that show something. */
export function shownElements(element: Element, most: number): Element[] {
  const shown: Element[] = [];
  let count = 0;
  for (const child of flatChildren(element)) {
    count += 1;
    if (shown.length >= most || count > most * 4) break;
    if (!(child instanceof Element) || isButton(child) || isUnseen(child, getComputedStyle(child))) continue;
    shown.push(child);
  }
  return shown;
}

/** A table of cards, or nothing when they have no parts in common. */
export function readCards(cards: readonly Element[]): Omit<Table, 'kind'> | undefined {
  const sample = cards.slice(0, 20);
  if (cards.length < fewest(cards[0])) return undefined;
  if (
    sample.some(
      (card) => queryOne(card, 'table, dl, h1, textarea, [role=grid]') || queryAll(card, '*').length > largestCard,
    )
  )
    return undefined;
  const rows = cards.map((card) => fieldsOf(card));
  const cells = cards.map(cellsOf);
  if (isRowOfCells(cells)) return rowsOfCells(cards, cells);
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const key of new Set(row.map(([name]) => name))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keys = [...counts].filter(([, count]) => count >= Math.max(1, rows.length * 0.3)).map(([key]) => key);
  if (keys.filter((key) => key !== 'link' && key !== 'image').length < 2) return undefined;
  return { headers: keys, rows: rows.map((row) => keys.map((key) => valueUnder(row, key))) };
}

/** Two boxes may be alike by chance; two items of a list are not. */
function fewest(card: Element | undefined): number {
  if (!card || /^(?:LI|ARTICLE|FIGURE)$/.test(tagOf(card))) return 2;
  return classesOf(card).length > 0 && queryOne(card, 'h2, h3, h4, h5') ? 2 : 3;
}

function valueUnder(row: Field[], key: string): string {
  return row
    .filter(([name]) => name === key)
    .map(([, value]) => value)
    .join(', ');
}

/** What a card says, each with the best name there is for it. */
function fieldsOf(card: Element): Field[] {
  const fields: Field[] = [];
  let isNamed = queryOne(card, 'h2, h3, h4, h5, h6, [itemprop=name]') !== null;
  const addLink = (element: Element | null): void => {
    const address = element && addressOf(element);
    if (address && !fields.some(([key]) => key === 'link')) fields.push(['link', address]);
  };
  const visit = (element: Element): void => {
    if (fields.length > 40 || isButton(element) || isUnseen(element, getComputedStyle(element))) return;
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
    // Words around named parts are no part of their own.
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
  return [keyOf(element, card) || (isNamed ? guess(text) : 'name'), text];
}

/** Parts of a line that have a name of their own: a date, a place. */
function partsOf(element: Element, card: Element): Field[] {
  return [...queryAll(element, 'time, [itemprop], [class]')].slice(0, 20).flatMap((part): Field[] => {
    const text = wholeText(part);
    const key = text && tagOf(part) !== 'A' ? keyOf(part, element) : '';
    return key && key !== keyOf(element, card) ? [[key, text]] : [];
  });
}

/** The text, in full where it was cut and its title tells the rest, and with its year where it leaves that to the reader. */
function wholeText(element: Element): string {
  const text = lineOf(element, 500);
  const title = (attributeOf(element, 'title') ?? attributeInside(element, '[title]', 'title') ?? '').trim();
  const [start = '', isCut] = text.split(/(?:\.\.\.|…)$/);
  if (isCut !== undefined && start.length > 5 && title.startsWith(start.trim())) return title;
  const isDate = element instanceof HTMLTimeElement && /^\d{4}-\d\d-\d\d/.test(element.dateTime) && !/\d{4}/.test(text);
  return isDate ? element.dateTime : text;
}

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five'];

/** Stars drawn by a style: `star-rating Three`. */
function ratingOf(element: Element): string | undefined {
  if (![...classesOf(element)].some((name) => /rating|stars/i.test(name))) return undefined;
  const said =
    attributeOf(element, 'aria-label') ?? attributeOf(element, 'title') ?? attributeOf(element, 'data-rating');
  const word = [...classesOf(element)].map((name) => numbers.indexOf(name.toLowerCase())).find((number) => number >= 0);
  return said ?? (word === undefined ? undefined : String(word));
}

/** Words in a line, with no boxes in it that would stand for parts of their own. */
function isLeaf(element: Element): boolean {
  if (ratingOf(element)) return false;
  const children = [...flatChildren(element)];
  const hasWords = children.some((child) => child instanceof Text && /[\p{L}\p{N}]/u.test(child.data));
  return hasWords || !children.some((child) => child instanceof Element) || /^H[1-6]$/.test(tagOf(element));
}

function keyOf(element: Element, card: Element): string {
  for (let at: Element | null = element; at && at !== card; at = parentOf(at)) {
    const given = attributeOf(at, 'itemprop') ?? attributeOf(at, 'data-label') ?? attributeOf(at, 'data-field');
    if (given) return given;
    if (/^H[1-6]$/.test(tagOf(at))) return 'name';
    if (tagOf(at) === 'TIME') return 'date';
    const word = classWord(at);
    if (word) return word;
  }
  return '';
}

const styling =
  /^(?:col|row|flex|grid|text|font|bg|px|py|pt|pb|mt|mb|m|p|w|h|d|is|has|js|css|muted|small|large|bold|block|inline|left|right|center|wrapper?|inner|content|body|container|item|card|box|info|meta|link|btn|sr)$/i;

/** `product-card__price` → `price`. Classes that only style say nothing. */
function classWord(element: Element): string {
  const names = [...classesOf(element)];
  for (const name of names) {
    const word = tellingPart(name);
    if (word) return word.toLowerCase();
  }
  for (const name of names) {
    if (/^(?:text|content|body)$/.test(name)) return 'text';
    const parts = name.split(/__|--|[-_]/).filter(Boolean);
    const word = parts.at(-1) ?? '';
    if (/^[a-z]{3,}$/i.test(word) && !styling.test(word) && !/^(?:text|font|bg|css)$/.test(parts[0] ?? '')) return word;
  }
  return '';
}

function guess(text: string): string {
  if (/^[€$£¥]\s?[\d.,]+$|^[\d.,]+\s?(?:[€$£¥]|EUR|USD|GBP)$/.test(text)) return 'price';
  if (/^\d{4}-\d\d-\d\d\b|^\d{1,2}\s\p{L}{3,9}\s\d{4}$/u.test(text)) return 'date';
  return 'text';
}

function cellsOf(card: Element): Element[] {
  return [...flatChildren(card)].filter(
    (child): child is Element => child instanceof Element && !isUnseen(child, getComputedStyle(child)),
  );
}

/** Rows of a table made of boxes: as many in each, and all of one kind. */
function isRowOfCells(rows: Element[][]): boolean {
  const width = rows[0]?.length ?? 0;
  const kind = (cell: Element | undefined) => cell && `${tagOf(cell)} ${attributeOf(cell, 'class') ?? ''}`;
  if (width < 2 || rows.length < 2) return false;
  const body = rows.slice(1);
  return (
    rows.every((row) => row.length === width) &&
    body.every((row) => row.every((cell) => kind(cell) === kind(row[0]) && isLeaf(cell)))
  );
}

function rowsOfCells(rows: readonly Element[], cells: Element[][]): Omit<Table, 'kind'> | undefined {
  const texts = cells.map((row) => row.map((cell) => lineOf(cell, 500)));
  const [head, ...body] = texts;
  const first = rows[0];
  if (!head || !first) return undefined;
  const before = previousElementOf(first);
  const above =
    before && cellsOf(before).length === head.length ? cellsOf(before).map((cell) => lineOf(cell, 200)) : undefined;
  if (above) return { headers: above, rows: texts };
  const weight = (row: Element[] | undefined) => Number(row?.[0] ? getComputedStyle(row[0]).fontWeight : 400);
  const isHead = /head/i.test(attributeOf(first, 'class') ?? '') || weight(cells[0]) > weight(cells[1]);
  return isHead ? { headers: head.map(collapse), rows: body } : { headers: head.map(() => ''), rows: texts };
}
