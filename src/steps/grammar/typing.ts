import { readDate } from '../../core/dates/calendar-date.js';
import type { Operation } from '../instruction.js';
import { splitFields, splitPairs } from '../parser/lists.js';
import { asPhrase, asValue, isQuoted, type Masked } from '../parser/mask.js';
import { takeTimes } from '../parser/number-words.js';
import { readValue } from '../parser/value.js';
import { type Found, matchRules, type Rule } from './form.js';

type Meaning = Operation | Operation[];

const everyField = /^(?:both|all|each|every)(?:\s+of)?(?:\s+the)?\s+/iu;
const ownFields =
  /^(?:the\s+|their\s+)?(?:(?:text|input|appropriate|corresponding|respective|matching|given)\s+)*(?:fields|boxes|inputs|form|textboxes)(?:\s+below)?$/iu;
/** "some text": the task does not say what to type. */
const unknownText = /^(?:an?|some|any|something|anything)\b/iu;

export function toType(value: string, target: string | undefined, masked: Masked): Operation | undefined {
  if (value.trim() === '') return undefined;
  const quote = quoteWithTail(value, masked);
  if (quote) return quote.times === undefined ? undefined : repeatText(toType(quote.text, target, masked), quote.times);
  if (target === undefined) return { kind: 'type', value: readValue(value, masked) };
  const fields =
    (ownFields.test(target) && /\p{Co}/u.test(value) ? splitFields(value, masked) : undefined) ??
    splitPairs(`${value} into ${target}`, ['into', 'in', 'to', 'as'], masked);
  if (fields) return { kind: 'fill', fields };
  // 'the password "x"': only the quoted part is typed.
  const bare = value.replace(/^(?:the|a|an|your|my)\s+[\p{L}\s]+\s(?=\p{Co}$)/iu, '');
  const label = asPhrase(masked, target).replace(/^the\s+(?=text (?:field|box)s?$)/iu, '');
  if (everyField.test(label))
    return { kind: 'type', value: readValue(bare, masked), target: label.replace(everyField, ''), every: true };
  return toSetDate(value, label, masked) ?? { kind: 'type', value: readValue(bare, masked), target: label };
}

function repeatText(step: Operation | undefined, times: number): Operation | undefined {
  if (step?.kind !== 'type' || step.value.kind !== 'text') return undefined;
  return { ...step, value: { kind: 'text', text: step.value.text.repeat(times) } };
}

/** 'Type "a" 5 times': the text after the quoted part is not typed. */
function quoteWithTail(value: string, masked: Masked): { text: string; times?: number } | undefined {
  const [, text = '', rest = ''] = /^(\p{Co})\s+([^\s,].*)$/u.exec(value.trim()) ?? [];
  if (rest === '' || !isQuoted(masked, text) || /^(?:and|or|in|as)\s|\p{Co}/iu.test(rest)) return undefined;
  const [before, times] = takeTimes(` ${rest}`);
  return times !== undefined && before.trim() === '' ? { text, times: Math.min(times, 200) } : { text };
}

export function toSetDate(value: string, target: string | undefined, masked: Masked): Operation | undefined {
  const date = asValue(masked, value).replace(/^the\s+date\s+(?:of\s+)?/iu, '');
  if (!readDate(date)) return undefined;
  const label = target?.replace(/^(?:the\s+)?(?:date|day|calendar|date ?picker)$/iu, 'date');
  return { kind: 'set_date', date, target: label || undefined };
}

function toFill({ raw, optional, masked }: Found): Operation | undefined {
  const fields = splitFields(raw('list').replace(/^(?:the\s+)?following(?:\s+\w+)?\s*:?\s*/iu, ''), masked);
  return fields && { kind: 'fill', fields, form: optional('form') };
}

/** "Fill the Name field with Ann", "fill in Name with Ann and City with Oslo". */
function toFillWith({ raw, masked }: Found): Operation | undefined {
  const [target, value] = [raw('target'), raw('value')];
  const fields = /\s(?:with|using)\s/iu.test(value) ? splitFields(`${target} with ${value}`, masked) : undefined;
  return fields && fields.length > 1 ? { kind: 'fill', fields } : toType(value, target, masked);
}

