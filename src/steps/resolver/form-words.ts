import { readDate, readTime } from '../../core/dates/calendar-date.js';
import type { Element } from '../../core/element.js';
import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import { single } from '../single.js';
import { isCheckable, isField } from './purpose.js';

/** A word of a sentence about a form. */
export interface FormWord {
  text: string;
  plain: string;
  isQuoted: boolean;
  isBreak: boolean;
  used: boolean;
}

/** A field and the value that the sentence gives it. */
export interface FieldValue {
  element: Element;
  value: string;
}

const stopWords = new Set(
  'a an the of with and for to in on at my me our your please it as by is be under using some one new also plus from via into that this i want would like'.split(
    ' ',
  ),
);

const connectors = /^(?:of|is|to|as|at|for|:|=|set|being)$/iu;

/** Splits a sentence into words. A quoted part is one word. */
export function formWords(text: string): FormWord[] {
  return [...text.matchAll(/["“]([^"”]*)["”]|[,;]|[^\s,;"“”]+/gu)].map(([whole, quoted]) => {
    const bare = quoted ?? whole.replace(/[:.]+$/u, '');
    return {
      text: bare,
      plain: normalizeText(bare).words.map(stem).join(' '),
      isQuoted: quoted !== undefined,
      isBreak: /^[,;]$/u.test(whole),
      used: false,
    };
  });
}

function indexOfRun(words: readonly FormWord[], name: readonly string[]): number {
  if (name.length === 0) return -1;
  for (let start = 0; start + name.length <= words.length; start += 1) {
    if (name.every((part, offset) => !words[start + offset]?.used && words[start + offset]?.plain === part))
      return start;
  }
  return -1;
}

function markUsed(words: readonly FormWord[], start: number, count: number): void {
  for (const word of words.slice(start, start + count)) word.used = true;
}

/** Values after a label, "delivery time 18:30", or numbers before it, "3 guests". */
export function valuesByLabel(words: readonly FormWord[], fields: readonly Element[]): FieldValue[] {
  const placed: FieldValue[] = [];
  const labels = fields
    .map((element) => ({ element, name: normalizeText(element.name).words.map(stem) }))
    .sort((one, other) => other.name.length - one.name.length);
  for (const { element, name } of labels) {
    for (let skip = 0; skip < name.length; skip += 1) {
      const label = name.slice(skip);
      if (label.length === 1 && (label[0] ?? '').length < 4) break;
      const start = indexOfRun(words, label);
      if (start === -1) continue;
      const value = valueAfter(words, start + label.length) ?? numberBefore(words, start);
      if (!value) continue;
      markUsed(words, start, label.length);
      for (const word of value) word.used = true;
      placed.push({ element, value: value.map(({ text }) => text).join(' ') });
      break;
    }
  }
  return placed;
}

function valueAfter(words: readonly FormWord[], from: number): FormWord[] | undefined {
  let at = from;
  while (words[at] && connectors.test(words[at]?.text ?? '')) at += 1;
  const first = words[at];
  if (!first || first.isBreak || first.used) return undefined;
  if (first.isQuoted) return [first];
  const value: FormWord[] = [];
  for (const word of words.slice(at)) {
    if (word.isBreak || word.used || word.isQuoted || /^(?:and|with|for|on|at|in|to)$/iu.test(word.text)) break;
    value.push(word);
  }
  // A value starts with a digit, a capital or a symbol.
  return value.length > 0 && value.length <= 4 && /^[\p{Lu}\d@+#€$£]/u.test(first.text) ? value : undefined;
}

function numberBefore(words: readonly FormWord[], start: number): FormWord[] | undefined {
  const word = words[start - 1];
  return word && !word.used && /^\d+$/u.test(word.text) ? [word] : undefined;
}

const kinds: readonly { shape: (text: string) => boolean; fits: (element: Element) => boolean }[] = [
  {
    shape: (text) => /^\S+@\S+\.\S+$/u.test(text),
    fits: ({ kind, name }) => kind === 'email' || /\be-?mail/iu.test(name),
  },
  {
    shape: (text) => /^\+?\d[\d\s().-]{6,}$/u.test(text) && !readDate(text),
    fits: ({ kind, name }) => kind === 'tel' || /\b(?:phone|mobile|telephone|tel)\b/iu.test(name),
  },
  {
    shape: (text) => /:|[ap]m$/iu.test(text) && readTime(text) !== undefined,
    fits: ({ kind, name }) => kind === 'time' || /\btime\b/iu.test(name),
  },
  {
    shape: (text) => readDate(text) !== undefined,
    fits: ({ kind, name }) => kind === 'date' || /\b(?:date|day|when)\b/iu.test(name),
  },
  {
    shape: (text) => /^[€$£]?\d+(?:[.,]\d{1,2})?\s?(?:[€$£]|EUR|USD|GBP|euros?|dollars?|pounds?)?$/iu.test(text),
    fits: ({ name }) => /\b(?:amount|sum)\b/iu.test(name),
  },
];

/** Values that fit a field by their format: email addresses, phone numbers, times and dates. */
export function valuesByFormat(
  words: readonly FormWord[],
  fields: readonly Element[],
): { value: string; fitting: Element[] }[] {
  const found: { value: string; fitting: Element[] }[] = [];
  for (let length = 4; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length);
      if (run.some(({ used, isBreak }) => used || isBreak)) continue;
      const value = run.map(({ text }) => text).join(' ');
      const kind = kinds.find(({ shape }) => shape(value));
      if (!kind) continue;
      const fitting = fields.filter(kind.fits);
      if (fitting.length === 0) continue;
      markUsed(words, start, length);
      found.push({ value, fitting });
    }
  }
  return found;
}

