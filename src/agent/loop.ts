import { cancelled } from '../core/deadline.js';
import { type Fault, formatError, toFault } from '../core/errors.js';
import type { Observation } from '../core/observation.js';
import type { Call, CallResult, Message, Model, Reply, Turn } from '../models/model.js';
import type { Registry } from '../tools/registry.js';
import type { ToolResult } from '../tools/tool.js';
import { askModel } from './ask-model.js';
import { declinedIn, faultIn, finalCall, nameCall, performAll } from './calls.js';
import type { RunEvent, RunStatus, RunUsage } from './events.js';
import { type RunLimits, reached } from './limits.js';
import { show } from './screen-snapshot.js';
import { type StepClock, startStepClock } from './step-clock.js';
import { findStuck, fingerprint, type Trace } from './stuck-detector.js';

/** What the loop works with. Everything else hears of it by events. */
export interface LoopParts {
  model: Model;
  /** Takes over where `model` cannot go on. */
  fallback?: Model | undefined;
  registry: Registry;
  limits: RunLimits;
  task: string;
  /** The conversation: the loop adds to it. */
  history: Message[];
  signal: AbortSignal;
  /** What was used so far: the loop adds to it, and so does whatever else asks a model. */
  usage: RunUsage;
  emit(event: RunEvent): void;
  /** A look at the screen, as `model` has to be shown it. */
  observe(step: number, model: Model, signal: AbortSignal): Promise<Observation>;
  perform(call: Call, step: number, model: Model, signal: AbortSignal): Promise<ToolResult>;
  /** What happened to the screen that nobody asked for, since this was last asked: a crash, a page that was replaced. */
  news(): string[];
  /** What speaks against a claim to be done, as a sentence for the model; nothing when it may stand. */
  doubt(claim: Claim, signal: AbortSignal): Promise<string | undefined>;
  turn: Pick<Turn, 'see' | 'read' | 'memory' | 'systemPrompt' | 'maxPictures'>;
}

export interface Claim {
  answer: string;
  data?: unknown;
}

export interface Ending extends Partial<Claim> {
  status: RunStatus;
  reason?: string;
  error?: Fault;
  steps: number;
  usage: RunUsage;
}

type End = Omit<Ending, 'steps' | 'usage'>;

interface State {
  model: Model;
  steps: number;
  failures: number;
  unreadable: number;
  /** Claims to be done that did not hold. */
  claims: number;
  usage: RunUsage;
  traces: Trace[];
  lastFault?: Fault | undefined;
}

/** A claim to be done that does not hold is sent back this often, the last time for good. */
const mostClaims = 2;

/** Observe, ask the model, do what it says, tell it what came of it: until it is done, has failed, or a limit is reached. */
export async function runLoop(parts: LoopParts): Promise<Ending> {
  const started = performance.now();
  const { usage } = parts;
  const state: State = { model: parts.model, steps: 0, failures: 0, unreadable: 0, claims: 0, usage, traces: [] };
  for (;;) {
    const over = reached(parts.limits, { ...state, ms: performance.now() - started });
    const end = over ? overEnd(over, state) : await timedStep(parts, state, started);
    if (end) return { ...end, steps: state.steps, usage };
  }
}

async function timedStep(parts: LoopParts, state: State, started: number): Promise<End | undefined> {
  const { signal, emit, limits } = parts;
  if (signal.aborted) return { status: 'cancelled', reason: cancelled(signal).message };
  state.steps += 1;
  const step = state.steps;
  const began = performance.now();
  const clock = startStepClock(signal, limits, started);
  emit({ type: 'step_started', step });
  try {
    return await oneStep(parts, state, step, clock.signal);
  } catch (error) {
    return stepFailed(parts, state, step, toFault(error), clock);
  } finally {
    clock.stop();
    emit({ type: 'step_ended', step, ms: performance.now() - began });
  }
}

