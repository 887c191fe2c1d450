import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { HandrailError } from '../../core/errors.js';
import { nearestName } from '../../core/nearest.js';
import { reasonOf } from '../../journal/file-reason.js';
import type { ShellCommand } from './command.js';
import { type Field, fieldsOf } from './fields.js';

type Values = Map<string, string[]>;

/** The words after a command's name as its input: flags by their name, the others in order. Throws with what is valid. */
export function readWords(command: ShellCommand, words: readonly string[], folder: string): Record<string, unknown> {
  const fields = fieldsOf(command.input);
  const given: Values = new Map();
  const bare: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') bare.push(...rest.splice(0));
    else if (/^--\w/.test(word)) readFlag(command, fields, word, rest, given);
    else bare.push(word);
  }
  placeBare(command, fields, bare, given);
  const input: Record<string, unknown> = {};
  for (const [name, values] of given) {
    const field = fields.find((one) => one.name === name);
    if (field) input[name] = readValue(command, field, values, folder);
  }
  return input;
}

function readFlag(command: ShellCommand, fields: readonly Field[], word: string, rest: string[], given: Values): void {
  const [flag = '', ...after] = word.slice(2).split('=');
  const attached = after.length > 0 ? after.join('=') : undefined;
  const name = flag.replaceAll('-', '_');
  const field = findField(command, fields, name);
  if (field?.kind === 'flag') {
    const isNext = attached === undefined && /^(?:true|false)$/.test(rest[0] ?? '');
    add(given, field.name, attached ?? (isNext ? (rest.shift() ?? 'true') : 'true'));
    return;
  }
  const negated = name.startsWith('no_') ? findField(command, fields, name.slice(3)) : undefined;
  if (!field && negated?.kind === 'flag') {
    add(given, negated.name, 'false');
    return;
  }
  if (!field) throw unknownFlag(command, fields, flag);
  const value = attached ?? rest.shift();
  if (value === undefined) throw wrong(command, `--${flag} needs a value.`);
  add(given, field.name, value);
}

function findField({ fieldAliases = {} }: ShellCommand, fields: readonly Field[], name: string): Field | undefined {
  const real = Object.hasOwn(fieldAliases, name) ? fieldAliases[name] : name;
  return fields.find((field) => field.name === name) ?? fields.find((field) => field.name === real);
}

/** Bare words go to the positional fields that no flag has filled; a list or record at the end takes all that are left. */
function placeBare(command: ShellCommand, fields: readonly Field[], bare: readonly string[], given: Values): void {
  const open = command.positional
    .map((name) => fields.find((field) => field.name === name))
    .filter((field): field is Field => field !== undefined && !given.has(field.name));
  while (open.length > bare.length) {
    const spare = dispensable(open);
    if (spare < 0) break;
    open.splice(spare, 1);
  }
  for (const [index, word] of bare.entries()) {
    const field = open[Math.min(index, open.length - 1)];
    const isSpare = index >= open.length && !(field && /^(?:texts|numbers|record)$/.test(field.kind));
    if (!field || isSpare)
      throw wrong(
        command,
        `${command.name} takes ${open.length === 0 ? 'no words without a flag' : `${open.length} ${open.length === 1 ? 'word' : 'words'}`}, not ${bare.length}: ${bare.map((one) => JSON.stringify(one)).join(' ')}.`,
        open.length === 0 ? undefined : 'Put quotes around words that belong together.',
      );
    add(given, field.name, word);
  }
}

/** An optional field before a required one is left out first, then the last optional one. */
function dispensable(open: readonly Field[]): number {
  const before = open.findIndex(
    ({ isRequired }, index) => !isRequired && open.slice(index).some((one) => one.isRequired),
  );
  return before >= 0 ? before : open.findLastIndex(({ isRequired }) => !isRequired);
}

function readValue(command: ShellCommand, field: Field, values: string[], folder: string): unknown {
  const last = values.at(-1) ?? '';
  switch (field.kind) {
    case 'flag':
      return last !== 'false';
    case 'number':
      return toNumber(command, field, last);
    case 'numbers':
      return values.flatMap((value) => value.split(/[\s,]+/)).map((value) => toNumber(command, field, value));
    case 'texts':
      if (field.mayBeOne && values.length === 1) return last;
      return field.choices ? values.flatMap((value) => value.split(/[\s,+]+/)) : values;
    case 'record':
      return values.length === 1 && /^\s*[{@]/.test(last)
        ? readJson(command, field, last, folder)
        : Object.fromEntries(values.map((value) => toPair(command, field, value)));
    case 'json':
      return readJson(command, field, last, folder);
    default:
      return last;
  }
}

function toNumber(command: ShellCommand, { name }: Field, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw wrong(command, `${name} is a number, not ${JSON.stringify(text)}.`);
}

function toPair(command: ShellCommand, { name }: Field, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1)];
  throw wrong(command, `${name} takes words such as "Name=value", not ${JSON.stringify(text)}.`);
}

/** JSON as it stands, or the file that is named after an `@`. */
function readJson(command: ShellCommand, { name }: Field, text: string, folder: string): unknown {
  const source = text.startsWith('@') ? readText(command, resolve(folder, text.slice(1))) : text;
  if (!/^\s*(?:[[{"]|(?:true|false|null)\s*$)/.test(source) && !text.startsWith('@')) return source;
  try {
    return JSON.parse(source);
  } catch (error) {
    throw wrong(command, `${name} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** A pipe or a device would keep everybody waiting. */
function readText(command: ShellCommand, path: string): string {
  try {
    if (!statSync(path).isFile()) throw new Error('it is no file');
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw wrong(command, `${path} cannot be read: ${reasonOf(error)}.`);
  }
}

function add(given: Values, name: string, value: string): void {
  given.set(name, [...(given.get(name) ?? []), value]);
}

function unknownFlag(command: ShellCommand, fields: readonly Field[], flag: string): HandrailError {
  const near = nearestName(
    flag,
    fields.map(({ name }) => name),
  );
  const guess = near ? ` Did you mean --${dashed(near)}?` : '';
  const hint = `See: handrail ${command.name} --help. A text that begins with dashes goes after --`;
  return wrong(command, `${command.name} has no flag --${flag.slice(0, 60)}.${guess}`, hint);
}

function dashed(name: string): string {
  return name.replaceAll('_', '-');
}

function wrong(command: ShellCommand, message: string, hint?: string): HandrailError {
  return new HandrailError('invalid_input', message, hint ?? `See: handrail ${command.name} --help`);
}
