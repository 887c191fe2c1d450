import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { HandrailError, messageOf } from '../../core/errors.js';
import { suggestName } from '../../core/words/suggest-name.js';
import { describeFileError } from '../../journal/file-error.js';
import type { ShellCommand } from './command.js';
import { type Field, fieldsOf, findField } from './fields.js';

/** The texts given for each field. */
type GivenValues = Map<string, string[]>;

/** Arguments by field, before their values are read. */
export interface CollectedArguments {
  given: GivenValues;
  /** The fields whose text is standard input. */
  fromInput: ReadonlySet<string>;
}

/** Assigns the arguments after the command name to fields. Throws `invalid_input` with what is valid. */
export function collectArguments(command: ShellCommand, args: readonly string[]): CollectedArguments {
  const fields = fieldsOf(command.input);
  const given: GivenValues = new Map();
  const literal = new Set<string>();
  const positional: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') positional.push(...rest.splice(0));
    else if (/^--\w/.test(arg)) parseFlag(command, fields, arg, rest, given, literal);
    else positional.push(arg);
  }
  assignPositional(command, fields, positional, given);
  const fromInput = (command.inputFields ?? []).filter(
    (name) => given.get(name)?.join() === inputMarker && !literal.has(name),
  );
  return { given, fromInput: new Set(fromInput) };
}

/** The argument that stands for standard input. `--value=-` is a plain dash. */
const inputMarker = '-';

/** Reads the values of the fields, from files and standard input too. Throws `invalid_input` with what is valid. */
export async function readArguments(
  command: ShellCommand,
  { given, fromInput }: CollectedArguments,
  { folder, input }: { folder: string; input(): Promise<string> },
): Promise<Record<string, unknown>> {
  const fields = fieldsOf(command.input);
  const values: Record<string, unknown> = {};
  for (const [name, texts] of given) {
    const field = fields.find((one) => one.name === name);
    if (!field) continue;
    const read = fromInput.has(name) ? [await readInputText(command, input)] : texts;
    values[name] = parseValue(command, field, read, folder);
  }
  return values;
}

/** Standard input without the newline at its end. */
async function readInputText(command: ShellCommand, input: () => Promise<string>): Promise<string> {
  const text = (await input()).replace(/\r?\n$/, '');
  if (text !== '') return text;
  throw invalid(command, 'Standard input is empty.', `Pass the text: handrail ${command.name} … - < file.txt`);
}

/** The fields of a command given as JSON. Throws `invalid_input` for a field that the command does not have. */
export function parseFields(command: ShellCommand, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = fieldsOf(command.input);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const field = findField(fields, command.fieldAliases, name);
      if (!field) throw unknownField(command, fields, name);
      const isPlain = typeof value === 'number' || typeof value === 'boolean';
      return [field.name, field.kind === 'text' && isPlain ? String(value) : value];
    }),
  );
}

function parseFlag(
  command: ShellCommand,
  fields: readonly Field[],
  arg: string,
  rest: string[],
  given: GivenValues,
  literal: Set<string>,
): void {
  const [flag = '', ...after] = arg.slice(2).split('=');
  const attached = after.length > 0 ? after.join('=') : undefined;
  const field = findField(fields, command.fieldAliases, flag);
  if (field?.kind === 'flag') {
    const isNext = attached === undefined && /^(?:true|false)$/.test(rest[0] ?? '');
    add(given, field.name, attached ?? (isNext ? (rest.shift() ?? 'true') : 'true'));
    return;
  }
  const negated = /^no[-_]/.test(flag) ? findField(fields, command.fieldAliases, flag.slice(3)) : undefined;
  if (!field && negated?.kind === 'flag') {
    add(given, negated.name, 'false');
    return;
  }
  if (!field) throw unknownFlag(command, fields, flag);
  const value = attached ?? rest.shift();
  if (value === undefined) throw invalid(command, `--${flag} needs a value.`);
  if (attached !== undefined) literal.add(field.name);
  add(given, field.name, value);
}

/** Assigns positional arguments to the positional fields without a flag. A list or record at the end takes the rest. */
function assignPositional(
  command: ShellCommand,
  fields: readonly Field[],
  args: readonly string[],
  given: GivenValues,
): void {
  const open = command.positional
    .map((name) => fields.find((field) => field.name === name))
    .filter((field): field is Field => field !== undefined && !given.has(field.name));
  while (open.length > args.length) {
    const skipped = findSkippable(open, args.at(-1));
    if (skipped < 0) break;
    open.splice(skipped, 1);
  }
  for (const [index, arg] of args.entries()) {
    const field = open[Math.min(index, open.length - 1)];
    const isExtra = index >= open.length && !(field && /^(?:texts|numbers|record)$/.test(field.kind));
    if (!field || isExtra) throw tooManyArguments(command, open.length, args);
    add(given, field.name, arg);
  }
}

