import type { Point } from '../../../core/geometry.js';
import { moveTo, type Words } from '../exec/xdotool.js';
import { buttonNumbers } from './keysyms.js';

const stepPixels = 12;
const mostSteps = 60;
/** Programs tell a drag from a click by movements that follow each other in time. */
const stepMs = 8;
const holdMs = 60;
/** What is carried from program to program is taken when the one below has asked what it is; it is asked at each movement. */
const nudges = 4;

/** The words for xdotool to press at the first point, go along all others and let go at the last; and how long that takes. */
export function dragWords(path: readonly Point[]): { words: Words; ms: number } {
  const [first, ...others] = path;
  if (!first) return { words: [], ms: 0 };
  const words: string[] = [...moveTo(first), 'mousedown', buttonNumbers.left, ...pause(holdMs)];
  let ms = holdMs * 2;
  let from = first;
  for (const to of others) {
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const steps = Math.min(mostSteps, Math.max(2, Math.ceil(distance / stepPixels)));
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      words.push(
        ...moveTo({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }),
        ...pause(stepMs),
      );
    }
    ms += steps * stepMs;
    from = to;
  }
  for (let nudge = 1; nudge <= nudges; nudge += 1)
    words.push(...pause(holdMs), ...moveTo({ x: from.x + (nudge % 2), y: from.y }));
  ms += nudges * holdMs;
  return { words: [...words, ...pause(holdMs), 'mouseup', buttonNumbers.left], ms };
}

function pause(ms: number): Words {
  return ['sleep', String(ms / 1_000)];
}
