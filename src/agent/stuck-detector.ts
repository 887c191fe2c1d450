import type { Observation } from '../core/observation.js';

/** The summary of one step, for detecting a run without progress. */
export interface StepTrace {
  /** The calls with their input. */
  calls: string;
  /** A change was observed. */
  changed: boolean;
  /** The fingerprint of the screen before the step. */
  screen: string;
}

export type StuckVerdict = { verdict: 'warn' | 'end'; reason: string };

const sameCall = { warn: 3, end: 5 };
const alternating = { warn: 4, end: 8 };
const noProgress = { warn: 8, end: 12 };

/** Detects steps without progress: the same call without effect, two alternating calls, or an unchanged screen. */
export function findStuck(traces: readonly StepTrace[]): StuckVerdict | undefined {
  const last = traces.at(-1);
  if (!last) return undefined;
  const repeated = runLength(
    traces,
    (trace) => trace.calls === last.calls && !trace.changed && trace.screen === last.screen,
  );
  const verdict = judge(
    repeated,
    sameCall,
    `the same call ran ${repeated} times without any effect: ${last.calls.slice(0, 120)}`,
  );
  if (verdict) return verdict;
  const before = traces.at(-2);
  if (before && before.calls !== last.calls) {
    const turns = runLength(traces, (trace, back) => {
      const expected = back % 2 === 0 ? last : before;
      return trace.calls === expected.calls && trace.screen === expected.screen;
    });
    const alternation = judge(
      turns,
      alternating,
      `two calls alternated for ${turns} steps, and the screen is the same each time`,
    );
    if (alternation) return alternation;
  }
  const unchanged = runLength(traces, (trace) => trace.screen === last.screen && !trace.changed);
  return judge(unchanged, noProgress, `the screen has not changed for ${unchanged} steps`);
}

function judge(length: number, { warn, end }: { warn: number; end: number }, reason: string): StuckVerdict | undefined {
  if (length >= end) return { verdict: 'end', reason };
  return length === warn ? { verdict: 'warn', reason } : undefined;
}

/** How many traces at the end match. */
function runLength(traces: readonly StepTrace[], matches: (trace: StepTrace, back: number) => boolean): number {
  let length = 0;
  while (length < traces.length) {
    const trace = traces[traces.length - 1 - length];
    if (!trace || !matches(trace, length)) break;
    length += 1;
  }
  return length;
}

/** The content of the screen as one comparable string. */
export function fingerprint({ url = '', elements, modal }: Observation): string {
  const parts = elements.map(({ id, name, value, states }) => `${id}${name}${value ?? ''}${states.join()}`);
  return `${url}\n${modal?.text ?? ''}\n${parts.join('\n')}`;
}
