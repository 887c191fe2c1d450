import { expect } from 'vitest';
import type { Action, Outcome } from '../../src/index.js';
import type { Kind, Stage } from './stage.js';

/** One promise that every kind of screen keeps. The program begins anew before each. */
export interface Case {
  name: string;
  check(stage: Stage, kind: Kind): Promise<void>;
}

/** Does something that must work. */
export async function done({ session }: Stage, action: Action): Promise<Outcome> {
  const outcome = await session.perform(action);
  expect(outcome.error, JSON.stringify(action)).toBeUndefined();
  expect(outcome.ok).toBe(true);
  return outcome;
}

/** Waits until the program says this, in this order, whatever else it says in between. */
export async function hears(stage: Stage, ...lines: string[]): Promise<void> {
  await expect.poll(async () => inOrder(await stage.log(), lines), { timeout: 15_000, interval: 20 }).toEqual(lines);
}

/** Those of the lines that were said one after the other; of a log without them, what was said instead. */
function inOrder(log: readonly string[], lines: readonly string[]): string[] {
  let from = 0;
  const found = lines.filter((line) => {
    const place = log.indexOf(line, from);
    if (place < 0) return false;
    from = place + 1;
    return true;
  });
  return found.length === lines.length ? found : [...log];
}

/** The last thing that the program said of something: the text of a field, the value of a slider. */
export async function last(stage: Stage, beginning: string): Promise<string | undefined> {
  return (await stage.log()).findLast((line) => line.startsWith(`${beginning} `))?.slice(beginning.length + 1);
}
