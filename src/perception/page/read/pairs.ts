import { collapseSpaces, flatChildren } from '../dom/flat-tree.js';
import { attributeOf, classesOf, elementCountOf, idOf, tagOf, textContentOf } from '../dom/native-node.js';
import { closestOf, matchesSelector, queryAll, queryOne } from '../dom/native-query.js';
import { isUnreadable } from './readable.js';
import { isButton, readLine } from './text.js';

export type Pair = [label: string, value: string];

/** Lengths are in characters. */
const maxLabelLength = 60;
const maxLabelWords = 7;
/** A text before a marked value is a label without a colon only if it has at most this many words. */
const maxPlainLabelWords = 5;
const maxValueLength = 400;
/** A text is read a little beyond the limit, so that a longer one is recognized. */
const lengthReserve = 20;
const maxDefinitionLength = 2_000;
const maxNamedTextLength = 200;
/** Larger structures are not one line, one row or one grid of pairs. Counts of elements. */
const maxElementsPerLine = 40;
const maxElementsPerRow = 12;
const maxElementsPerGrid = 400;
const gridChildren = { min: 4, max: 200 };
const labelClasses =
  /(?:^|[-_])(?:label|key|term|caption|field-?name|dt|heading|title|property|attr(?:ibute)?|spec-?name)s?(?:$|[-_])/i;
const valueTags = /^(?:STRONG|B|SPAN|EM|OUTPUT|DATA|TIME|CODE|A|I|MARK|SMALL|BDI|VAR|SAMP)$/;

/** The text as a label, without a colon. Undefined if it is not a label. */
function toLabel(text: string): string | undefined {
  const label = collapseSpaces(text).replace(/\s*[:：]\s*$/, '');
  if (label.length === 0 || label.length > maxLabelLength || !/\p{L}/u.test(label)) return undefined;
  if (label.split(' ').length > maxLabelWords || /[.!?;,]$|https?$|^\d{1,2}$/.test(label)) return undefined;
  return label;
}

function toPair(label: string, value: string): Pair | undefined {
  const name = toLabel(label);
  const content = collapseSpaces(value).replace(/^[:：]\s*/, '');
  return name && content && content.length <= maxValueLength ? [name, content] : undefined;
}

