import { type Entry, type EntryOf, type KnownEntry, knownEntrySchema } from '../entry.js';

/** A journal, grouped into runs, steps, calls and actions. */
export interface Timeline {
  runs: RunTimeline[];
  /** Why pictures are missing. */
  omittedPictures: string[];
  /** Entries of a type that this version does not know. */
  unknownEntries: number;
}

export interface RunTimeline {
  task?: string;
  id?: string;
  model?: string;
  url?: string;
  limits: Record<string, unknown>;
  /** What decided on the actions. */
  policies: EntryOf<'policy'>[];
  startedAt: string;
  lastAt: string;
  steps: StepTimeline[];
  /** Absent when the run was interrupted. */
  result?: EntryOf<'run_ended'>['result'];
}

export interface StepTimeline {
  /** The id of the step in the HTML page. */
  anchor: string;
  number: number;
  /** An action of the session outside of any step. */
  isSessionOnly?: true;
  page?: EntryOf<'observed'>['observation'];
  thought?: string;
  text?: string;
  unreadable?: string;
  usage?: EntryOf<'model_replied'>['usage'];
  calls: CallTimeline[];
  before?: StepPicture;
  after?: StepPicture;
  notes: string[];
  logs: string[];
  approvals: Approval[];
  observeMs: number;
  modelMs: number;
  /** Absent when the run was interrupted in this step. */
  ms?: number;
}

export type StepPicture = Pick<EntryOf<'picture'>, 'file' | 'screen'>;

export interface Approval {
  description: string;
  safety?: string;
  approved?: boolean;
  by?: string;
}

export interface CallTimeline {
  call: EntryOf<'call_started'>['call'];
  text?: string;
  ended?: EntryOf<'call_ended'>;
  skipped?: string;
  actions: ActionTimeline[];
}

/** One action, as the session recorded it. */
export interface ActionTimeline {
  intent: EntryOf<'intent'>;
  outcome?: EntryOf<'outcome'>;
}

/** Groups the entries of a journal. Never throws: it counts the entries that it does not know. */
export function buildTimeline(entries: readonly Entry[]): Timeline {
  const timeline: Timeline = { runs: [], omittedPictures: [], unknownEntries: 0 };
  for (const entry of entries) {
    const known = knownEntrySchema.safeParse(entry);
    if (known.success) addEntry(timeline, known.data);
    else timeline.unknownEntries += 1;
  }
  return timeline;
}

function addEntry(timeline: Timeline, entry: KnownEntry): void {
  if (entry.type === 'pictures_omitted') {
    timeline.omittedPictures.push(entry.reason);
    return;
  }
  if (entry.type === 'run_started') {
    const { task, id, model, url, limits, at } = entry;
    timeline.runs.push({ task, id, model, url, limits, startedAt: at, lastAt: at, steps: [], policies: [] });
    return;
  }
  const run = currentRun(timeline, entry.at);
  run.lastAt = entry.at;
  if (entry.type === 'run_ended') run.result = entry.result;
  else if (entry.type === 'policy') run.policies.push(entry);
  else if (entry.type === 'intent' || entry.type === 'outcome') addAction(timeline, run, entry);
  else addToStep(findStep(timeline, run, entry.step), entry);
}

/** A journal can contain a session without a run. */
function currentRun(timeline: Timeline, at: string): RunTimeline {
  const last = timeline.runs.at(-1);
  if (last) return last;
  const run: RunTimeline = { limits: {}, startedAt: at, lastAt: at, steps: [], policies: [] };
  timeline.runs.push(run);
  return run;
}

function findStep(timeline: Timeline, run: RunTimeline, number: number): StepTimeline {
  return run.steps.findLast((step) => step.number === number && !step.isSessionOnly) ?? addStep(timeline, run, number);
}

function addStep(timeline: Timeline, run: RunTimeline, number: number): StepTimeline {
  const before = timeline.runs.reduce((sum, one) => sum + one.steps.length, 0);
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
  { type: 'run_started' | 'run_ended' | 'policy' | 'intent' | 'outcome' | 'pictures_omitted' }
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
    case 'model_replied':
      step.modelMs += entry.ms;
      step.thought = entry.thought;
      step.text = entry.text;
      step.unreadable = entry.unreadable;
      step.usage = entry.usage;
      return;
    case 'call_started':
      step.calls.push({ call: entry.call, text: entry.text, actions: [] });
      return;
    case 'call_ended':
      findCall(step, entry.call).ended = entry;
      return;
    case 'call_skipped':
      findCall(step, entry.call).skipped = entry.reason;
      return;
    case 'approval_requested':
      step.approvals.push({ description: entry.description, safety: entry.safety });
      return;
    case 'approval_decided':
      addDecision(step, entry);
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

/** The open call with this id, or a new one if its start is missing. */
function findCall(step: StepTimeline, call: CallTimeline['call']): CallTimeline {
  const open = step.calls.find((one) => one.call.id === call.id && !one.ended && one.skipped === undefined);
  if (open) return open;
  const added: CallTimeline = { call, actions: [] };
  step.calls.push(added);
  return added;
}

function addDecision(step: StepTimeline, { description, approved, by }: EntryOf<'approval_decided'>): void {
  const open = step.approvals.find((one) => one.description === description && one.approved === undefined);
  if (open) Object.assign(open, { approved, by });
  else step.approvals.push({ description, approved, by });
}

function addAction(timeline: Timeline, run: RunTimeline, entry: EntryOf<'intent'> | EntryOf<'outcome'>): void {
  if (entry.type === 'outcome') {
    const actions = run.steps.flatMap((step) => step.calls.flatMap((call) => call.actions));
    const action = actions.findLast((one) => one.intent.seq === entry.intent);
    if (action) action.outcome = entry;
    return;
  }
  const last = run.steps.at(-1);
  const open = last?.ms === undefined && !last?.isSessionOnly ? last?.calls.findLast((call) => !call.ended) : undefined;
  if (open) {
    open.actions.push({ intent: entry });
    return;
  }
  const number = run.task === undefined ? run.steps.length + 1 : (last?.number ?? 0);
  const added = addStep(timeline, run, number);
  added.isSessionOnly = true;
  added.calls.push({ call: { action: entry.action }, actions: [{ intent: entry }] });
}
