import { createRequire } from 'node:module';
import type * as O200k from 'gpt-tokenizer/encoding/o200k_base';

/** Longer runs without a safe cut are counted in slices of this size: merging is quadratic in the length of one word. */
const longestRun = 1_000;
/** Lines remembered per generation; two generations are kept. */
const generation = 4_096;

// Page text such as "<|endoftext|>" is text, not an order to the tokenizer.
const asText = { disallowedSpecial: new Set<string>() };

let library: typeof O200k | undefined;
let young = new Map<string, number>();
let old = new Map<string, number>();

/** Loads the tokenizer (about 150 ms, once a process) so that the first count does not wait for it. */
export function warmTokens(): void {
  tokenizer();
}

/** How many o200k tokens `text` is. Exact, unless one unbroken word is longer than 1,000 characters. */
export function countTokens(text: string): number {
  let sum = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    // "\n" never joins a word that follows it, except whitespace and "/": only there is the sum of the parts not the whole.
    if (end + 1 < text.length && !/[\s/]/.test(text.charAt(end + 1))) {
      sum += countLine(text.slice(start, end + 1));
      start = end + 1;
    }
  }
  return sum + countLine(text.slice(start));
}

/** Whether `text` is at most `budget` tokens. Short texts are answered without the tokenizer: a token is at least one byte. */
export function fitsTokens(text: string, budget: number): boolean {
  return Buffer.byteLength(text) <= budget || countTokens(text) <= budget;
}

function tokenizer(): typeof O200k {
  if (!library) {
    const loaded: typeof O200k = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base');
    library = loaded;
  }
  return library;
}

function countLine(line: string): number {
  if (line === '') return 0;
  const known = young.get(line) ?? old.get(line);
  if (known !== undefined) return known;
  const count = line.length <= longestRun ? tokenizer().countTokens(line, asText) : countSlices(line);
  if (line.length > longestRun) return count; // seldom the same twice, and heavy to keep
  if (young.size >= generation) {
    old = young;
    young = new Map();
  }
  young.set(line, count);
  return count;
}

function countSlices(line: string): number {
  let sum = 0;
  for (let start = 0; start < line.length; ) {
    const end = cutBefore(line, start + longestRun);
    sum += tokenizer().countTokens(line.slice(start, end), asText);
    start = end;
  }
  return sum;
}

/** The last place up to `limit` where a cut changes no count: before a space that follows a word. */
function cutBefore(line: string, limit: number): number {
  if (limit >= line.length) return line.length;
  for (let at = limit; at > limit - longestRun / 2; at--) {
    if (line[at] === ' ' && !/\s/.test(line.charAt(at - 1))) return at;
  }
  const code = line.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}
