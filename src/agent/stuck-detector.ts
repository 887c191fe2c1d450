import type { Observation } from '../core/observation.js';

/** What one step came to, for telling whether the run goes in circles. */
export interface Trace {
  /** What was called, with its input. */
  calls: string;
  /** Something was seen to change. */
  changed: boolean;
  /** What the screen looked like before. */
  screen: string;
}

export type Stuck = { verdict: 'warn' | 'end'; why: string };

const same = { warn: 3, end: 5 };
const alternating = { warn: 4, end: 8 };
const noProgress = { warn: 8, end: 12 };

/** Whether the last steps lead nowhere: the same call without effect, A-B-A-B, or a screen that stays as it is. */
export function findStuck(traces: readonly Trace[]): Stuck | undefined {
  const last = traces.at(-1);
  if (!last) return undefined;
  const repeated = runLength(
    traces,
    (trace) => trace.calls === last.calls && !trace.changed && trace.screen === last.screen,
  );
  const told = judge(repeated, same, `the same call ${repeated} times without any effect: ${last.calls.slice(0, 120)}`);
  if (told) return told;
  const before = traces.at(-2);
  if (before && before.calls !== last.calls) {
    const turns = runLength(traces, (trace, back) => {
      const twin = back % 2 === 0 ? last : before;
      return trace.calls === twin.calls && trace.screen === twin.screen;
    });
    const circling = judge(
      turns,
      alternating,
      `two calls in turn, ${turns} steps long, and the screen is the same each time`,
    );
    if (circling) return circling;
  }
  const still = runLength(traces, (trace) => trace.screen === last.screen && !trace.changed);
  return judge(still, noProgress, `the screen has stayed the same for ${still} steps`);
}

function judge(length: number, { warn, end }: { warn: number; end: number }, why: string): Stuck | undefined {
  if (length >= end) return { verdict: 'end', why };
  return length === warn ? { verdict: 'warn', why } : undefined;
}

/** How many of the last traces, counted from the end, all answer. */
function runLength(traces: readonly Trace[], answers: (trace: Trace, back: number) => boolean): number {
  let length = 0;
  while (length < traces.length) {
    const trace = traces[traces.length - 1 - length];
    if (!trace || !answers(trace, length)) break;
    length += 1;
  }
  return length;
}

/** What the screen shows, in a form that can be compared. */
export function fingerprint({ url = '', elements, modal }: Observation): string {
  const parts = elements.map(({ id, name, value, states }) => `${id}${name}${value ?? ''}${states.join()}`);
  return `${url}\n${modal?.text ?? ''}\n${parts.join('\n')}`;
}
