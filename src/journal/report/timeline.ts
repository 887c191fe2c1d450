import { type Entry, type EntryOf, type KnownEntry, knownEntry } from '../entry.js';

/** A journal as a reader wants it: runs, their steps, what was called in each and what came of it. */
export interface Timeline {
  runs: RunTimeline[];
  /** Why pictures are missing. */
  leftOut: string[];
  /** Lines of a kind that this version does not know. */
  unknownLines: number;
}

export interface RunTimeline {
  task?: string;
  run?: string;
  model?: string;
  url?: string;
  limits: Record<string, unknown>;
  startedAt: string;
  lastAt: string;
  steps: StepTimeline[];
  /** Absent when the run was cut off. */
  result?: EntryOf<'run_ended'>['result'];
}

export interface StepTimeline {
  /** The id of the step on the page. */
  anchor: string;
  number: number;
  /** Done outside of any step, by the session alone. */
  alone?: true;
  page?: EntryOf<'observed'>['observation'];
  thought?: string;
  text?: string;
  unreadable?: string;
  usage?: EntryOf<'replied'>['usage'];
  calls: CallTimeline[];
  before?: Shot;
  after?: Shot;
  notes: string[];
  logs: string[];
  approvals: Approval[];
  observeMs: number;
  modelMs: number;
  /** Absent when the run was cut off in it. */
  ms?: number;
}

export type Shot = Pick<EntryOf<'picture'>, 'file' | 'screen'>;

export interface Approval {
  what: string;
  safety?: string;
  allowed?: boolean;
  by?: string;
}

export interface CallTimeline {
  call: EntryOf<'call_started'>['call'];
  what?: string;
  ended?: EntryOf<'call_ended'>;
  skipped?: string;
  acts: Act[];
}

/** Something done to the screen, as the session wrote it down. */
export interface Act {
  intent: EntryOf<'intent'>;
  outcome?: EntryOf<'outcome'>;
}

/** Puts the lines of a journal together. Never fails: what it does not know, it counts. */
export function buildTimeline(entries: readonly Entry[]): Timeline {
  const story: Timeline = { runs: [], leftOut: [], unknownLines: 0 };
  for (const entry of entries) {
    const known = knownEntry.safeParse(entry);
    if (known.success) addEntry(story, known.data);
    else story.unknownLines += 1;
  }
  return story;
}

function addEntry(story: Timeline, entry: KnownEntry): void {
  if (entry.type === 'pictures_left_out') {
    story.leftOut.push(entry.why);
    return;
  }
  if (entry.type === 'run_started') {
    const { task, run, model, url, limits, at } = entry;
    story.runs.push({ task, run, model, url, limits, startedAt: at, lastAt: at, steps: [] });
    return;
  }
  const run = currentRun(story, entry.at);
  run.lastAt = entry.at;
  if (entry.type === 'run_ended') run.result = entry.result;
  else if (entry.type === 'intent' || entry.type === 'outcome') addAct(story, run, entry);
  else addToStep(stepOf(story, run, entry.step), entry);
}

/** A journal may hold a session alone, without a run around it. */
function currentRun(story: Timeline, at: string): RunTimeline {
  const last = story.runs.at(-1);
  if (last) return last;
  const run: RunTimeline = { limits: {}, startedAt: at, lastAt: at, steps: [] };
  story.runs.push(run);
  return run;
}

function stepOf(story: Timeline, run: RunTimeline, number: number): StepTimeline {
  return run.steps.findLast((step) => step.number === number && !step.alone) ?? addStep(story, run, number);
}

function addStep(story: Timeline, run: RunTimeline, number: number): StepTimeline {
  const before = story.runs.reduce((sum, one) => sum + one.steps.length, 0);
  const step: StepTimeline = {
    anchor: `step-${before + 1}`,
    number,
    calls: [],
    notes: [],
    logs: [],
    approvals: [],
    observeMs: 0,
    modelMs: 0,
  };
  run.steps.push(step);
  return step;
}

type StepEntry = Exclude<
  KnownEntry,
  { type: 'run_started' | 'run_ended' | 'intent' | 'outcome' | 'pictures_left_out' }
>;

function addToStep(step: StepTimeline, entry: StepEntry): void {
  switch (entry.type) {
    case 'step_started':
      return;
    case 'observed':
      step.page = entry.observation;
      step.observeMs += entry.ms;
      return;
    case 'picture':
      step[entry.when] = { file: entry.file, screen: entry.screen };
      return;
    case 'replied':
      step.modelMs += entry.ms;
      step.thought = entry.thought;
      step.text = entry.text;
      step.unreadable = entry.unreadable;
      step.usage = entry.usage;
      return;
    case 'call_started':
      step.calls.push({ call: entry.call, what: entry.what, acts: [] });
      return;
    case 'call_ended':
      callOf(step, entry.call).ended = entry;
      return;
    case 'call_skipped':
      callOf(step, entry.call).skipped = entry.why;
      return;
    case 'approval_asked':
      step.approvals.push({ what: entry.what, safety: entry.safety });
      return;
    case 'approval_answered':
      answer(step, entry);
      return;
    case 'note':
      step.notes.push(entry.text);
      return;
    case 'log':
      step.logs.push(entry.text);
      return;
    case 'step_ended':
      step.ms = entry.ms;
      return;
  }
}

/** The call that is still open, or a new one for an end without a beginning. */
function callOf(step: StepTimeline, call: CallTimeline['call']): CallTimeline {
  const open = step.calls.find((one) => one.call.id === call.id && !one.ended && one.skipped === undefined);
  if (open) return open;
  const added: CallTimeline = { call, acts: [] };
  step.calls.push(added);
  return added;
}

function answer(step: StepTimeline, { what, allowed, by }: EntryOf<'approval_answered'>): void {
  const open = step.approvals.find((one) => one.what === what && one.allowed === undefined);
  if (open) Object.assign(open, { allowed, by });
  else step.approvals.push({ what, allowed, by });
}

function addAct(story: Timeline, run: RunTimeline, entry: EntryOf<'intent'> | EntryOf<'outcome'>): void {
  if (entry.type === 'outcome') {
    const acts = run.steps.flatMap((step) => step.calls.flatMap((call) => call.acts));
    const act = acts.findLast((one) => one.intent.seq === entry.intent);
    if (act) act.outcome = entry;
    return;
  }
  const last = run.steps.at(-1);
  const open = last?.ms === undefined && !last?.alone ? last?.calls.findLast((call) => !call.ended) : undefined;
  if (open) {
    open.acts.push({ intent: entry });
    return;
  }
  const number = run.task === undefined ? run.steps.length + 1 : (last?.number ?? 0);
  const alone = addStep(story, run, number);
  alone.alone = true;
  alone.calls.push({ call: { action: entry.action }, acts: [{ intent: entry }] });
}
