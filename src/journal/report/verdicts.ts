import { callWords } from './call-words.js';
import type { Act, CallTimeline, RunTimeline, StepTimeline } from './timeline.js';

export type Tone = 'good' | 'bad' | 'warn' | 'quiet';
export interface Verdict {
  word: string;
  tone: Tone;
}

const refusals = new Set(['denied', 'needs_approval', 'no_one_to_ask']);

/** How a run ended, in a word or two. */
export function runVerdict({ result, task }: RunTimeline): Verdict {
  if (!result) return task === undefined ? { word: 'Session', tone: 'quiet' } : { word: 'Cut off', tone: 'bad' };
  if (result.status === 'done') {
    return result.verified ? { word: 'Done and verified', tone: 'good' } : { word: 'Done, not verified', tone: 'warn' };
  }
  const words: Record<string, string> = {
    failed: 'Failed',
    max_steps: 'Out of steps',
    limit: 'Stopped at a limit',
    stuck: 'Stuck',
    refused: 'Refused',
    cancelled: 'Cancelled',
  };
  return { word: words[result.status] ?? result.status, tone: result.status === 'cancelled' ? 'warn' : 'bad' };
}

/** What came of a call, in a word. */
export function callVerdict({ ended, skipped, acts }: CallTimeline): Verdict {
  if (skipped !== undefined) return { word: 'not run', tone: 'quiet' };
  const outcome = acts.at(-1)?.outcome;
  if (!ended && !outcome) return { word: 'cut off', tone: 'bad' };
  const code = ended?.result.metadata.code ?? outcome?.error?.code;
  if (code !== undefined && refusals.has(code)) return { word: 'refused', tone: 'bad' };
  if (ended ? !ended.result.success : !outcome?.ok) return { word: 'failed', tone: 'bad' };
  const effect = ended?.result.metadata.effect ?? outcome?.effect;
  if (effect === 'changed') return { word: 'changed', tone: 'good' };
  if (effect === 'unknown') return { word: 'unknown effect', tone: 'warn' };
  return effect === 'unchanged' ? { word: 'no change', tone: 'quiet' } : { word: 'ok', tone: 'good' };
}

/** The gravest verdict of a step's calls, for its headline. */
export function stepVerdict(step: StepTimeline): Verdict {
  const verdicts = step.calls.filter((call) => call.skipped === undefined).map(callVerdict);
  const order: Tone[] = ['bad', 'warn', 'good', 'quiet'];
  for (const tone of order) {
    const found = verdicts.find((verdict) => verdict.tone === tone);
    if (found) return found;
  }
  if (step.unreadable) return { word: 'not understood', tone: 'bad' };
  return step.ms === undefined ? { word: 'cut off', tone: 'bad' } : { word: 'no action', tone: 'quiet' };
}

/** What a step did, in a line. */
export function stepWords(step: StepTimeline): string {
  const [first, ...more] = step.calls.map(callWords);
  if (first === undefined) {
    if (step.unreadable) return 'A reply that could not be read';
    return step.text ? 'Answered' : 'No action';
  }
  const rest = more.length > 0 ? ` and ${more.length} more` : '';
  return `${shorten(first, 160)}${rest}`;
}

/** What was seen of a call, line by line. */
export function seenLines({ ended, acts }: CallTimeline): string[] {
  const seen = ended?.result.metadata.seen;
  if (seen) return seen.split('\n').filter((line, at) => line.trim() !== '' && !isStatus(line, at));
  return acts.flatMap(({ outcome }) => outcome?.changes.map(changeWords) ?? []);
}

/** How it went and what went wrong: the verdict and the fault say it already. */
function isStatus(line: string, at: number): boolean {
  return (at === 0 && /^(?:not done|done|cut off)\b/.test(line)) || (at === 1 && /^error \w+:/.test(line));
}

/** The effect as a sentence. */
export function effectWords(call: CallTimeline): string | undefined {
  const { ended, skipped, acts } = call;
  if (skipped !== undefined) return `It did not run: ${skipped}`;
  const outcome = acts.at(-1)?.outcome;
  if (!ended && !outcome) return 'The journal ends here: it may have happened, or not.';
  const effect = ended?.result.metadata.effect ?? outcome?.effect;
  const lines = seenLines(call).length;
  if (effect === 'changed') return lines > 0 ? 'What changed' : 'Something changed.';
  if (effect === 'unknown') return 'It may have happened: nothing could be seen for certain.';
  if (effect === 'unchanged') return 'Nothing was seen to change.';
  return undefined;
}

/** One change of an outcome in a line. */
export function changeWords(change: NonNullable<Act['outcome']>['changes'][number]): string {
  const { kind, ...facts } = change;
  const words = ['name', 'text', 'to', 'url', 'what', 'do', 'state'].flatMap((field) => {
    const value = facts[field];
    return typeof value === 'string' && value !== '' ? [shorten(value, 160)] : [];
  });
  return [kind.replaceAll('_', ' '), words.join(', ')].filter(Boolean).join(': ');
}

export function shorten(text: string, longest: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= longest ? flat : `${flat.slice(0, longest - 1).trimEnd()}…`;
}