async function oneStep(parts: LoopParts, state: State, step: number, signal: AbortSignal): Promise<End | undefined> {
  const observation = await parts.observe(step, state.model, signal);
  show(parts.history, observation, state.model);
  const reply = await askModel(parts, state, step, observation, signal);
  if (reply.unreadable !== undefined) {
    state.unreadable += 1;
    tell(parts, step, [], [`Your reply could not be read: ${reply.unreadable}`]);
    return undefined;
  }
  state.unreadable = 0;
  if (reply.refusal !== undefined) return { status: 'refused', reason: reply.refusal };
  if (reply.calls.length === 0) return handleCompletion(parts, state, step, { answer: reply.text ?? '' }, [], signal);
  const perform = (call: Call): Promise<ToolResult> => parts.perform(call, step, state.model, signal);
  const results = await performAll(parts, reply.calls, step, perform);
  if (signal.aborted) throw cancelled(signal);
  state.lastFault = faultIn(results);
  state.failures = state.lastFault ? state.failures + 1 : 0;
  const declined = declinedIn(results);
  if (declined) {
    tell(parts, step, results, []);
    const reason = `${declined.result.error} ${declined.call.confirm}`;
    return { status: 'refused', reason, ...(state.lastFault ? { error: state.lastFault } : {}) };
  }
  const final = finalCall(parts.registry, results);
  if (final?.kind === 'fail') return { status: refused(state.lastFault) ?? 'failed', reason: final.reason };
  if (final) return handleCompletion(parts, state, step, final.claim, results, signal);
  const stuck = noteTrace(state, reply, results, observation);
  if (stuck?.verdict === 'end') return { status: 'stuck', reason: `It went in circles: ${stuck.why}.` };
  const notes = stuck ? [`You are going in circles: ${stuck.why}. Try another way, or fail with the reason.`] : [];
  tell(parts, step, results, notes);
  return undefined;
}

/** The model says that it is done: that stands when nothing speaks against it. */
async function handleCompletion(
  parts: LoopParts,
  state: State,
  step: number,
  claim: Claim,
  results: CallResult[],
  signal: AbortSignal,
): Promise<End | undefined> {
  const doubt = await parts.doubt(claim, signal);
  if (doubt === undefined) {
    parts.history.push({ role: 'results', results, notes: [] });
    return { status: 'done', ...claim };
  }
  state.claims += 1;
  tell(parts, step, results, [`This is not done yet: ${doubt}`]);
  if (state.claims < mostClaims) return undefined;
  return { status: 'failed', ...claim, reason: doubt, error: { code: 'expectation_failed', message: doubt } };
}

/** A model that cannot go on gives way to the one that stands by. */
function stepFailed(parts: LoopParts, state: State, step: number, fault: Fault, clock: StepClock): End | undefined {
  if (parts.signal.aborted) return { status: 'cancelled', reason: cancelled(parts.signal).message };
  if (clock.signal.aborted) return { status: 'limit', reason: fault.message, error: fault };
  if (parts.fallback && state.model !== parts.fallback && givesWay.has(fault.code)) {
    const said = `${state.model.name} could not go on: ${fault.message} ${parts.fallback.name} takes over.`;
    state.model = parts.fallback;
    tell(parts, step, [], [said]);
    return undefined;
  }
  return { status: refused(fault) ?? 'failed', reason: formatError(fault), error: fault };
}

const givesWay = new Set(['not_understood', 'ambiguous', 'not_found', 'expectation_failed', 'model_failed']);

function noteTrace({ traces }: State, { calls }: Reply, results: readonly CallResult[], observation: Observation) {
  traces.push({
    calls: calls.map(nameCall).join('; '),
    changed: results.some(({ result }) => result.metadata.effect === 'changed'),
    screen: fingerprint(observation),
  });
  return findStuck(traces);
}

function tell(parts: LoopParts, step: number, results: CallResult[], said: string[]): void {
  const notes = [...parts.news(), ...said];
  for (const text of notes) parts.emit({ type: 'note', step, text });
  parts.history.push({ role: 'results', results, notes });
}

function overEnd({ status, reason }: { status: RunStatus; reason: string }, { lastFault }: State): End {
  if (status !== 'failed' || !lastFault) return { status, reason };
  return { status: refused(lastFault) ?? status, reason: `${reason} The last: ${lastFault.message}`, error: lastFault };
}

/** What the rules did not allow is another thing than what did not work. */
function refused(fault: Fault | undefined): RunStatus | undefined {
  return fault?.code === 'denied' || fault?.code === 'needs_approval' ? 'refused' : undefined;
}
