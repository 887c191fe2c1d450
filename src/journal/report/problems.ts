import type { Damage } from '../read-journal.js';
import { callWords } from './call-words.js';
import type { CallTimeline, RunTimeline, StepTimeline, Timeline } from './timeline.js';
import { callVerdict, runVerdict, shorten } from './verdicts.js';

/** Something a reader must know before believing the rest. */
export interface Problem {
  kind: string;
  text: string;
  hint?: string;
  tone: 'bad' | 'warn';
  step?: StepTimeline;
}

/** All problems, those of whole runs first, then step by step. */
export function findProblems(story: Timeline, damage: readonly Damage[]): Problem[] {
  return [
    ...story.runs.flatMap(ofRun),
    ...damage.map(({ offset, why }): Problem => ({ kind: 'Journal', tone: 'bad', text: `At byte ${offset}: ${why}` })),
    ...story.runs.flatMap((run) => run.steps.flatMap(ofStep)),
    ...story.leftOut.map((why): Problem => ({ kind: 'Pictures', tone: 'warn', text: `Some are missing. ${why}` })),
    ...(story.unknownLines > 0
      ? [{ kind: 'Journal', tone: 'warn' as const, text: `${story.unknownLines} lines are of a kind unknown here.` }]
      : []),
  ];
}

function ofRun(run: RunTimeline): Problem[] {
  const { result } = run;
  const { word } = runVerdict(run);
  if (!result) {
    if (run.task === undefined) return [];
    const text =
      'The journal has no end: the run was killed or is still going on. What follows is all that was written.';
    return [{ kind: word, tone: 'bad', text }];
  }
  const problems: Problem[] = [];
  if (result.status !== 'done') {
    const text = result.reason ?? result.error?.message ?? 'No reason was written down.';
    const hint = result.error?.hint;
    problems.push({ kind: word, tone: 'bad', text, ...(hint && !text.includes(hint) ? { hint } : {}) });
  } else if (!result.verified) {
    const text = 'The run says it is done, but no check and nothing on the page bears it out.';
    problems.push({ kind: 'Not verified', tone: 'warn', text });
  }
  return problems;
}

function ofStep(step: StepTimeline): Problem[] {
  const problems: Problem[] = [];
  if (step.unreadable) problems.push({ kind: 'Unreadable reply', tone: 'bad', text: step.unreadable, step });
  for (const { what, allowed, by } of step.approvals) {
    if (allowed === true) continue;
    const text = allowed === false ? `${what}: refused${by ? ` by ${by}` : ''}.` : `${what}: nobody answered.`;
    problems.push({ kind: 'Approval', tone: 'bad', text, step });
  }
  for (const call of step.calls) problems.push(...ofCall(call, step));
  for (const text of step.notes) problems.push({ kind: 'Note', tone: 'warn', text, step });
  return problems;
}

function ofCall(call: CallTimeline, step: StepTimeline): Problem[] {
  const { word, tone } = callVerdict(call);
  if (call.skipped !== undefined) {
    return [{ kind: 'Not run', tone: 'warn', text: `${shorten(callWords(call), 120)}: ${call.skipped}`, step }];
  }
  if (tone !== 'bad' && tone !== 'warn') return [];
  const outcome = call.acts.at(-1)?.outcome;
  const why = call.ended?.result.error ?? outcome?.error?.message ?? silence(word);
  const kind = word.charAt(0).toUpperCase() + word.slice(1);
  const hint = call.ended?.result.error ? undefined : outcome?.error?.hint;
  return [{ kind, tone, text: `${shorten(callWords(call), 120)}: ${why}`, hint, step }];
}

function silence(word: string): string {
  return word === 'cut off' ? 'the journal ends here; it may have happened, or not.' : 'it may have happened, or not.';
}
