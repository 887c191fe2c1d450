/** A part that a folded text has in common with another one. */
export interface CommonRun {
  start: number;
  end: number;
  /** Where it starts in the other text. */
  at: number;
}

/** The windows of a text by their hash. Many texts are compared with it. */
export interface Windows {
  readonly text: string;
  readonly starts: ReadonlyMap<number, readonly number[]>;
  /** One for the low bits of each hash: most windows of other texts need no look into the table. */
  readonly filter: Uint8Array;
}

/** Shorter parts are in common by chance. */
export const minRunLength = 8;

/** A text that repeats itself would take too long to compare. */
const maxStartsPerWindow = 8;
const hashFactor = 31;
/** The weight of the first character of a window. */
const firstWeight = power(hashFactor, minRunLength - 1);
const filterSize = 65_536;
const filterMask = filterSize - 1;

export function hashWindows(text: string): Windows {
  const starts = new Map<number, number[]>();
  const filter = new Uint8Array(filterSize);
  let hash = 0;
  for (let end = 0; end < text.length; end += 1) {
    hash = nextHash(text, end, hash);
    const start = end - minRunLength + 1;
    if (start < 0) continue;
    filter[hash & filterMask] = 1;
    const known = starts.get(hash);
    if (!known) starts.set(hash, [start]);
    else if (known.length < maxStartsPerWindow) known.push(start);
  }
  return { text, starts, filter };
}

/** The longest parts of a text that `other` contains, at least `minRunLength` characters each. */
export function findCommonRuns({ text, starts, filter }: Windows, other: string): CommonRun[] {
  const runs: CommonRun[] = [];
  // While a window continues the last run, it is part of that run.
  let covered = 0;
  let hash = 0;
  for (let end = 0; end < other.length; end += 1) {
    hash = nextHash(other, end, hash);
    const at = end - minRunLength + 1;
    if (at < covered || filter[hash & filterMask] === 0) continue;
    for (const start of starts.get(hash) ?? []) {
      const length = commonLength(text, start, other, at);
      if (length < minRunLength) continue;
      runs.push({ start, end: start + length, at });
      covered = Math.max(covered, at + length - minRunLength + 1);
    }
  }
  return runs;
}

function nextHash(text: string, end: number, hash: number): number {
  const leaving = end - minRunLength;
  const rest = leaving < 0 ? hash : (hash - Math.imul(text.charCodeAt(leaving), firstWeight)) | 0;
  return (Math.imul(rest, hashFactor) + text.charCodeAt(end)) | 0;
}

function commonLength(text: string, start: number, other: string, at: number): number {
  let length = 0;
  while (start + length < text.length && text[start + length] === other[at + length]) length += 1;
  return length;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let index = 0; index < exponent; index += 1) result = Math.imul(result, base);
  return result;
}
