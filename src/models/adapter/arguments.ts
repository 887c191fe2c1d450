import { type Action, type Modifier, modifiers, type Target } from '../../core/action.js';
import { HandrailError, toFault } from '../../core/errors.js';
import type { Point } from '../../core/geometry.js';
import { parseKeys } from '../../core/keys.js';
import { isRecord } from '../../core/record.js';
import { type Shown, type Space, toScreen } from '../../core/space.js';
import type { Call, Message, ScreenSnapshot } from '../model.js';

/** Reads what a model gave to one call, whatever it is. Every method throws HandrailError with what is valid; none anything else. */
export interface Arguments {
  readonly raw: Record<string, unknown>;
  has(name: string): boolean;
  text(name: string, otherwise?: string): string;
  number(name: string, otherwise?: number): number;
  flag(name: string, otherwise: boolean): boolean;
  oneOf<T extends string>(name: string, values: readonly T[], otherwise?: T): T;
  list(name: string): unknown[];
}

/** `null` counts as not given. `call` is the name of what was asked for, for the sentence. */
export function readArguments(call: string, given: unknown): Arguments {
  const raw = isRecord(given) ? given : {};
  const has = (name: string): boolean => Object.hasOwn(raw, name) && raw[name] !== null && raw[name] !== undefined;
  const missing = (name: string, what: string): HandrailError =>
    new HandrailError('invalid_input', `${call} needs ${what} in "${name}".`, `It was given: ${shorten(raw)}.`);
  return {
    raw,
    has,
    text(name, otherwise) {
      const value = raw[name];
      if (typeof value === 'string') return value;
      if (typeof value === 'number' || typeof value === 'boolean') return String(value);
      if (!has(name) && otherwise !== undefined) return otherwise;
      throw missing(name, 'a text');
    },
    number(name, otherwise) {
      const value = numberIn(raw[name]);
      if (value !== undefined) return value;
      if (!has(name) && otherwise !== undefined) return otherwise;
      throw missing(name, 'a number');
    },
    flag(name, otherwise) {
      const value = raw[name];
      if (!has(name)) return otherwise;
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'True' || value === 1) return true;
      if (value === 'false' || value === 'False' || value === 0) return false;
      throw missing(name, 'true or false');
    },
    oneOf(name, values, otherwise) {
      const value = has(name) ? String(raw[name]).toLowerCase() : otherwise;
      const found = values.find((one) => one === value);
      if (found !== undefined) return found;
      throw missing(name, `one of ${values.join(', ')}`);
    },
    list(name) {
      const value = raw[name];
      if (Array.isArray(value)) return value;
      throw missing(name, 'a list');
    },
  };
}

/** A place in whatever form it was written: [x, y], a box [x1, y1, x2, y2], {x, y}, "x, y". Throws `invalid_input` for none. */
export function readPoint(call: string, value: unknown): Point {
  const numbers = numbersIn(value);
  const [x, y, right, bottom] = numbers;
  if (x !== undefined && y !== undefined && numbers.length === 2) return { x, y };
  if (x !== undefined && y !== undefined && right !== undefined && bottom !== undefined && numbers.length === 4)
    return { x: (x + right) / 2, y: (y + bottom) / 2 };
  throw new HandrailError(
    'invalid_input',
    `${call} needs a place as two numbers, not ${shorten(value)}.`,
    'Give x and y.',
  );
}

/** Where on the screen a model means. Throws `out_of_range` where that is not on the picture it was shown. */
export function targetAt(call: string, space: Space, value: unknown, seen: ScreenSnapshot): { x: number; y: number } {
  return toScreen(space, readPoint(call, value), shownIn(seen));
}

/** The picture that places are counted on: the one that was sent, or the screen itself. */
export function shownIn({ picture, screen }: ScreenSnapshot): Shown {
  return picture ?? { size: screen, region: { x: 0, y: 0, ...screen } };
}

/** What the screen showed when the last reply was asked for. */
export function lastSeen(history: readonly Message[], screen: ScreenSnapshot['screen']): ScreenSnapshot {
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const message = history[at];
    if (message && message.role !== 'model' && message.seen) return message.seen;
  }
  return { screen };
}

/** Where the pointer was left by the last call that moved it; the middle of the screen before the first. */
export function pointerIn(
  history: readonly Message[],
  earlier: readonly Call[],
  screen: ScreenSnapshot['screen'],
): Point {
  for (let at = earlier.length - 1; at >= 0; at -= 1) {
    const place = placeIn(earlier[at]);
    if (place) return place;
  }
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const message = history[at];
    if (message?.role !== 'results') continue;
    for (let back = message.results.length - 1; back >= 0; back -= 1) {
      const done = message.results[back];
      const place = done && !done.skipped ? placeIn(done.call) : undefined;
      if (place) return place;
    }
  }
  return { x: Math.floor(screen.width / 2), y: Math.floor(screen.height / 2) };
}

