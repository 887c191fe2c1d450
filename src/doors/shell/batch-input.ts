import { HandrailError, messageOf } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { splitLine } from '../command-line/split-line.js';
import type { CommandCall } from './command.js';

/** A command of a batch. */
export interface BatchEntry {
  /** Its line in the text, or its position in a list, from 1. */
  line: number;
  text: string;
  /** The text is JSON, not a line as a user types it. */
  isJson: boolean;
  /** Throws HandrailError if the text is not a command. */
  parse(): CommandCall;
}

/** The commands of a text: one per line, or JSON. Empty lines and lines that start with # are skipped. */
export function parseBatchText(text: string): BatchEntry[] {
  const source = text.replace(/^\uFEFF/, '');
  const list = startsAsJson(source) ? parseList(source) : undefined;
  if (list) return list.map((item, index) => toEntry(item, index + 1));
  return source.split('\n').flatMap((line, index) => {
    const trimmed = line.trim();
    return trimmed === '' || trimmed.startsWith('#') ? [] : [toEntry(trimmed, index + 1)];
  });
}

/** The commands given as arguments. Each is a line or a JSON text. */
export function parseBatchArguments(args: readonly string[]): BatchEntry[] {
  return args
    .map((arg) => arg.trim())
    .filter((arg) => arg !== '' && !arg.startsWith('#'))
    .flatMap((arg) => (startsAsJson(arg) ? (parseList(arg) ?? [arg]) : [arg]))
    .map((item, index) => toEntry(item, index + 1));
}

function startsAsJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

const listHint =
  'Use an array of commands: [["fill", "Email", "ann@example.org"], {"command": "click", "target": "Save"}]';

/** The commands of a JSON text. Undefined if its first line is a JSON text of its own. */
function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && !isOneCommand(value) ? value : [value];
  } catch (error) {
    if (isJson(text.trim().split('\n', 1)[0] ?? '')) return undefined;
    throw new HandrailError('invalid_input', `The batch is not valid JSON: ${messageOf(error)}.`, listHint);
  }
}

/** `["click", "Save"]` is one command. `["open example.org", "click Save"]` is a list of lines. */
function isOneCommand(list: readonly unknown[]): boolean {
  return (
    typeof list[0] === 'string' && !/\s/.test(list[0]) && list.every((item) => !Array.isArray(item) && !isRecord(item))
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function toEntry(item: unknown, line: number): BatchEntry {
  if (typeof item === 'string' && !startsAsJson(item))
    return { line, text: item, isJson: false, parse: () => splitLine(item) };
  const text = typeof item === 'string' ? item : (JSON.stringify(item) ?? '');
  return { line, text, isJson: true, parse: () => toCall(text) };
}

const callHint =
  'A command is a line, an array ["fill", "Email", "x"] or an object {"command": "fill", "target": "Email", "value": "x"}.';

function toCall(text: string): CommandCall {
  if (!isJson(text)) throw new HandrailError('invalid_input', 'The command is not valid JSON.', callHint);
  const value: unknown = JSON.parse(text);
  if (isRecord(value) && typeof value.command === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isScalar)) return value.map(String);
  throw new HandrailError('invalid_input', 'This is not a command.', callHint);
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