function tooManyArguments(command: ShellCommand, max: number, args: readonly string[]): HandrailError {
  const accepted = max === 0 ? 'no arguments without a flag' : `${max} ${max === 1 ? 'argument' : 'arguments'}`;
  return invalid(
    command,
    `${command.name} takes ${accepted}, not ${args.length}: ${args.map((arg) => JSON.stringify(arg)).join(' ')}.`,
    max === 0 ? undefined : 'Put quotes around words that belong together.',
  );
}

/** The field to leave out: an optional one before a required one, else the last optional one that cannot take the last argument. */
function findSkippable(open: readonly Field[], lastArgument: string | undefined): number {
  const before = open.findIndex(
    ({ isRequired }, index) => !isRequired && open.slice(index).some((one) => one.isRequired),
  );
  if (before >= 0) return before;
  const isForNumber = open.at(-1)?.kind === 'number' && /^\d+(?:\.\d+)?$/.test(lastArgument ?? '');
  const kept = isForNumber ? open.slice(0, -1) : open;
  const other = kept.findLastIndex(({ isRequired, choices }) => !isRequired && choices === undefined);
  return other >= 0 ? other : open.findLastIndex(({ isRequired }) => !isRequired);
}

function parseValue(command: ShellCommand, field: Field, values: string[], folder: string): unknown {
  const last = values.at(-1) ?? '';
  switch (field.kind) {
    case 'flag':
      return last !== 'false';
    case 'number':
      return parseNumber(command, field, last);
    case 'numbers':
      return values
        .flatMap((value) => value.replace(/^\s*\[\s*|\s*\]\s*$/g, '').split(/[\s,]+/))
        .map((value) => parseNumber(command, field, value));
    case 'texts':
      if (field.acceptsSingle && values.length === 1) return last;
      return field.choices ? values.flatMap((value) => value.split(/[\s,+]+/)) : values;
    case 'record':
      return values.length === 1 && /^\s*[{@]/.test(last)
        ? parseJson(command, field, last, folder)
        : Object.fromEntries(values.map((value) => parsePair(command, field, value)));
    case 'json':
      return parseJson(command, field, last, folder);
    default:
      return last;
  }
}

function parseNumber(command: ShellCommand, { name }: Field, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw invalid(command, `${name} must be a number, not ${JSON.stringify(text)}.`);
}

function parsePair(command: ShellCommand, { name }: Field, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1)];
  throw invalid(command, `${name} takes arguments such as "Name=value", not ${JSON.stringify(text)}.`);
}

/** Parses JSON, or the file named after an `@`. Text that does not look like JSON is returned as it is. */
function parseJson(command: ShellCommand, { name }: Field, text: string, folder: string): unknown {
  const source = text.startsWith('@') ? readText(command, resolve(folder, text.slice(1))) : text;
  if (!/^\s*(?:[[{"]|(?:true|false|null)\s*$)/.test(source) && !text.startsWith('@')) return source;
  try {
    return JSON.parse(source);
  } catch (error) {
    throw invalid(command, `${name} is not JSON: ${messageOf(error)}.`);
  }
}

/** Reads regular files only: a pipe or device would block the background process. */
function readText(command: ShellCommand, path: string): string {
  try {
    if (!statSync(path).isFile()) throw new Error('it is not a regular file');
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw invalid(command, `${path} cannot be read: ${describeFileError(error)}.`);
  }
}

function add(given: GivenValues, name: string, value: string): void {
  given.set(name, [...(given.get(name) ?? []), value]);
}

function unknownField(command: ShellCommand, fields: readonly Field[], name: string): HandrailError {
  const names = fields.map((field) => field.name);
  const similar = suggestName(name, names);
  return invalid(
    command,
    `${command.name} has no field "${name.slice(0, 60)}".${similar ? ` Did you mean "${similar}"?` : ''}`,
    names.length > 0 ? `Fields of ${command.name}: ${names.join(', ')}.` : undefined,
  );
}

function unknownFlag(command: ShellCommand, fields: readonly Field[], flag: string): HandrailError {
  const similar = suggestName(
    flag,
    fields.map(({ name }) => name),
  );
  const suggestion = similar ? ` Did you mean --${similar.replaceAll('_', '-')}?` : '';
  const hint = `See: handrail ${command.name} --help. Put a text that starts with dashes after --`;
  return invalid(command, `${command.name} has no flag --${flag.slice(0, 60)}.${suggestion}`, hint);
}

function invalid(command: ShellCommand, message: string, hint?: string): HandrailError {
  return new HandrailError('invalid_input', message, hint ?? `See: handrail ${command.name} --help`);
}