/** The pairs of `dt` and `dd`, grouped or not. Several values of one label are joined. */
export function definitionPairs(list: Element): Pair[] {
  const pairs: Pair[] = [];
  let labels: string[] = [];
  let isOpen = false;
  for (const part of queryAll(list, 'dt, dd')) {
    if (closestOf(part, 'dl') !== list || isUnreadable(part, getComputedStyle(part))) continue;
    const text = readLine(part, maxDefinitionLength);
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

/** The pairs in a text: `Label: value`, `<b>Label</b> value`, `Total <strong>€5</strong>`. */
export function pairsInText(block: Element, text: string): Pair[] {
  const pair = markedPair(block);
  if (pair) return [pair];
  return text.split(/\n|\t|\s[|·•]\s/).flatMap((line): Pair[] => {
    const [, label = '', value = ''] =
      /^([^:：]{1,60}?)\s*(?:：\s*|:(?:\s+|(?=[\d€$£#])))(.+)$/.exec(line.trim()) ?? [];
    // A time of day contains a colon too.
    if (/\d$/.test(label) && /^\d\d\b/.test(value)) return [];
    const pair = toPair(label, value);
    return pair ? [pair] : [];
  });
}

/** A line in which a tag marks the label or the value. */
function markedPair(block: Element): Pair | undefined {
  if (elementCountOf(block) > maxElementsPerLine) return undefined;
  const parts = [...flatChildren(block)].filter(
    (node) => node instanceof Element || collapseSpaces(textContentOf(node) ?? '') !== '',
  );
  const at = parts.findIndex((node) => node instanceof Element);
  const marked = parts[at];
  if (
    parts.length < 2 ||
    !(marked instanceof Element) ||
    !valueTags.test(tagOf(marked)) ||
    isUnreadable(marked, getComputedStyle(marked))
  )
    return undefined;
  const inside = readLine(marked, maxValueLength);
  const before = at === 1 && parts[0] instanceof Text ? collapseSpaces(parts[0].data) : '';
  if (before) {
    const isLabel =
      /[:：]$/.test(before) ||
      (before.split(' ').length <= maxPlainLabelWords && /\d|^(?:yes|no|true|false)$/i.test(inside));
    return isLabel && tagOf(marked) !== 'A' ? toPair(before, inside) : undefined;
  }
  const next = parts[1];
  if (at === 0 && /^(?:STRONG|B)$/.test(tagOf(marked)) && next instanceof Element && tagOf(next) === 'BR')
    return toPair(inside, readLine(block, maxValueLength).slice(inside.length));
  const after = at === 0 && parts.length === 2 && next instanceof Text ? collapseSpaces(next.data) : '';
  return after && (/[:：]$/.test(inside) || /^[:：]/.test(after)) ? toPair(inside, after) : undefined;
}

function visibleChildren(element: Element): Element[] {
  return [...flatChildren(element)].filter(
    (child): child is Element =>
      child instanceof Element && !isButton(child) && !isUnreadable(child, getComputedStyle(child)),
  );
}

function hasOwnText(element: Element): boolean {
  return [...flatChildren(element)].some((node) => node instanceof Text && /[^\s:：]/.test(node.data));
}

const boxes = 'h1, h2, h3, h4, ul, ol, table, dl, input, select, textarea, form';
const structures = `${boxes}, p + p`;

/** A row with a label and its value. `isSure` if the markup says so. Otherwise similar rows around it must confirm it. */
export function pairInRow(row: Element): { pair: Pair; isSure: boolean } | undefined {
  if (elementCountOf(row) > maxElementsPerRow) return undefined;
  const children = visibleChildren(row);
  const [first, second] = children;
  if (children.length !== 2 || !first || !second || hasOwnText(row)) return undefined;
  if ([first, second].some((part) => matchesSelector(part, boxes) || queryOne(part, structures))) return undefined;
  const firstText = readLine(first, maxLabelLength + lengthReserve);
  const secondText = readLine(second, maxValueLength + lengthReserve);
  // A number may precede the text that says what it counts.
  const isNumber = /^[\d€$£+-][\d.,:€$£%+\s-]*[a-zA-Z%+]?$/.test(firstText) && !/\d/.test(secondText);
  const pair = isNumber ? toPair(secondText, firstText) : toPair(firstText, secondText);
  if (!pair) return undefined;
  return { pair, isSure: /[:：]$/.test(firstText) || isLabelled(first) };
}

function isLabelled(element: Element): boolean {
  if (/^(?:DT|TH|LABEL|STRONG|B)$/.test(tagOf(element))) return true;
  return [...classesOf(element)].some((name) => labelClasses.test(name)) && !/^H[1-6]$/.test(tagOf(element));
}

/** Alternating labels and values, as in a grid of two columns. */
export function alternatingPairs(element: Element): Pair[] {
  if (elementCountOf(element) > maxElementsPerGrid) return [];
  const children = visibleChildren(element);
  const count = children.length;
  if (count < gridChildren.min || count > gridChildren.max || count % 2 !== 0 || hasOwnText(element)) return [];
  const kind = (child: Element | undefined) => child && `${tagOf(child)} ${attributeOf(child, 'class') ?? ''}`;
  const [label, value] = [kind(children[0]), kind(children[1])];
  if (label === value || children.some((child, index) => kind(child) !== (index % 2 === 0 ? label : value))) return [];
  const pairs: Pair[] = [];
  for (let index = 0; index < children.length; index += 2) {
    const [first, second] = [children[index], children[index + 1]];
    if (!first || !second || /^(?:H[1-6]|P|UL|OL|TABLE|SECTION)$/.test(tagOf(second)) || queryOne(second, structures))
      return [];
    const pair = toPair(
      readLine(first, maxLabelLength + lengthReserve),
      readLine(second, maxValueLength + lengthReserve),
    );
    if (!pair) return [];
    pairs.push(pair);
  }
  return pairs;
}

const reference =
  /\b(order|invoice|ticket|booking|reservation|reference|confirmation|tracking|case|account|customer|transaction|receipt|request)\b(?:\s+(?:number|no\.?|nr\.?|id|code|ref(?:erence)?))?\s*[:#]?\s*#?([A-Z]{0,6}[-_/]?\d[\w/-]*\d|[A-Z]{2,}\d[\w-]*)/i;
const statement =
  /\b(?:your|the)\s+((?:[a-z]+\s){0,3}[a-z]+)\s+(?:is|was):?\s+([#€$£]?[A-Z0-9][\w.,/#-]*\d[\w-]*|[€$£]\s?[\d.,]*\d)/i;

/** The pairs in a sentence: "Order A-1001 is confirmed", "Your booking code is X7K2". */
export function pairsInSentence(text: string): Pair[] {
  const [, label, value] = statement.exec(text) ?? [];
  if (label && value) return [[label, value]];
  const [, thing, number] = reference.exec(text) ?? [];
  return thing && number ? [[`${thing.charAt(0).toUpperCase()}${thing.slice(1).toLowerCase()} number`, number]] : [];
}

const fieldWords =
  /^(?:price|total|subtotal|sku|brand|author|date|published|rating|stock|availability|status|category|location|phone|email|quantity|discount|company|salary|title|description|summary|venue|duration)$/i;

/** The word in a class name that names the content: `price_color` → `price`. */
export function fieldWord(name: string): string | undefined {
  return name.split(/[-_]+/).find((word) => fieldWords.test(word));
}

const fieldClass =
  /^(?:.*[-_])?(price|total|subtotal|sku|brand|author|byline|date|published|rating|stars|stock|availability|status|category|location|phone|email|balance|quantity|discount|tax|shipping|version|duration|salary|company|order-?(?:number|id|no)|weight|size|license|description)$/i;

/** A short text that its class or id names. */
export function pairByClass(element: Element, text: string): Pair | undefined {
  if (!text || text.length > maxNamedTextLength) return undefined;
  for (const name of [attributeOf(element, 'data-field') ?? '', idOf(element), ...classesOf(element)]) {
    const word = fieldClass.exec(name)?.[1];
    if (word) return [word.replace(/[-_]/g, ' '), text];
  }
  return undefined;
}