/** "Type 'ls' followed by Enter". An unquoted text may itself end in "enter"; the key then has a capital. */
function toTypeAndKey({ raw, masked }: Found): Meaning | undefined {
  const typed = raw('typed');
  if (!/^\p{Lu}/u.test(raw('key')) && !/\p{Co}$/u.test(typed.trim())) return undefined;
  const steps = matchRules(typingRules, typed, masked);
  const keys = /^tab$/iu.test(raw('key')) ? 'Tab' : 'Enter';
  return steps && [steps, { kind: 'press_key' as const, keys }].flat();
}

/** 'Enter username "a" and password "b"', 'type the text "a"'. */
function toTypeQuoted(found: Found): Operation | undefined {
  const isText =
    /^(?:the\s+)?(?:text|value|words?|string|phrase|message|number|sentence|line|command|formula|following(?:\s+text)?)\s*:?\s+\p{Co}$/iu;
  return isText.test(found.raw('list')) ? toType(found.raw('list'), undefined, found.masked) : toFill(found);
}

const typeInto = ({ raw, masked }: Found): Operation | undefined =>
  toType(raw('value'), raw('target') || undefined, masked);
const typeKnown = (found: Found): Operation | undefined =>
  unknownText.test(found.raw('value')) ? undefined : typeInto(found);

const append = ({ value, phrase, raw }: Found): Operation => ({
  kind: 'type',
  value: value('value'),
  target: /\send$/iu.test(raw('target')) ? 'the text' : phrase('target'),
  append: true,
});

/** A character outside of quotes, and the mark for a quoted part. */
const plain = '\\P{Co}';
const quoted = '\\p{Co}';

/** Typing into fields and filling in forms. Forms for several fields come before those for one. */
export const typingRules: readonly Rule<Meaning>[] = [
  ['(type|write|enter) : {value}', typeInto],
  ['(type|write|enter|put|insert) [the] (following [text]|text) (in|into) {target} : {"value}', typeInto],
  ['(type|enter|write|input) {value+} at {target:[the] [command|shell] (line|prompt)}', typeInto],
  [
    '(write|type|make|add|enter) [a|an|the] [short] (note|memo|line|sentence|text) (saying|reading|that (says|reads)|with the (text|words?)) {"value}',
    typeInto,
  ],
  ['(use|using) [the] {target} to (enter|type|input|write|search for) {value}', typeInto],
  [
    [
      `(fill|complete) [in|out|up] [the|this] {form:[${plain}+?] <form>} (with|using|by entering) {list}`,
      `(fill|complete) [in|out|up] [the|this] {form:[${plain}+?] <form>} : {list}`,
      `fill (in|out) {list:${plain}+? ${quoted}.*}`,
    ],
    toFill,
  ],
  ['(fill|populate) [in|out|up] {target} (with|using) {value}', toFillWith],
  ['fill (in|out) {list}', toFill],
  ['append {value} to {target}', append],
  [
    '{typed:(type|enter|input|write|key in) .+?} ,? (followed by|and|then|plus|\\+) [a|the] {key:enter|return|tab|newline|line break} [key]',
    toTypeAndKey,
  ],
  [
    '(add|append) [the (text|words?|line|sentence)] {"value} (to|at|in|into) [the end of] {target:the [text] (document|editor|text\\s?-?area|text|file|note)|its end|the end}',
    append,
  ],
  ['<type> {value+} (into|in to|inside) {target}', typeInto],
  ['<type> {value} as [the|your|a] {target}', typeInto],
  [`<type> [the text] {value:${quoted} in [all] (upper|lower)\\s?case [letters]} (in|into) {target}`, typeInto],
  [
    '<type> [the (text|value|words?|string|number|message)] {"value} (in|on|to|for|at|under|within) (?!all (?:upper|lower)) {target}',
    typeInto,
  ],
  [
    `<type> {list:[the|your|a|an] ${plain}*?${plain}:?\\s+${quoted}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)${plain}+\\s+${quoted})*}`,
    toTypeQuoted,
  ],
  [`<type> {value+} (in|on|for|to) {target:(the|this|that|my|your) .+|${plain}*<field>}`, typeInto],
  [`(write|put|say) {value:[the (text|words?)] ${quoted}}`, typeInto],
  // The words after the last "in" name the field. A text that contains "in" must be quoted.
  [`(type|enter|input|write|put|paste|key in) {value:${plain}*\\S} in {target:${plain}+}`, typeKnown],
  ['(type|enter|input|paste|key in) {value}', typeKnown],
  [
    '(clear|empty|erase|wipe) [out] [the (text|contents?|value) (of|in|from)] {target}',
    ({ phrase }) => ({ kind: 'clear', target: phrase('target') }),
  ],
];
