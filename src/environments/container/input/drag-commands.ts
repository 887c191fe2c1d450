import type { Point } from '../../../core/geometry.js';
import { moveTo, type XdotoolCommands } from '../exec/xdotool.js';
import { buttonNumbers } from './keysyms.js';

const stepPixels = 12;
const maxSteps = 60;
/** Programs recognize a drag by movements over time. */
const stepMs = 8;
const holdMs = 60;
/** The drop target negotiates at each movement, so small movements precede the drop. */
const finalMoves = 4;

/** The xdotool commands that drag along a path, and their duration. */
export function dragCommands(path: readonly Point[]): { commands: XdotoolCommands; durationMs: number } {
  const [first, ...others] = path;
  if (!first) return { commands: [], durationMs: 0 };
  const commands: string[] = [...moveTo(first), 'mousedown', buttonNumbers.left, ...wait(holdMs)];
  let durationMs = holdMs * 2;
  let from = first;
  for (const to of others) {
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const steps = Math.min(maxSteps, Math.max(2, Math.ceil(distance / stepPixels)));
    for (let step = 1; step <= steps; step += 1) {
      const fraction = step / steps;
      const point = { x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction };
      commands.push(...moveTo(point), ...wait(stepMs));
    }
    durationMs += steps * stepMs;
    from = to;
  }
  for (let move = 1; move <= finalMoves; move += 1)
    commands.push(...wait(holdMs), ...moveTo({ x: from.x + (move % 2), y: from.y }));
  durationMs += finalMoves * holdMs;
  return { commands: [...commands, ...wait(holdMs), 'mouseup', buttonNumbers.left], durationMs };
}

function wait(ms: number): XdotoolCommands {
  return ['sleep', String(ms / 1_000)];
}
