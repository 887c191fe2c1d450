import { describeCall } from './describe-call.js';
import type { ActionTimeline, CallTimeline, RunTimeline, StepTimeline } from './timeline.js';

export type Tone = 'good' | 'bad' | 'warn' | 'quiet';
export interface Verdict {
  word: string;
  tone: Tone;
}

const refusalCodes = new Set(['denied', 'needs_approval', 'user_unavailable']);
const maxTextLength = 160;

/** How a run ended, by its status. */
export const statusWords: Readonly<Record<string, string>> = {
  done: 'Done',
  failed: 'Failed',
  max_steps: 'Step limit reached',
  limit: 'Limit reached',
  stuck: 'Stuck',
  refused: 'Refused',
  cancelled: 'Cancelled',
};

/** How a run ended. */
export function runVerdict({ result, task }: RunTimeline): Verdict {
  if (!result) return task === undefined ? { word: 'Session', tone: 'quiet' } : { word: 'Interrupted', tone: 'bad' };
  if (result.status === 'done') {
    return result.verified ? { word: 'Done and verified', tone: 'good' } : { word: 'Done, not verified', tone: 'warn' };
  }
  const tone = result.status === 'cancelled' ? 'warn' : 'bad';
  return { word: statusWords[result.status] ?? result.status, tone };
}

/** The result of a call. */
export function callVerdict({ ended, skipped, actions }: CallTimeline): Verdict {
  if (skipped !== undefined) return { word: 'not run', tone: 'quiet' };
  const outcome = actions.at(-1)?.outcome;
  if (!ended && !outcome) return { word: 'interrupted', tone: 'bad' };
  const code = ended?.result.metadata.code ?? outcome?.error?.code;
  if (code !== undefined && refusalCodes.has(code)) return { word: 'refused', tone: 'bad' };
  if (ended ? !ended.result.success : !outcome?.ok) return { word: 'failed', tone: 'bad' };
  const effect = ended?.result.metadata.effect ?? outcome?.effect;
  if (effect === 'changed') return { word: 'changed', tone: 'good' };
  if (effect === 'unknown') return { word: 'unknown effect', tone: 'warn' };
  return effect === 'unchanged' ? { word: 'no change', tone: 'quiet' } : { word: 'ok', tone: 'good' };
}

/** The worst verdict among the calls of a step. */
export function stepVerdict(step: StepTimeline): Verdict {
  const verdicts = step.calls.filter((call) => call.skipped === undefined).map(callVerdict);
  const order: Tone[] = ['bad', 'warn', 'good', 'quiet'];
  for (const tone of order) {
    const found = verdicts.find((verdict) => verdict.tone === tone);
    if (found) return found;
  }
  if (step.unreadable) return { word: 'unreadable reply', tone: 'bad' };
  return step.ms === undefined ? { word: 'interrupted', tone: 'bad' } : { word: 'no action', tone: 'quiet' };
}

/** What a step did, in one line. */
export function describeStep(step: StepTimeline): string {
  const [first, ...more] = step.calls.map(describeCall);
  if (first !== undefined)
    return `${shorten(first, maxTextLength)}${more.length > 0 ? ` and ${more.length} more` : ''}`;
  if (step.unreadable) return 'Unreadable reply';
  return step.text ? 'Answered' : 'No action';
}

/** The observed changes of a call, one line each. */
export function listChanges({ ended, actions }: CallTimeline): string[] {
  const text = ended?.result.metadata.outcomeText;
  if (text) return text.split('\n').filter((line, index) => line.trim() !== '' && !isStatusLine(line, index));
  return actions.flatMap(({ outcome }) => outcome?.changes.map(describeChange) ?? []);
}

/** The status and the error of an outcome. The report shows them elsewhere. */
function isStatusLine(line: string, index: number): boolean {
  return (index === 0 && /^(?:not done|done|interrupted)\b/.test(line)) || (index === 1 && /^error \w+:/.test(line));
}

/** The effect of a call as a sentence. */
export function describeEffect(call: CallTimeline): string | undefined {
  const { ended, skipped, actions } = call;
  if (skipped !== undefined) return skipped;
  const outcome = actions.at(-1)?.outcome;
  if (!ended && !outcome) return 'The journal ends here. The call may have taken effect.';
  const effect = ended?.result.metadata.effect ?? outcome?.effect;
  if (effect === 'changed') return listChanges(call).length > 0 ? 'Changes' : 'Something changed.';
  if (effect === 'unknown') return 'The effect could not be verified.';
  return effect === 'unchanged' ? 'No change was observed.' : undefined;
}

/** One change of an outcome, in one line. */
export function describeChange(change: NonNullable<ActionTimeline['outcome']>['changes'][number]): string {
  const { kind, ...fields } = change;
  const values = ['name', 'text', 'to', 'url', 'what', 'do', 'state'].flatMap((field) => {
    const value = fields[field];
    return typeof value === 'string' && value !== '' ? [shorten(value, maxTextLength)] : [];
  });
  return [kind.replaceAll('_', ' '), values.join(', ')].filter(Boolean).join(': ');
}

/** The text on one line, cut to `maxLength` characters. */
export function shorten(text: string, maxLength: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= maxLength ? flat : `${flat.slice(0, maxLength - 1).trimEnd()}…`;
}
