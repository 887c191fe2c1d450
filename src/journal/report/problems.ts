import type { Damage } from '../read-journal.js';
import { describeCall } from './describe-call.js';
import type { CallTimeline, RunTimeline, StepTimeline, Timeline } from './timeline.js';
import { callVerdict, runVerdict, shorten } from './verdicts.js';

/** Something a reader must know before the details. */
export interface Problem {
  kind: string;
  text: string;
  hint?: string;
  tone: 'bad' | 'warn';
  step?: StepTimeline;
}

const maxCallLength = 120;

/** All problems: those of whole runs first, then step by step. */
export function findProblems(timeline: Timeline, damage: readonly Damage[]): Problem[] {
  const { runs, omittedPictures, unknownEntries } = timeline;
  const problems: Problem[] = [
    ...runs.flatMap(findRunProblems),
    ...damage.map(
      ({ offset, reason }): Problem => ({ kind: 'Journal', tone: 'bad', text: `At byte ${offset}: ${reason}` }),
    ),
    ...runs.flatMap((run) => run.steps.flatMap(findStepProblems)),
    ...omittedPictures.map(
      (reason): Problem => ({ kind: 'Pictures', tone: 'warn', text: `Some pictures are missing. ${reason}` }),
    ),
  ];
  if (unknownEntries > 0)
    problems.push({ kind: 'Journal', tone: 'warn', text: `${unknownEntries} entries are of an unknown type.` });
  return problems;
}

function findRunProblems(run: RunTimeline): Problem[] {
  const { result } = run;
  const { word: kind } = runVerdict(run);
  if (!result) {
    if (run.task === undefined) return [];
    return [{ kind, tone: 'bad', text: 'The journal has no end: the run was killed or is still running.' }];
  }
  if (result.status !== 'done') {
    const text = result.reason ?? result.error?.message ?? 'The journal gives no reason.';
    const hint = result.error?.hint;
    return [{ kind, tone: 'bad', text, hint: hint && !text.includes(hint) ? hint : undefined }];
  }
  if (result.verified) return [];
  const text = 'The model reports that the task is done, but no check and nothing on the page confirms it.';
  return [{ kind: 'Not verified', tone: 'warn', text }];
}

function findStepProblems(step: StepTimeline): Problem[] {
  const problems: Problem[] = [];
  if (step.unreadable) problems.push({ kind: 'Unreadable reply', tone: 'bad', text: step.unreadable, step });
  for (const { description, approved, by } of step.approvals) {
    if (approved === true) continue;
    const decision = approved === false ? `refused${by ? ` by ${by}` : ''}` : 'no answer';
    problems.push({ kind: 'Approval', tone: 'bad', text: `${description}: ${decision}.`, step });
  }
  for (const call of step.calls) problems.push(...findCallProblems(call, step));
  for (const text of step.notes) problems.push({ kind: 'Note', tone: 'warn', text, step });
  return problems;
}

function findCallProblems(call: CallTimeline, step: StepTimeline): Problem[] {
  const { word, tone } = callVerdict(call);
  const description = shorten(describeCall(call), maxCallLength);
  if (call.skipped !== undefined)
    return [{ kind: 'Not run', tone: 'warn', text: `${description}: ${call.skipped}`, step }];
  if (tone !== 'bad' && tone !== 'warn') return [];
  const fault = call.actions.at(-1)?.outcome?.error;
  const { error } = call.ended?.result ?? {};
  const text = `${description}: ${error ?? fault?.message ?? explainMissingResult(word)}`;
  const kind = word.charAt(0).toUpperCase() + word.slice(1);
  return [{ kind, tone, text, hint: error ? undefined : fault?.hint, step }];
}

function explainMissingResult(word: string): string {
  const effect = 'the call may have taken effect.';
  return word === 'interrupted' ? `the journal ends here; ${effect}` : effect;
}
