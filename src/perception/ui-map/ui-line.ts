import type { Element, State } from '../../core/element.js';
import { center } from '../../core/geometry.js';
import { quoteText } from '../page-text.js';

/** How much of each element the map tells. */
export interface Detail {
  /** Characters of a name or value, and of a running text. */
  name: number;
  text: number;
  describe: boolean;
  /** Where it is; told unless false. */
  coordinates?: boolean;
}

const hidden = '•••';
const longestDescription = 60;

/** One element as one line: `[el_5] Button "Sign in" (320,290) focused`. */
export function elementLine(element: Element, detail: Detail): string {
  if (isPlain(element, detail)) return plainText(element, detail);
  return `[${element.id}] ${element.role}${facts(element, detail)}${detail.coordinates === false ? '' : place(element)}${stateWords(element.states)}${description(element, detail)}`;
}

/** One element inside the line of its row: role and name, without its place. */
export function rowPart(element: Element, detail: Detail): string {
  if (isPlain(element, detail)) return plainText(element, detail);
  return `[${element.id}] ${element.role}${facts(element, detail)}${stateWords(element.states)}`;
}

/** The shortest form, for rows like one already shown: `el_5 "Sign in"`. */
export function tersePart(element: Element, detail: Detail): string {
  if (isPlain(element, detail)) return plainText(element, detail);
  return `${element.id}${facts(element, detail)}${stateWords(element.states)}`;
}

/** For readers who act by id, a text is only to be read. */
function isPlain({ role, name, value, interactive, states }: Element, { coordinates }: Detail): boolean {
  return (
    coordinates === false &&
    role === 'Text' &&
    !interactive &&
    name !== '' &&
    value === undefined &&
    states.length === 0
  );
}

function plainText({ name, level, kind }: Element, detail: Detail): string {
  const text = quoteText(name, detail.text);
  if (level !== undefined) return `${'#'.repeat(level)} ${text}`;
  return kind && kind !== 'paragraph' && saysMore(kind, 'text') ? `${text} ${quoteKind(kind)}` : text;
}

/** What may be told of a field's value: never a password. */
export function safeValue(element: Element): string | undefined {
  if (element.value === undefined) return undefined;
  return element.states.includes('password') && element.value !== '' ? hidden : element.value;
}

/** Running text: may be long, and is left out before anything that can be acted on. */
export function isText(element: Element): boolean {
  return !element.interactive && element.role !== 'Dialog';
}

function facts(element: Element, detail: Detail): string {
  const name = element.name === '' ? '' : quoteText(element.name, isText(element) ? detail.text : detail.name);
  const value = safeValue(element);
  let text = name === '' || name === '""' ? '' : ` ${name}`;
  if (element.level !== undefined) text += ` heading ${element.level}`;
  else if (element.kind && saysMore(element.kind, element.role)) text += ` ${quoteKind(element.kind)}`;
  if (value === hidden) text += ` = ${hidden}`;
  else if (value !== undefined && (value !== '' || element.role === 'TextInput'))
    text += ` = ${quoteText(value, detail.name)}`;
  return text;
}

/** Kinds that say only that there is nothing to say. */
const empty = new Set(['generic', 'none', 'presentation']);

function saysMore(kind: string, role: string): boolean {
  return !empty.has(kind) && kind.toLowerCase() !== role.toLowerCase();
}

function quoteKind(kind: string): string {
  return kind.replace(/[^\w-]/g, '').slice(0, 24);
}

function place(element: Element): string {
  if (!element.interactive || element.states.includes('offscreen')) return '';
  const { x, y } = center(element.bounds);
  return ` (${Math.round(x)},${Math.round(y)})`;
}

function stateWords(states: readonly State[]): string {
  return states.length === 0 ? '' : ` ${states.join(' ')}`;
}

function description(element: Element, detail: Detail): string {
  const text = element.description;
  if (!detail.describe || !text || text.length > longestDescription || text === element.name) return '';
  return ` note ${quoteText(text, longestDescription)}`;
}
