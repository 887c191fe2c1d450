import { createRequire } from 'node:module';
import type * as O200k from 'gpt-tokenizer/encoding/o200k_base';
import { messageOf } from '../core/errors.js';

/** Longer lines are counted in slices of this size, because the cost of a word is quadratic in its length. */
const maxSliceLength = 1_000;
/** Lines cached per generation. Two generations are kept. */
const maxCachedLines = 4_096;

// Text such as "<|endoftext|>" on a page is plain text, not a control token.
const encodeOptions = { disallowedSpecial: new Set<string>() };

type Tokenizer = Pick<typeof O200k, 'countTokens'>;

/** Counts too many, because a token has at least one byte: a budget is kept. */
const byteCounter: Tokenizer = { countTokens: (text) => Buffer.byteLength(String(text)) };

let library: Tokenizer | undefined;
let recent = new Map<string, number>();
let older = new Map<string, number>();

/** Loads the tokenizer (about 150 ms, once per process), so that the first count is fast. */
export function loadTokenizer(): void {
  tokenizer();
}

/** When a process loads the tokenizer by itself: most first pages are still loading then, and a short one was reported already. */
const preloadDelayMs = 400;

/** Loads the tokenizer a little later, unless a count needs it before. */
export function preloadTokenizer(): void {
  if (!library) setTimeout(loadTokenizer, preloadDelayMs).unref();
}

/** The number of o200k tokens. Exact, unless a word is longer than 1,000 characters. */
export function countTokens(text: string): number {
  let sum = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    // "\n" never joins the next word, except whitespace and "/". Only there the sum of the lines differs from the whole.
    if (end + 1 < text.length && !/[\s/]/.test(text.charAt(end + 1))) {
      sum += countLine(text.slice(start, end + 1));
      start = end + 1;
    }
  }
  return sum + countLine(text.slice(start));
}

/** Whether `text` has at most `budget` tokens. Short texts need no tokenizer: a token has at least one byte. */
export function fitsTokens(text: string, budget: number): boolean {
  return Buffer.byteLength(text) <= budget || countTokens(text) <= budget;
}

/** A process can outlive the files of its package, as when another version is installed. Then tokens are estimated. */
function tokenizer(): Tokenizer {
  if (library) return library;
  try {
    const loaded: typeof O200k = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base');
    library = loaded;
  } catch (error) {
    process.emitWarning(`The tokenizer cannot be loaded, so tokens are estimated: ${messageOf(error)}`, 'Handrail');
    library = byteCounter;
  }
  return library;
}

function countLine(line: string): number {
  if (line === '') return 0;
  const known = recent.get(line) ?? older.get(line);
  if (known !== undefined) return known;
  const count = line.length <= maxSliceLength ? tokenizer().countTokens(line, encodeOptions) : countSlices(line);
  if (line.length > maxSliceLength) return count; // rarely repeated, and large
  if (recent.size >= maxCachedLines) {
    older = recent;
    recent = new Map();
  }
  recent.set(line, count);
  return count;
}

function countSlices(line: string): number {
  let sum = 0;
  for (let start = 0; start < line.length; ) {
    const end = cutBefore(line, start + maxSliceLength);
    sum += tokenizer().countTokens(line.slice(start, end), encodeOptions);
    start = end;
  }
  return sum;
}

/** The last position up to `limit` where a cut does not change the count: before a space that follows a word. */
function cutBefore(line: string, limit: number): number {
  if (limit >= line.length) return line.length;
  for (let index = limit; index > limit - maxSliceLength / 2; index--) {
    if (line[index] === ' ' && !/\s/.test(line.charAt(index - 1))) return index;
  }
  const code = line.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}
