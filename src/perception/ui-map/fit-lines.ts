import { countTokens } from '../count-tokens.js';
import type { MapLine } from './fold-rows.js';

/** All lines of rank 0 and as many others as fit. Undefined if those of rank 0 do not fit. */
export function fitLines(lines: readonly MapLine[], budget: number): MapLine[] | undefined {
  let left = budget;
  for (const line of lines) {
    if (line.rank === 0) left -= countLineTokens(line);
    if (left < 0) return undefined;
  }
  const kept = new Set(lines.filter((line) => line.rank === 0));
  for (const rank of [1, 2, 3]) {
    for (const line of lines) {
      if (line.rank !== rank) continue;
      left -= countLineTokens(line);
      if (left < 0) return lines.filter((candidate) => kept.has(candidate));
      kept.add(line);
    }
  }
  return [...lines];
}

/** The first lines of rank 0 that fit. */
export function fitRequiredLines(lines: readonly MapLine[], budget: number): MapLine[] {
  let left = budget;
  const kept: MapLine[] = [];
  for (const line of lines) {
    if (line.rank > 0) continue;
    left -= countLineTokens(line);
    if (left < 0) break;
    kept.push(line);
  }
  return kept;
}

function countLineTokens(line: MapLine): number {
  return countTokens(`${line.text}\n`);
}
