import { type Element, type ElementId, isSecretField, type Role, type State } from '../../core/element.js';
import { center } from '../../core/geometry.js';
import { quoteText, quoteValue } from '../quote-text.js';
import { isLandmarkKind } from './landmarks.js';

/** How much of each element the map shows. */
export interface LineDetail {
  /** Maximum characters of a name or value. */
  nameLength: number;
  /** Maximum characters of a text that is not interactive. */
  textLength: number;
  descriptions: boolean;
  /** Show the position. Default true. */
  coordinates?: boolean;
  /** Controls share lines, and usual states and tooltips are omitted. */
  compact?: boolean;
  /** In a compact map: the controls that are shown without id. */
  uniqueNames?: ReadonlySet<ElementId>;
  /** In a compact map: the elements of menus, headers and footers, which are omitted before others. */
  secondary?: ReadonlySet<ElementId>;
}

/** Shown in place of a password. */
export const maskedValue = '•••';
const maxDescriptionLength = 60;
const maxKindLength = 24;

/** An element as one line: `[el_5] Button "Sign in" (320,290) focused`. */
export function renderElement(element: Element, detail: LineDetail): string {
  if (isPlainText(element, detail)) return renderPlainText(element, detail);
  if (isLandmarkLine(element, detail))
    return `${quoteKind(element.kind ?? '')} ${quoteText(element.name, detail.nameLength)}:`;
  const place = detail.coordinates === false ? formatCanvasArea(element) : formatPosition(element);
  const id = isShownByName(element, detail) ? '' : `[${element.id}] `;
  return `${id}${element.role}${formatFacts(element, detail)}${place}${formatStates(element, detail)}${formatDescription(element, detail)}`;
}

/** A canvas is used by coordinates, so its area is always shown: left, top and size. */
function formatCanvasArea({ kind, bounds: { x, y, width, height } }: Element): string {
  if (kind !== 'canvas') return '';
  return ` at ${Math.round(x)},${Math.round(y)} size ${Math.round(width)}x${Math.round(height)}`;
}

/** An element inside the line of its row, without its position. */
export function renderInRow(element: Element, detail: LineDetail): string {
  if (isPlainText(element, detail)) return renderPlainText(element, detail);
  return `[${element.id}] ${element.role}${formatFacts(element, detail)}${formatStates(element, detail)}`;
}

/** The shortest form, for rows like one already shown: `el_5 "Sign in"`. */
export function renderTerse(element: Element, detail: LineDetail): string {
  if (isPlainText(element, detail)) return renderPlainText(element, detail);
  return `${element.id}${formatFacts(element, detail)}${formatStates(element, detail)}`;
}

/** The name, value and states of an element in a row whose ids are given. */
export function renderWithoutId(element: Element, detail: LineDetail): string {
  if (isPlainText(element, detail)) return renderPlainText(element, detail);
  return `${formatFacts(element, detail)}${formatStates(element, detail)}`.trim() || '–';
}

const joinableRoles = new Set<Role>(['Button', 'Link', 'Tab', 'MenuItem', 'Radio', 'Checkbox', 'ListItem']);
/** In a line that lists several controls. */
const maxItemName = 40;

/** A control as a part of a line that lists several. Undefined if it needs a line of its own. */
export function renderItem(element: Element, detail: LineDetail): string | undefined {
  const { role, value, more, options, interactive } = element;
  if (!detail.compact || !interactive || !joinableRoles.has(role)) return undefined;
  if (value !== undefined || more || options !== undefined) return undefined;
  const short = { ...detail, nameLength: Math.min(detail.nameLength, maxItemName) };
  const facts = `${formatFacts(element, short)}${formatStates(element, detail)}`.trim();
  return isShownByName(element, detail) ? facts : `${element.id} ${facts}`.trim();
}

function isShownByName({ id, name }: Element, { compact, uniqueNames, nameLength }: LineDetail): boolean {
  return compact === true && uniqueNames?.has(id) === true && name.length <= nameLength;
}

/** Readers who act by id need no id of a plain text. */
function isPlainText({ role, name, value, interactive, states }: Element, { coordinates }: LineDetail): boolean {
  return (
    coordinates === false &&
    role === 'Text' &&
    !interactive &&
    name !== '' &&
    value === undefined &&
    states.length === 0
  );
}

/** A named part of the page that is no control is the title of the lines below it. */
function isLandmarkLine({ role, name, kind, value, interactive, states, more }: Element, detail: LineDetail): boolean {
  const isPlain = value === undefined && states.length === 0 && !more && !interactive;
  return detail.compact === true && role === 'Container' && isLandmarkKind(kind) && name !== '' && isPlain;
}

function renderPlainText({ name, level, kind }: Element, detail: LineDetail): string {
  const text = quoteText(name, detail.textLength);
  if (level !== undefined) return `${'#'.repeat(level)} ${text}`;
  return kind && kind !== 'paragraph' && addsInformation(kind, 'text') ? `${text} ${quoteKind(kind)}` : text;
}

