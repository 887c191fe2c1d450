import { attributeOf, classesOf, elementCountOf, idOf, tagOf, textContentOf } from '../dom.js';
import { closestOf, matchesSelector, queryAll, queryOne } from '../query.js';
import { collapse, flatChildren } from '../tree.js';
import { isUnseen } from './shown.js';
import { isButton, lineOf } from './text.js';

/** Labels and the values beside them, however a page writes them. */

export type Pair = [label: string, value: string];

const longestLabel = 60;
const longestValue = 400;
const labelNames =
  /(?:^|[-_])(?:label|key|term|caption|field-?name|dt|heading|title|property|attr(?:ibute)?|spec-?name)s?(?:$|[-_])/i;
const valueTags = /^(?:STRONG|B|SPAN|EM|OUTPUT|DATA|TIME|CODE|A|I|MARK|SMALL|BDI|VAR|SAMP)$/;

/** The words before a colon or above a value, or nothing when they are no label. */
function toLabel(text: string): string | undefined {
  const label = collapse(text).replace(/\s*[:：]\s*$/, '');
  if (label.length === 0 || label.length > longestLabel || !/\p{L}/u.test(label)) return undefined;
  if (label.split(' ').length > 7 || /[.!?;,]$|https?$|^\d{1,2}$/.test(label)) return undefined;
  return label;
}

function toPair(label: string, value: string): Pair | undefined {
  const said = toLabel(label);
  const held = collapse(value).replace(/^[:：]\s*/, '');
  return said && held && held.length <= longestValue ? [said, held] : undefined;
}

/** `dt` and `dd`, in groups or not. Several values of one label are put together. */
export function definitionPairs(list: Element): Pair[] {
  const pairs: Pair[] = [];
  let labels: string[] = [];
  let isOpen = false;
  for (const part of queryAll(list, 'dt, dd')) {
    if (closestOf(part, 'dl') !== list || isUnseen(part, getComputedStyle(part))) continue;
    const text = lineOf(part, 2_000);
    if (tagOf(part) === 'DT') {
      labels = isOpen ? [text] : [...labels, text];
      isOpen = false;
      continue;
    }
    for (const label of labels) {
      const known = isOpen ? pairs.find(([name]) => name === clean(label)) : undefined;
      if (known) known[1] += `, ${text}`;
      else pairs.push([clean(label), text]);
    }
    isOpen = true;
  }
  return pairs.filter(([label]) => label);
}

function clean(label: string): string {
  return label.replace(/\s*[:：]\s*$/, '');
}

