import { HandrailError } from './errors.js';
import { suggestName } from './words/suggest-name.js';

/** What an option accepts. */
export interface OptionType {
  /** Completes the sentence "it must be …". */
  expected: string;
  accepts(value: unknown): boolean;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

export const option = {
  text: { expected: 'a text', accepts: (value) => typeof value === 'string' },
  number: { expected: 'a number', accepts: (value) => typeof value === 'number' && !Number.isNaN(value) },
  flag: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' },
  function: { expected: 'a function', accepts: (value) => typeof value === 'function' },
  object: { expected: 'an object', accepts: isObject },
  list: { expected: 'a list', accepts: Array.isArray },
  signal: { expected: 'an AbortSignal', accepts: (value) => value instanceof AbortSignal },
  /** The function that takes the option checks it. */
  any: { expected: 'a value', accepts: () => true },
} as const satisfies Record<string, OptionType>;

/** One of these texts. */
export function oneOf(...values: readonly string[]): OptionType {
  return {
    expected: values.map((value) => JSON.stringify(value)).join(' or '),
    accepts: (value) => typeof value === 'string' && values.includes(value),
  };
}

export function either(...types: readonly OptionType[]): OptionType {
  return {
    expected: types.map(({ expected }) => expected).join(' or '),
    accepts: (value) => types.some((type) => type.accepts(value)),
  };
}

/** Throws `invalid_option` unless the value is one of the names. `what` names it in the message: "safety level". */
export function checkName(owner: string, what: string, value: unknown, names: readonly string[]): void {
  if (typeof value === 'string' && names.includes(value)) return;
  const near = typeof value === 'string' ? suggestOption(value, names) : undefined;
  throw invalid(
    `${owner}: there is no ${what} ${quote(value)}.${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    `Valid: ${names.join(', ')}.`,
  );
}

type NamesOf<Options> = Options extends unknown ? Extract<keyof Options, string> : never;

/** Every option of a function with its type. The compiler rejects a missing name and an unknown one. */
export type OptionTypes<Options> = Readonly<Record<NamesOf<Options>, OptionType>>;

/**
 * Throws `invalid_option` for an option that `owner` does not have, and for a value of a wrong type. Options that are undefined are skipped.
 * `foreignNames` maps names of other libraries to the option to suggest.
 */
export function checkOptions(
  owner: string,
  given: unknown,
  types: Readonly<Record<string, OptionType>>,
  foreignNames: Readonly<Record<string, string>> = {},
): void {
  if (given === undefined) return;
  const names = Object.keys(types);
  if (!isObject(given))
    throw invalid(`${owner} takes an object with options, not ${quote(given)}.`, `Valid options: ${names.join(', ')}.`);
  const options = Object.entries(given as object).filter(([, value]) => value !== undefined);
  const unknown = options.map(([name]) => name).filter((name) => !Object.hasOwn(types, name));
  if (unknown.length > 0)
    throw invalid(
      unknown.map((name) => describeUnknown(owner, name, names, foreignNames)).join(' '),
      names.length > 0 ? `Valid: ${names.join(', ')}.` : `${owner} takes no options.`,
    );
  for (const [name, value] of options) {
    const type = types[name];
    if (!type || type.accepts(value)) continue;
    throw invalid(`The option ${name} of ${owner} is ${quote(value)}, but it must be ${type.expected}.`);
  }
}

function describeUnknown(
  owner: string,
  name: string,
  names: readonly string[],
  foreignNames: Readonly<Record<string, string>>,
): string {
  const near = Object.hasOwn(foreignNames, name) ? foreignNames[name] : suggestOption(name, names);
  return `${owner} has no option "${name.slice(0, 60)}".${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

/** Compares without case and separators: `max_pictures` suggests `maxPictures`. */
function suggestOption(name: string, names: readonly string[]): string | undefined {
  const wanted = simplify(name);
  // A short name is part of many words.
  const candidates = names.filter((one) => one.length > 3 || wanted.length <= 4);
  const found = suggestName(wanted, candidates.map(simplify));
  return candidates.find((one) => simplify(one) === found);
}

function simplify(name: string): string {
  return name.replace(/[_\s-]+/g, '').toLowerCase();
}

function quote(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return (JSON.stringify(value) ?? String(value)).slice(0, 60);
}

function invalid(message: string, hint?: string): HandrailError {
  return new HandrailError('invalid_option', message, hint);
}
