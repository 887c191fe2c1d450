import { InvalidArgumentError } from 'commander';
import type { Size } from '../../../core/geometry.js';
import { parseSize } from '../../command-line/parse-size.js';

/** Collects the values of a repeatable option. */
export function appendValue(value: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

export function parseWholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('Use a whole number, 0 or more.');
  return Number(value);
}

export function parseAmount(value: string): number {
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)) throw new InvalidArgumentError('Use a number such as 1.5, 0 or more.');
  return Number(value);
}

export function parsePositiveAmount(value: string): number {
  const amount = parseAmount(value);
  if (amount === 0) throw new InvalidArgumentError('Use a number above 0.');
  return amount;
}

const maxPauseMs = 60_000;

export function parsePauseMs(value: string): number {
  const ms = parseWholeNumber(value);
  if (ms > maxPauseMs) throw new InvalidArgumentError(`Use at most ${maxPauseMs} milliseconds.`);
  return ms;
}

export function parsePort(value: string): number {
  const port = parseWholeNumber(value);
  if (port > 65_535) throw new InvalidArgumentError('Use a port from 0 to 65535.');
  return port;
}

export function parseSizeOption(value: string): Size {
  const size = parseSize(value);
  if (!size) throw new InvalidArgumentError('Use width and height in pixels, such as 1280x800.');
  return size;
}

/** Parses `click,type` or `click type`. */
export function parseNames(value: string): string[] {
  return value.split(/[\s,]+/).filter(Boolean);
}

const memoryUnits: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };
const minMemoryBytes = 64 * 1024 ** 2;

/** Parses `512m` or `1g` to bytes. */
export function parseMemory(value: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?)b?$/i.exec(value.trim()) ?? [];
  const bytes = Number(amount) * (memoryUnits[unit.toLowerCase()] ?? Number.NaN);
  if (amount === '' || !(bytes >= minMemoryBytes)) throw new InvalidArgumentError('Use 64m or more, such as 1g.');
  return Math.round(bytes);
}