/** Whether no other checkbox has the same name: "Yes" of two questions is ambiguous. */
function hasUniqueName({ name, id }: Element, all: readonly Element[]): boolean {
  return !all.some((other) => other.id !== id && isCheckable(other) && other.name === name);
}

/** Checkboxes and radio buttons whose full name is in the sentence. */
export function checkboxesByName(words: readonly FormWord[], elements: readonly Element[]): Element[] {
  return elements
    .filter((element, _, all) => isCheckable(element) && element.name !== '' && hasUniqueName(element, all))
    .map((element) => ({ element, name: normalizeText(element.name).words.map(stem) }))
    .sort((one, other) => other.name.length - one.name.length)
    .flatMap(({ element, name }) => {
      const start = indexOfRun(words, name);
      if (start === -1) return [];
      markUsed(words, start, name.length);
      return [element];
    });
}

/** The option of a list whose full name is in the sentence. */
export function optionByName(words: readonly FormWord[], options: readonly string[]): string | undefined {
  const matches = options
    .map((option) => ({ option, name: normalizeText(option).words.map(stem) }))
    .filter(({ option, name }) => option.length >= 2 && indexOfRun(words, name) !== -1)
    .sort((one, other) => other.name.length - one.name.length);
  const [best, next] = matches;
  if (!best || (next && next.name.length === best.name.length)) return undefined;
  markUsed(words, indexOfRun(words, best.name), best.name.length);
  return best.option;
}

/** Buttons whose full name is a time, a number or a quoted part of the sentence. */
export function buttonsByName(words: readonly FormWord[], elements: readonly Element[]): Element[] {
  return words.flatMap((word) => {
    if (word.used || !(word.isQuoted || /\d/u.test(word.text))) return [];
    const named = elements.filter(
      ({ interactive, name, role }) =>
        interactive && role !== 'TextInput' && name.trim().toLowerCase() === word.text.toLowerCase(),
    );
    const only = single(named);
    if (!only) return [];
    word.used = true;
    return [only];
  });
}

/** Words of the sentence that no field uses and that the page does not mention. Words such as "the" do not count. */
export function unusedWords(words: readonly FormWord[], elements: readonly Element[], title: string): string[] {
  const mentioned = new Set(
    [title, ...elements.filter(isLabelLike).map(({ name }) => name)].flatMap((text) =>
      normalizeText(text).words.map(stem),
    ),
  );
  return words
    .filter(({ used, isBreak, isQuoted, plain, text }) => {
      if (used || isBreak || plain === '') return false;
      if (isQuoted || /\d/u.test(text)) return true;
      return !stopWords.has(text.toLowerCase()) && !plain.split(' ').every((word) => mentioned.has(word));
    })
    .map(({ text }) => text);
}

function isLabelLike(element: Element): boolean {
  return element.name.split(/\s+/u).length <= 8 && !isField(element);
}
