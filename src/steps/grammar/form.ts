import type { Value } from '../instruction.js';
import { asPhrase, asValue, type Masked } from '../parser/mask.js';
import { readValue } from '../parser/value.js';
import { wordClasses } from './word-classes.js';

/**
 * A form of a sentence. Words match themselves. `(a|b)` is a choice, `[a]` is optional, `<name>` is a class of words, `{name}` is any text,
 * `{name+}` as much text as possible, `{name:form}` a text of that form, `{"name}` one quoted part, `{.name}` one word. A word may contain
 * parts of regular expressions.
 */
export type Form = string;

/** Forms of sentences and what they mean. `build` returns undefined when the sentence means something else. */
export type Rule<Meaning> = readonly [forms: Form | readonly Form[], build: (found: Found) => Meaning | undefined];

/** The texts that a form found. */
export interface Found {
  masked: Masked;
  /** The text with marks. Empty when the form has no such text. */
  raw(name: string): string;
  /** The text with its quotes. */
  phrase(name: string): string;
  /** The same. Undefined when the form has no such text. */
  optional(name: string): string | undefined;
  /** The text without quotes. */
  text(name: string): string;
  value(name: string): Value;
}

/** The meaning of the first rule that fits the whole text. */
export function matchRules<Meaning>(
  rules: readonly Rule<Meaning>[],
  text: string,
  masked: Masked,
): Meaning | undefined {
  const spaced = ` ${text.trim().replace(/\s+/gu, ' ')}`;
  const lowerCase = spaced.toLowerCase();
  // Some letters change their number in lower case, and positions would differ.
  const searched = lowerCase.length === spaced.length ? lowerCase : spaced;
  for (const [forms, build] of rules) {
    for (const form of [forms].flat()) {
      const places = toPattern(form).exec(searched)?.indices;
      const meaning = places && build(toFound(places.groups ?? {}, spaced, masked));
      if (meaning !== undefined) return meaning;
    }
  }
  return undefined;
}

function toFound(places: Record<string, [number, number] | undefined>, text: string, masked: Masked): Found {
  const raw = (name: string): string => text.slice(...(places[name] ?? [0, 0])).trim();
  return {
    masked,
    raw,
    phrase: (name) => asPhrase(masked, raw(name)),
    optional: (name) => (places[name] ? asPhrase(masked, raw(name)) : undefined),
    text: (name) => asValue(masked, raw(name)),
    value: (name) => readValue(raw(name), masked),
  };
}

const patterns = new Map<Form, RegExp>();

function toPattern(form: Form): RegExp {
  const known = patterns.get(form);
  if (known) return known;
  const pattern = new RegExp(`^${sequence(withClasses(form))}$`, 'du');
  patterns.set(form, pattern);
  return pattern;
}

function withClasses(form: Form): Form {
  const whole = form.replace(/<(\w+)>/gu, (_, name: string) => `(${wordClasses[name] ?? name})`);
  return whole === form ? form : withClasses(whole);
}

/** The pattern of words. Each word begins with its space, so that an optional word leaves no space behind. */
function sequence(form: Form): string {
  const words = split(form, ' ').filter((word) => word !== '');
  return words.map((word, index) => wordPattern(word, index === words.length - 1)).join('');
}

function wordPattern(word: string, isLast: boolean): string {
  const [, look, ahead = ''] = /^\(\?([=!])(.*)\)$/u.exec(word) ?? [];
  if (look) return `(?${look} (?:${ahead}))`;
  if (/^[:,]$/u.test(word)) return ` ?${word}`;
  if (/^[:,]\?$/u.test(word)) return `(?: ?${word.charAt(0)})?`;
  const end = groupEnd(word);
  const [head, rest] = [word.slice(0, end), word.slice(end)];
  if (head.startsWith('[') && rest === '') return `(?:${choice(head.slice(1, -1))})?`;
  if (head.startsWith('(') && !head.startsWith('(?')) return `(?:${choice(head.slice(1, -1))})${inside(rest, isLast)}`;
  if (head.startsWith('{')) return capture(head, isLast && rest === '', ' ') + inside(rest, isLast);
  return ` ${inside(word, isLast)}`;
}

/** The rest of a word: groups and texts in it follow without a space. */
function inside(word: string, isLast: boolean): string {
  return word.replace(/(?<!\\[pP])\{["'.]?\w+\+?(?::[^{}]*)?\}/gu, (token) => capture(token, isLast, ''));
}

/** `isLast`: the text reaches to the end of the sentence. */
function capture(token: string, isLast: boolean, space: string): string {
  const [, kind = '', name = '', isGreedy, form] = /^\{(["'.]?)(\w+)(\+)?(?::(.*))?\}$/u.exec(token) ?? [];
  if (form !== undefined) return `(?<${name}>${space ? choice(form) : form})`;
  if (kind !== '') return `(?<${name}>${space}${kind === '"' ? '\\p{Co}' : '\\S+'})`;
  return `(?<${name}>${space}.+${isLast || isGreedy ? '' : '?'})`;
}

function choice(forms: string): string {
  return split(forms, '|').map(sequence).join('|');
}

/** Splits at a separator that is not inside brackets. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ('([{'.includes(text.charAt(at))) at += groupEnd(text.slice(at)) - 1;
    else if (text.charAt(at) === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Where the brackets at the start of a text end. */
function groupEnd(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ('([{'.includes(text.charAt(at))) depth += 1;
    if (')]}'.includes(text.charAt(at))) depth -= 1;
    if (depth <= 0) return at + 1;
  }
  return text.length;
}
