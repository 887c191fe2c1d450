import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';

/** The arguments of one call, whatever the model sent. Each method throws HandrailError with what is valid. */
export interface Arguments {
  readonly raw: Record<string, unknown>;
  has(name: string): boolean;
  text(name: string, fallback?: string): string;
  number(name: string, fallback?: number): number;
  flag(name: string, fallback: boolean): boolean;
  oneOf<T extends string>(name: string, values: readonly T[], fallback?: T): T;
  list(name: string): unknown[];
}

/** Reads the arguments of `call`. `null` counts as missing. */
export function readArguments(call: string, value: unknown): Arguments {
  const raw = isRecord(value) ? value : {};
  const has = (name: string): boolean => Object.hasOwn(raw, name) && raw[name] !== null && raw[name] !== undefined;
  const invalid = (name: string, expected: string): HandrailError =>
    new HandrailError('invalid_input', `${call} needs ${expected} in "${name}".`, `Received: ${quote(raw)}.`);
  return {
    raw,
    has,
    text(name, fallback) {
      const given = raw[name];
      if (typeof given === 'string') return given;
      if (typeof given === 'number' || typeof given === 'boolean') return String(given);
      if (!has(name) && fallback !== undefined) return fallback;
      throw invalid(name, 'a text');
    },
    number(name, fallback) {
      const number = toNumber(raw[name]);
      if (number !== undefined) return number;
      if (!has(name) && fallback !== undefined) return fallback;
      throw invalid(name, 'a number');
    },
    flag(name, fallback) {
      const given = raw[name];
      if (!has(name)) return fallback;
      if (typeof given === 'boolean') return given;
      if (given === 'true' || given === 'True' || given === 1) return true;
      if (given === 'false' || given === 'False' || given === 0) return false;
      throw invalid(name, 'true or false');
    },
    oneOf(name, values, fallback) {
      const given = has(name) ? String(raw[name]).toLowerCase() : fallback;
      const found = values.find((value) => value === given);
      if (found !== undefined) return found;
      throw invalid(name, `one of ${values.join(', ')}`);
    },
    list(name) {
      const given = raw[name];
      if (Array.isArray(given)) return given;
      throw invalid(name, 'a list');
    },
  };
}

/** The number `value` if it is from `min` to `max`. Throws `out_of_range` otherwise. */
export function inRange(call: string, field: string, value: number, min: number, max: number): number {
  if (value >= min && value <= max) return value;
  throw new HandrailError(
    'out_of_range',
    `${call} cannot take ${value} as "${field}".`,
    `Use a number from ${min} to ${max}.`,
  );
}

/** A finite number, or a text that is one. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** A value as short JSON, for an error message. */
export function quote(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = String(value); // a circular value
  }
  return (text ?? 'nothing').slice(0, 120);
}
