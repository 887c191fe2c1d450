/** A part that a folded text has in common with another one. */
export interface CommonRun {
  start: number;
  end: number;
  /** Where it starts in the other text. */
  at: number;
}

/** Shorter parts are in common by chance. */
export const minRunLength = 8;

/** A text that repeats itself would take too long to compare. */
const maxStartsPerWindow = 8;
const hashFactor = 31;
/** The weight of the first character of a window. */
const firstWeight = power(hashFactor, minRunLength - 1);

/** The hashes of all windows of a text. Many texts are compared with it. */
export function hashWindows(text: string): Map<number, number[]> {
  const windows = new Map<number, number[]>();
  forEachWindow(text, (start, hash) => {
    const known = windows.get(hash);
    if (known && known.length < maxStartsPerWindow) known.push(start);
    else if (!known) windows.set(hash, [start]);
  });
  return windows;
}

/** The longest parts of `text` that `other` contains, at least `minRunLength` characters each. */
export function findCommonRuns(text: string, windows: ReadonlyMap<number, number[]>, other: string): CommonRun[] {
  const runs: CommonRun[] = [];
  // While a window continues the last run, it is part of that run.
  let covered = 0;
  forEachWindow(other, (at, hash) => {
    if (at < covered) return;
    for (const start of windows.get(hash) ?? []) {
      let length = 0;
      while (start + length < text.length && text[start + length] === other[at + length]) length += 1;
      if (length < minRunLength) continue;
      runs.push({ start, end: start + length, at });
      covered = Math.max(covered, at + length - minRunLength + 1);
    }
  });
  return runs;
}

function forEachWindow(text: string, visit: (start: number, hash: number) => void): void {
  let hash = 0;
  for (let end = 0; end < text.length; end += 1) {
    const leaving = end - minRunLength;
    if (leaving >= 0) hash = (hash - Math.imul(text.charCodeAt(leaving), firstWeight)) | 0;
    hash = (Math.imul(hash, hashFactor) + text.charCodeAt(end)) | 0;
    if (leaving >= -1) visit(leaving + 1, hash);
  }
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let index = 0; index < exponent; index += 1) result = Math.imul(result, base);
  return result;
}
