import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { HandrailError, messageOf } from '../../core/errors.js';
import { suggestName } from '../../core/suggest-name.js';
import { describeFileError } from '../../journal/file-error.js';
import type { ShellCommand } from './command.js';
import { type Field, fieldsOf } from './fields.js';

/** The texts given for each field. */
type GivenValues = Map<string, string[]>;

/** Parses the arguments after the command name into its input. Throws `invalid_input` with what is valid. */
export function parseArguments(
  command: ShellCommand,
  args: readonly string[],
  folder: string,
): Record<string, unknown> {
  const fields = fieldsOf(command.input);
  const given: GivenValues = new Map();
  const positional: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') positional.push(...rest.splice(0));
    else if (/^--\w/.test(arg)) parseFlag(command, fields, arg, rest, given);
    else positional.push(arg);
  }
  assignPositional(command, fields, positional, given);
  const input: Record<string, unknown> = {};
  for (const [name, values] of given) {
    const field = fields.find((one) => one.name === name);
    if (field) input[name] = parseValue(command, field, values, folder);
  }
  return input;
}

function parseFlag(
  command: ShellCommand,
  fields: readonly Field[],
  arg: string,
  rest: string[],
  given: GivenValues,
): void {
  const [flag = '', ...after] = arg.slice(2).split('=');
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
  if (value === undefined) throw invalid(command, `--${flag} needs a value.`);
  add(given, field.name, value);
}

function findField({ fieldAliases = {} }: ShellCommand, fields: readonly Field[], name: string): Field | undefined {
  const original = Object.hasOwn(fieldAliases, name) ? fieldAliases[name] : name;
  return fields.find((field) => field.name === name) ?? fields.find((field) => field.name === original);
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
    const skipped = findSkippable(open);
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

/** The field to leave out: an optional one before a required one, else the last optional one. */
function findSkippable(open: readonly Field[]): number {
  const before = open.findIndex(
    ({ isRequired }, index) => !isRequired && open.slice(index).some((one) => one.isRequired),
  );
  return before >= 0 ? before : open.findLastIndex(({ isRequired }) => !isRequired);
}

function parseValue(command: ShellCommand, field: Field, values: string[], folder: string): unknown {
  const last = values.at(-1) ?? '';
  switch (field.kind) {
    case 'flag':
      return last !== 'false';
    case 'number':
      return parseNumber(command, field, last);
    case 'numbers':
      return values.flatMap((value) => value.split(/[\s,]+/)).map((value) => parseNumber(command, field, value));
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
