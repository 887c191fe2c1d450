import type { Element, State } from '../../core/element.js';
import { center } from '../../core/geometry.js';
import { quoteText } from '../quote-text.js';

/** How much of each element the map shows. */
export interface LineDetail {
  /** Maximum characters of a name or value. */
  nameLength: number;
  /** Maximum characters of a text that is not interactive. */
  textLength: number;
  descriptions: boolean;
  /** Show the position. Default true. */
  coordinates?: boolean;
}

/** Shown in place of a password. */
export const maskedValue = '•••';
const maxDescriptionLength = 60;
const maxKindLength = 24;

/** An element as one line: `[el_5] Button "Sign in" (320,290) focused`. */
export function renderElement(element: Element, detail: LineDetail): string {
  if (isPlainText(element, detail)) return renderPlainText(element, detail);
  const place = detail.coordinates === false ? formatCanvasArea(element) : formatPosition(element);
  return `[${element.id}] ${element.role}${formatFacts(element, detail)}${place}${formatStates(element.states)}${formatDescription(element, detail)}`;
}

/** A canvas is used by coordinates, so its area is always shown: left, top and size. */
function formatCanvasArea({ kind, bounds: { x, y, width, height } }: Element): string {
  if (kind !== 'canvas') return '';
  return ` at ${Math.round(x)},${Math.round(y)} size ${Math.round(width)}x${Math.round(height)}`;
}

/** An element inside the line of its row, without its position. */
export function renderInRow(element: Element, detail: LineDetail): string {
  if (isPlainText(element, detail)) return renderPlainText(element, detail);
  return `[${element.id}] ${element.role}${formatFacts(element, detail)}${formatStates(element.states)}`;
}

/** The shortest form, for rows like one already shown: `el_5 "Sign in"`. */
export function renderTerse(element: Element, detail: LineDetail): string {
  if (isPlainText(element, detail)) return renderPlainText(element, detail);
  return `${element.id}${formatFacts(element, detail)}${formatStates(element.states)}`;
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

function renderPlainText({ name, level, kind }: Element, detail: LineDetail): string {
  const text = quoteText(name, detail.textLength);
  if (level !== undefined) return `${'#'.repeat(level)} ${text}`;
  return kind && kind !== 'paragraph' && addsInformation(kind, 'text') ? `${text} ${quoteKind(kind)}` : text;
}

/** The value to show. Masks passwords. */
export function displayValue(element: Element): string | undefined {
  if (element.value === undefined) return undefined;
  return element.states.includes('password') && element.value !== '' ? maskedValue : element.value;
}

/** Text and structure that a user reads. It may be long, and is omitted before interactive elements. */
export function isPassive(element: Element): boolean {
  return !element.interactive && element.role !== 'Dialog';
}

function formatFacts(element: Element, detail: LineDetail): string {
  const name =
    element.name === '' ? '' : quoteText(element.name, isPassive(element) ? detail.textLength : detail.nameLength);
  const value = displayValue(element);
  let text = name === '' || name === '""' ? formatGuess(element, detail) : ` ${name}`;
  if (element.look) text += ` ${element.look}`;
  if (element.level !== undefined) text += ` heading ${element.level}`;
  else if (element.kind && addsInformation(element.kind, element.role)) text += ` ${quoteKind(element.kind)}`;
  if (value === maskedValue) text += ` = ${maskedValue}`;
  else if (value !== undefined && (value !== '' || element.role === 'TextInput'))
    text += ` = ${quoteText(value, detail.nameLength)}`;
  if (element.options !== undefined) text += ` of ${element.options} ${element.options === 1 ? 'option' : 'options'}`;
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

function formatStates(states: readonly State[]): string {
  return states.length === 0 ? '' : ` ${states.join(' ')}`;
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
