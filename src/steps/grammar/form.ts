import type { Value } from '../instruction.js';
import { asPhrase, asValue, type Masked } from '../parser/mask.js';
import { readValue } from '../parser/value.js';
import { wordClasses } from './word-classes.js';

/**
 * A form of a sentence. Words match themselves. `(a|b)` is a choice, `[a]` is optional, `<name>` is a class of words, `{name}` is any text,
 * `{name+}` as much text as possible, `{name:form}` a text of that form, `{"name}` one quoted part, `{.name}` one word.
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
  const lowerCase = text.toLowerCase();
  // Some letters change their number in lower case, and positions would differ.
  const searched = lowerCase.length === text.length ? lowerCase : text;
  for (const [forms, build] of rules) {
    for (const form of [forms].flat()) {
      const match = toPattern(form).exec(searched);
      const meaning = match?.indices && build(toFound(match.indices.groups ?? {}, text, masked));
      if (meaning !== undefined) return meaning;
    }
  }
  return undefined;
}

function toFound(places: Record<string, [number, number] | undefined>, text: string, masked: Masked): Found {
  const part = (name: string): string | undefined => {
    const place = places[name];
    return place && text.slice(...place);
  };
  const raw = (name: string): string => part(name) ?? '';
  return {
    masked,
    raw,
    phrase: (name) => asPhrase(masked, raw(name)),
    optional: (name) => (part(name) === undefined ? undefined : asPhrase(masked, raw(name))),
    text: (name) => asValue(masked, raw(name)),
    value: (name) => readValue(raw(name), masked),
  };
}

const patterns = new Map<Form, RegExp>();

function toPattern(form: Form): RegExp {
  const known = patterns.get(form);
  if (known) return known;
  const pattern = new RegExp(`^${sequence(tokenize(form))}$`, 'du');
  patterns.set(form, pattern);
  return pattern;
}

/** The words, groups and texts of a form. */
function tokenize(form: Form): string[] {
  const whole = form.replace(/<(\w+)>/gu, (_, name: string) => `(${wordClasses[name] ?? name})`);
  return whole === form ? split(form, ' ').filter((token) => token !== '') : tokenize(whole);
}

/** Splits at a separator that is not inside brackets. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (character === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** The pattern of tokens with spaces between them. The space before or after an optional token is optional, too. */
function sequence(tokens: readonly string[]): string {
  let source = '';
  let needsSpace = false;
  tokens.forEach((token, index) => {
    const rest = tokens.slice(index + 1);
    const space = needsSpace ? '\\s+' : '';
    if (token === ':' || token === ',') {
      source += `\\s*${token}\\s*`;
      needsSpace = false;
    } else if (token === ',?') source += '(?:\\s*,)?';
    else if (/^\(\?[=!]/u.test(token)) {
      source += space + token.replaceAll(' ', '\\s+');
      needsSpace = false;
    } else if (!isOptional(token)) {
      source += space + toSource(token, rest.length > 0);
      needsSpace = true;
    } else if (isBeforeEnd(rest)) source += `(?:\\s+${choice(token)})?`;
    else {
      source += `${space}(?:${choice(token)}\\s+)?`;
      needsSpace = false;
    }
  });
  return source;
}

/** Whether only optional tokens follow, up to the end or a comma. */
function isBeforeEnd(rest: readonly string[]): boolean {
  const next = rest.find((token) => !isOptional(token));
  return next === undefined || /^[,:]\??$/u.test(next);
}

/** `[a]`, and not `[a-z]+`, a part of a regular expression. */
function isOptional(token: string): boolean {
  return token.startsWith('[') && closingPlace(token) === token.length;
}

function choice(token: string): string {
  const alternatives = split(token.slice(1, -1), '|').map((alternative) => sequence(tokenize(alternative)));
  return `(?:${alternatives.join('|')})`;
}

/** A piece of a token: a text, a choice, or a part of a regular expression. */
const piece = /^(?:\\[pP]\{\w+\}|\\.|\[[^\]]*\]|\(\?[:=!]|.)/u;

function toSource(token: string, isFollowed: boolean): string {
  if (token === '') return '';
  const [first = ''] = token;
  const isGroup = first === '{' || (first === '(' && token[1] !== '?');
  const end = isGroup ? closingPlace(token) : (piece.exec(token)?.[0].length ?? 1);
  const [head, rest] = [token.slice(0, end), token.slice(end)];
  const source = first === '{' ? capture(head, isFollowed || rest !== '') : isGroup ? choice(head) : head;
  return source + toSource(rest, isFollowed);
}

/** Where the group at the start of a token ends. */
function closingPlace(token: string): number {
  let depth = 0;
  for (const [index, character] of [...token].entries()) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return token.length;
}

function capture(token: string, isFollowed: boolean): string {
  const [, kind = '', name = '', isGreedy, form] = /^\{(["'.]?)(\w+)(\+)?(?::(.*))?\}$/u.exec(token) ?? [];
  if (form !== undefined) return `(?<${name}>${choice(`(${form})`)})`;
  if (kind !== '') return `(?<${name}>${kind === '"' ? '\\p{Co}' : '\\S+'})`;
  return `(?<${name}>.+${isFollowed && !isGreedy ? '?' : ''})`;
}
