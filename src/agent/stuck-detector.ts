import type { Observation } from '../core/observation.js';
import { callInput, callName } from '../models/adapter/calls.js';
import type { Call, CallResult, Reply } from '../models/model.js';
import { toCallText } from './call-text.js';

/** The summary of one step, for detecting a run without progress. */
export interface StepTrace {
  /** The calls with their input. */
  calls: string;
  /** The calls as the model wrote them. */
  quote: string;
  /** Each call is a click. At another position it is a new attempt. */
  clicks: boolean;
  /** A change was observed. */
  changed: boolean;
  /** The fingerprint of the screen before the step. */
  screen: string;
}

export type StuckVerdict = { verdict: 'warn' | 'end'; reason: string };

const sameCall = { warn: 3, end: 5 };
const alternating = { warn: 4, end: 8 };
const noProgress = { warn: 8, end: 12 };
const maxQuotedCharacters = 120;

/** The trace of a step. Undefined if it only waited: several waits in a row are no repetition. */
export function toTrace(
  { calls, written }: Reply,
  results: readonly CallResult[],
  observation: Observation,
): StepTrace | undefined {
  if (calls.every(isWait)) return undefined;
  const texts = calls.map(toCallText);
  return {
    calls: texts.join('; '),
    quote: (written ?? texts).join('; '),
    clicks: calls.every(isClick),
    changed: results.some(({ result }) => result.metadata.effect === 'changed'),
    screen: fingerprint(observation),
  };
}

function isWait(call: Call): boolean {
  return /^(?:browse_)?wait(?:_for)?$/.test(nameOfOperation(call));
}

function isClick(call: Call): boolean {
  return /^(?:(?:browse|double|right|middle)_)?click$/.test(nameOfOperation(call));
}

/** The name of a call; for `computer_use`, its action. */
function nameOfOperation(call: Call): string {
  const { action } = callInput(call);
  return callName(call) === 'computer_use' && typeof action === 'string' ? action : callName(call);
}

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
    `the same call ran ${repeated} times without any effect: ${last.quote.slice(0, maxQuotedCharacters)}`,
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
      `two calls alternated for ${turns} steps, and the screen is the same each time: ${[before, last].map(({ quote }) => quote.slice(0, maxQuotedCharacters)).join(' and ')}`,
    );
    if (alternation) return alternation;
  }
  const unchanged = runLength(traces, (trace) => trace.screen === last.screen && !trace.changed);
  const attempts = unchanged - countNewClicks(traces.slice(traces.length - unchanged));
  return judge(attempts, noProgress, `the screen has not changed for ${attempts} steps`);
}

/** A click at a position that was not tried before is no repetition. */
function countNewClicks(traces: readonly StepTrace[]): number {
  return new Set(traces.filter(({ clicks }) => clicks).map(({ calls }) => calls)).size;
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
function fingerprint({ url = '', elements, modal }: Observation): string {
  const parts = elements.map(({ id, name, value, states }) => `${id}${name}${value ?? ''}${states.join()}`);
  return `${url}\n${modal?.text ?? ''}\n${parts.join('\n')}`;
}
