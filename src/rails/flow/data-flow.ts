import { findCommonRuns, hashWindows, minRunLength } from './common-runs.js';
import { decodedForms } from './decoded-forms.js';
import { fold, foldText, originalOf } from './fold-text.js';
import { isIdentifying } from './is-identifying.js';
import type { Origin } from './origin.js';
import { createSeenTexts } from './seen-texts.js';

/** Data of one origin that is about to reach another. */
export interface FlowFinding {
  from: Origin[];
  /** The data, as it was read. */
  sample: string;
}

/** Which texts were read where, for one session. */
export interface DataFlow {
  /** Notes texts that were read at an origin. */
  note(origin: Origin | undefined, texts: Iterable<string>): void;
  /** Notes a file that an origin delivered. */
  noteFile(origin: Origin | undefined, path: string): void;
  /** Finds data of other origins than `known` in texts that are about to leave. `named`: texts of the user, whose parts may go anywhere. */
  find(texts: readonly string[], known: readonly Origin[], named: readonly string[]): FlowFinding | undefined;
  /** The origin of a file, if it is another one. */
  findFile(path: string, known: readonly Origin[]): FlowFinding | undefined;
}

const maxComparedCharacters = 20_000;
const maxSampleCharacters = 80;

export function createDataFlow(): DataFlow {
  const seen = createSeenTexts();
  const files = new Map<string, Origin>();

  function findIn(part: string, known: readonly Origin[], named: readonly string[]): FlowFinding | undefined {
    const typed = fold(part.slice(0, maxComparedCharacters));
    if (typed.length < minRunLength) return undefined;
    const windows = hashWindows(typed);
    const from = new Set<Origin>();
    let sample = '';
    for (const { origin, folded, original: source } of seen.otherThan(known)) {
      for (const { start, end, at } of findCommonRuns(windows, folded)) {
        const run = typed.slice(start, end);
        const length = end - start;
        const isExact = length === typed.length && length === folded.length;
        const original = originalOf(foldText(source), at, at + length);
        if (!isIdentifying(original, isExact ? source : undefined)) continue;
        if (named.some((one) => one.includes(run)) || isKnown(run, known)) continue;
        from.add(origin);
        if (original.length > sample.length) sample = original;
      }
    }
    return from.size === 0 ? undefined : { from: [...from], sample: sample.slice(0, maxSampleCharacters) };
  }

  function isKnown(run: string, known: readonly Origin[]): boolean {
    for (const folded of seen.of(known)) if (folded.includes(run)) return true;
    return false;
  }

  return {
    note(origin, texts) {
      if (origin !== undefined) for (const text of texts) seen.note(origin, text);
    },
    noteFile(origin, path) {
      if (origin !== undefined) files.set(path, origin);
    },
    find(texts, known, named) {
      const foldedNames = named.map(fold);
      for (const text of texts)
        for (const form of decodedForms(text)) {
          const finding = findIn(form, known, foldedNames);
          if (finding) return finding;
        }
      return undefined;
    },
    findFile(path, known) {
      const origin = files.get(path);
      if (origin === undefined || known.includes(origin)) return undefined;
      return { from: [origin], sample: path.split('/').at(-1) ?? path };
    },
  };
}