function placeIn(call: Call | undefined): Point | undefined {
  if (!call || !('action' in call)) return undefined;
  const { action } = call;
  const target: Target | undefined =
    action.type === 'drag' ? action.path.at(-1) : 'target' in action ? action.target : undefined;
  return target && 'x' in target ? target : undefined;
}

/** Keys in any spelling, one chord or several in a row: `ctrl+s`, `["CTRL", "S"]`, `ctrl c`. Throws `unknown_key`. */
export function keyActions(value: unknown): Extract<Action, { type: 'key' }>[] {
  const words = (Array.isArray(value) ? value : [value]).map((word) => (typeof word === 'string' ? word : ''));
  const said = words.filter((word) => word !== '').map((word) => word.replace(/(?<=\S)\s+\+\s+(?=\S)/g, '+'));
  if (said.length === 0)
    throw new HandrailError('invalid_input', `${shorten(value)} is not a key.`, 'Give one such as Enter or Control+A.');
  const lone = said.length === 1 ? said[0] : undefined;
  if (lone !== undefined) {
    const spaced = lone.trim().includes(' ') ? lone.trim().split(/\s+/) : undefined;
    if (spaced?.slice(0, -1).every(isModifier)) return [chord(spaced)];
    if (spaced) return spaced.map((word) => chord([word]));
    return [chord([lone])];
  }
  return said.slice(0, -1).every(isModifier) ? [chord(said)] : said.map((word) => chord([word]));
}

function chord(words: readonly string[]): Extract<Action, { type: 'key' }> {
  const keys = words.join('+');
  parseKeys(keys);
  return { type: 'key', keys };
}

function isModifier(word: string): boolean {
  try {
    const { key } = parseKeys(word);
    return (modifiers as readonly string[]).includes(key);
  } catch {
    return false; // no key at all is no modifier either: the chord says so
  }
}

/** Modifiers in any spelling: `shift+ctrl`, `["CTRL"]`. Throws `unknown_key` for what is none. */
export function modifiersIn(value: unknown): Modifier[] {
  const words = (Array.isArray(value) ? value : String(value ?? '').split(/[+\s]+/)).map(String).filter(Boolean);
  return words.map((word) => {
    const { key } = parseKeys(word);
    const found = modifiers.find((one) => one === key);
    if (found) return found;
    throw new HandrailError('unknown_key', `"${word}" is not a modifier.`, `Valid modifiers: ${modifiers.join(', ')}.`);
  });
}

/** An address as a person would type it: with a scheme, without one, words to search for, or a path on the page that is open at `base`. */
export function addressOf(text: string, base?: string): string {
  const said = text.trim();
  if (
    base !== undefined &&
    /^https?:/i.test(base) &&
    /^(?:\/|\.{1,2}\/|[?#])\S*$/.test(said) &&
    URL.canParse(said, base)
  )
    return new URL(said, base).href;
  if (/^[a-z][a-z\d+.-]*:/i.test(said) && !/^[\w.-]+:\d+(\/|$)/.test(said)) return said;
  if (/\s/.test(said) || said === '') return searchAddress(said);
  return `https://${said}`;
}

/** Where to search the web for words. HANDRAIL_SEARCH puts another engine in its place: the words go where `{query}` stands. */
export function searchAddress(words: string): string {
  const engine = process.env.HANDRAIL_SEARCH ?? 'https://www.bing.com/search?q={query}';
  return engine.replace('{query}', encodeURIComponent(words));
}

/** One thing a model asked for, as calls; what is wrong with it becomes an answer that tells the model what is valid. */
export function toCalls(id: string, name: string, make: () => Call | Call[]): Call[] {
  try {
    const made = make();
    return Array.isArray(made) ? made : [made];
  } catch (error) {
    return [{ id, name, fault: toFault(error) }];
  }
}

/** Thrown for a name that is none. */
export function unknownCall(name: string, names: readonly string[]): HandrailError {
  return new HandrailError('unknown_tool', `There is no "${name.slice(0, 60)}".`, `Valid: ${names.join(', ')}.`);
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function numbersIn(value: unknown): number[] {
  if (Array.isArray(value)) {
    const inner = value.length === 2 && value.every(Array.isArray) ? value.flat() : value;
    const numbers = inner.map(numberIn);
    return numbers.some((one) => one === undefined) ? [] : numbers.filter((one) => one !== undefined);
  }
  if (isRecord(value)) return numbersIn([value.x, value.y]);
  if (typeof value !== 'string') return [];
  return (value.match(/[-+]?\d*\.?\d+(?:e[-+]?\d+)?/gi) ?? []).map(Number);
}

function shorten(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = String(value); // a circle cannot be written down
  }
  return (text ?? 'nothing').slice(0, 120);
}