/** Pairs in a block of words: `Label: value`, `<b>Label</b> value`, `Total <strong>€5</strong>`. */
export function pairsInWords(block: Element, text: string): Pair[] {
  const marked = markedPair(block);
  if (marked) return [marked];
  return text.split(/\n|\t|\s[|·•]\s/).flatMap((line): Pair[] => {
    const [, label = '', value = ''] =
      /^([^:：]{1,60}?)\s*(?:：\s*|:(?:\s+|(?=[\d€$£#])))(.+)$/.exec(line.trim()) ?? [];
    // A time of day has a colon too.
    if (/\d$/.test(label) && /^\d\d\b/.test(value)) return [];
    const pair = toPair(label, value);
    return pair ? [pair] : [];
  });
}

/** One part of the line is set apart by a tag: it is the label or the value. */
function markedPair(block: Element): Pair | undefined {
  if (elementCountOf(block) > 40) return undefined;
  const parts = [...flatChildren(block)].filter(
    (node) => node instanceof Element || collapse(textContentOf(node) ?? '') !== '',
  );
  const at = parts.findIndex((node) => node instanceof Element);
  const apart = parts[at];
  if (
    parts.length < 2 ||
    !(apart instanceof Element) ||
    !valueTags.test(tagOf(apart)) ||
    isUnseen(apart, getComputedStyle(apart))
  )
    return undefined;
  const inside = lineOf(apart, longestValue);
  const before = at === 1 && parts[0] instanceof Text ? collapse(parts[0].data) : '';
  if (before) {
    const isLabel =
      /[:：]$/.test(before) || (before.split(' ').length <= 5 && /\d|^(?:yes|no|true|false)$/i.test(inside));
    return isLabel && tagOf(apart) !== 'A' ? toPair(before, inside) : undefined;
  }
  const next = parts[1];
  if (at === 0 && /^(?:STRONG|B)$/.test(tagOf(apart)) && next instanceof Element && tagOf(next) === 'BR')
    return toPair(inside, lineOf(block, longestValue).slice(inside.length));
  const after = at === 0 && parts.length === 2 && next instanceof Text ? collapse(next.data) : '';
  return after && (/[:：]$/.test(inside) || /^[:：]/.test(after)) ? toPair(inside, after) : undefined;
}

/** The words and boxes in an element that show something. */
function shownChildren(element: Element): Element[] {
  return [...flatChildren(element)].filter(
    (child): child is Element =>
      child instanceof Element && !isButton(child) && !isUnseen(child, getComputedStyle(child)),
  );
}

function ownWords(element: Element): boolean {
  return [...flatChildren(element)].some((node) => node instanceof Text && /[^\s:：]/.test(node.data));
}

const boxes = 'h1, h2, h3, h4, ul, ol, table, dl, input, select, textarea, form';
const structures = `${boxes}, p + p`;

/** A row of two: a label and its value. `isSure` when it says so itself; otherwise rows like it around it must bear it out. */
export function pairInRow(row: Element): { pair: Pair; isSure: boolean } | undefined {
  if (elementCountOf(row) > 12) return undefined;
  const children = shownChildren(row);
  const [first, second] = children;
  if (children.length !== 2 || !first || !second || ownWords(row)) return undefined;
  if ([first, second].some((part) => matchesSelector(part, boxes) || queryOne(part, structures))) return undefined;
  const said = lineOf(first, longestLabel + 20);
  const held = lineOf(second, longestValue + 20);
  // A figure may stand above the words that say what it counts.
  const isFigure = /^[\d€$£+-][\d.,:€$£%+\s-]*[a-zA-Z%+]?$/.test(said) && !/\d/.test(held);
  const pair = isFigure ? toPair(held, said) : toPair(said, held);
  if (!pair) return undefined;
  return { pair, isSure: /[:：]$/.test(said) || isLabelled(first) };
}

function isLabelled(element: Element): boolean {
  if (/^(?:DT|TH|LABEL|STRONG|B)$/.test(tagOf(element))) return true;
  return [...classesOf(element)].some((name) => labelNames.test(name)) && !/^H[1-6]$/.test(tagOf(element));
}

/** Labels and values in turn, as in a grid of two columns. */
export function pairsInTurn(element: Element): Pair[] {
  if (elementCountOf(element) > 400) return [];
  const children = shownChildren(element);
  if (children.length < 4 || children.length > 200 || children.length % 2 !== 0 || ownWords(element)) return [];
  const kind = (child: Element | undefined) => child && `${tagOf(child)} ${attributeOf(child, 'class') ?? ''}`;
  const [label, value] = [kind(children[0]), kind(children[1])];
  if (label === value || children.some((child, index) => kind(child) !== (index % 2 === 0 ? label : value))) return [];
  const pairs: Pair[] = [];
  for (let index = 0; index < children.length; index += 2) {
    const [first, second] = [children[index], children[index + 1]];
    if (!first || !second || /^(?:H[1-6]|P|UL|OL|TABLE|SECTION)$/.test(tagOf(second)) || queryOne(second, structures))
      return [];
    const pair = toPair(lineOf(first, longestLabel + 20), lineOf(second, longestValue + 20));
    if (!pair) return [];
    pairs.push(pair);
  }
  return pairs;
}

const numbered =
  /\b(order|invoice|ticket|booking|reservation|reference|confirmation|tracking|case|account|customer|transaction|receipt|request)\b(?:\s+(?:number|no\.?|nr\.?|id|code|ref(?:erence)?))?\s*[:#]?\s*#?([A-Z]{0,6}[-_/]?\d[\w/-]*\d|[A-Z]{2,}\d[\w-]*)/i;
const isSaid =
  /\b(?:your|the)\s+((?:[a-z]+\s){0,3}[a-z]+)\s+(?:is|was):?\s+([#€$£]?[A-Z0-9][\w.,/#-]*\d[\w-]*|[€$£]\s?[\d.,]*\d)/i;

/** "Order A-1001 is confirmed", "Your booking code is X7K2". */
export function pairsInSentence(text: string): Pair[] {
  const [, label, value] = isSaid.exec(text) ?? [];
  if (label && value) return [[label, value]];
  const [, thing, number] = numbered.exec(text) ?? [];
  return thing && number ? [[`${thing.charAt(0).toUpperCase()}${thing.slice(1).toLowerCase()} number`, number]] : [];
}

const tellingWord =
  /^(?:price|total|subtotal|sku|brand|author|date|published|rating|stock|availability|status|category|location|phone|email|quantity|discount|company|salary|title|description|summary|venue|duration)$/i;

/** The word in a class name that says what is inside: `price_color` → `price`. */
export function tellingPart(name: string): string | undefined {
  return name.split(/[-_]+/).find((word) => tellingWord.test(word));
}

const telling =
  /^(?:.*[-_])?(price|total|subtotal|sku|brand|author|byline|date|published|rating|stars|stock|availability|status|category|location|phone|email|balance|quantity|discount|tax|shipping|version|duration|salary|company|order-?(?:number|id|no)|weight|size|license|description)$/i;

/** A short text whose class or id says what it is. */
export function pairByClass(element: Element, text: string): Pair | undefined {
  if (!text || text.length > 200) return undefined;
  for (const name of [attributeOf(element, 'data-field') ?? '', idOf(element), ...classesOf(element)]) {
    const word = telling.exec(name)?.[1];
    if (word) return [word.replace(/[-_]/g, ' '), text];
  }
  return undefined;
}