/** The value to show. Masks passwords. */
export function displayValue(element: Element): string | undefined {
  if (element.value === undefined) return undefined;
  return isSecretField(element) && element.value !== '' ? maskedValue : element.value;
}

/** Text and structure that a user reads. It may be long, and is omitted before interactive elements. */
export function isPassive(element: Element): boolean {
  return !element.interactive && element.role !== 'Dialog';
}

/** The line of a row shows it already. */
const gridPosition = /^row \d+ column \d+$/;

function formatFacts(element: Element, detail: LineDetail): string {
  const name =
    element.name === '' ? '' : quoteText(element.name, isPassive(element) ? detail.textLength : detail.nameLength);
  const value = displayValue(element);
  let text = name === '' || name === '""' ? formatGuess(element, detail) : ` ${name}`;
  if (element.look && !(detail.compact && gridPosition.test(element.look))) text += ` ${element.look}`;
  if (element.level !== undefined) text += ` heading ${element.level}`;
  else if (element.kind && addsInformation(element.kind, element.role)) text += ` ${quoteKind(element.kind)}`;
  if (value === maskedValue) text += ` = ${maskedValue}`;
  else if (value !== undefined && (value !== '' || element.role === 'TextInput'))
    text += ` = ${quoteValue(value, detail.nameLength)}`;
  if (element.options !== undefined) text += ` of ${element.options} ${element.options === 1 ? 'option' : 'options'}`;
  if (element.near) text += ` in ${quoteText(element.near, detail.nameLength)}`;
  return text + formatMore(element);
}

/** What an area that scrolls hides, with the command that shows it. */
function formatMore({ id, more }: Element): string {
  if (!more) return '';
  const [above, below, left = 0, right = 0] = more;
  const sides = [
    { hidden: below, where: 'below', direction: 'down' },
    { hidden: above, where: 'above', direction: 'up' },
    { hidden: right, where: 'right', direction: 'right' },
    { hidden: left, where: 'left', direction: 'left' },
  ].filter(({ hidden }) => hidden > 0);
  const where = ['above', 'below', 'left', 'right'].filter((side) => sides.some((one) => one.where === side));
  return `, more ${where.join(' and ')}: scroll ${sides[0]?.direction} ${id}`;
}

/** A guessed name has a question mark: `"trash"?`. */
function formatGuess({ guess }: Element, { nameLength }: LineDetail): string {
  return guess ? ` ${quoteText(guess, nameLength)}?` : '';
}

/** Kinds without information. */
const emptyKinds = new Set(['generic', 'none', 'presentation']);

function addsInformation(kind: string, role: string): boolean {
  return !emptyKinds.has(kind) && kind.toLowerCase() !== role.toLowerCase();
}

function quoteKind(kind: string): string {
  return kind.replace(/[^\w-]/g, '').slice(0, maxKindLength);
}

function formatPosition(element: Element): string {
  if (!element.interactive || element.states.includes('offscreen')) return '';
  const { x, y } = center(element.bounds);
  return ` (${Math.round(x)},${Math.round(y)})`;
}

/** A compact map shows only states that are not the usual ones. */
function formatStates({ role, states }: Element, { compact }: LineDetail): string {
  const shown = compact ? states.filter((state) => !isUsual(role, state)) : states;
  return shown.length === 0 ? '' : ` ${shown.join(' ')}`;
}

function isUsual(role: Role, state: State): boolean {
  return state === 'unchecked' || (state === 'collapsed' && role === 'Dropdown');
}

function formatDescription(element: Element, detail: LineDetail): string {
  const text = element.description;
  if (!detail.descriptions || !text || text.length > maxDescriptionLength || text === element.name) return '';
  // The tooltip of a named link repeats where it leads.
  const isShort = detail.coordinates === false;
  if (isShort && element.role === 'Link' && element.name !== '') return '';
  if (isShort && repeatsName(text, element.name)) return '';
  return ` note ${quoteText(text, maxDescriptionLength)}`;
}

/** Words of tooltips that say nothing about the control, and the keys that trigger it: `[alt-shift-f]`. */
const fillers =
  /\[[^\]]*\]|\b(?:an?|the|this|your|to|of|for|in|on|and|open|opens|show|shows|create|creates|click|here)\b/g;
const maxAddedWords = 1;

/** Whether a tooltip has all words of the name and at most one word more. */
function repeatsName(description: string, name: string): boolean {
  const wordsOf = (text: string) =>
    text
      .toLowerCase()
      .replace(fillers, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = wordsOf(name);
  const described = new Set(wordsOf(description));
  if (words.length === 0 || !words.every((word) => described.has(word))) return false;
  return described.size - new Set(words).size <= maxAddedWords;
}
