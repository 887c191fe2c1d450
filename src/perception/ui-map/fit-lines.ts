import { countTokens } from '../tokens.js';
import type { MapLine } from './fold-rows.js';

/** All lines of rank 0 and as many others as fit; undefined when those of rank 0 do not. */
export function fillLines(lines: readonly MapLine[], room: number): MapLine[] | undefined {
  let left = room;
  for (const line of lines) {
    if (line.rank === 0) left -= cost(line);
    if (left < 0) return undefined;
  }
  const kept = new Set(lines.filter((line) => line.rank === 0));
  for (const rank of [1, 2, 3]) {
    for (const line of lines) {
      if (line.rank !== rank) continue;
      left -= cost(line);
      if (left < 0) return lines.filter((candidate) => kept.has(candidate));
      kept.add(line);
    }
  }
  return [...lines];
}

/** The first lines of rank 0 that fit. */
export function firstLines(lines: readonly MapLine[], room: number): MapLine[] {
  let left = room;
  const kept: MapLine[] = [];
  for (const line of lines) {
    if (line.rank > 0) continue;
    left -= cost(line);
    if (left < 0) break;
    kept.push(line);
  }
  return kept;
}

function cost(line: MapLine): number {
  return countTokens(`${line.text}\n`);
}
