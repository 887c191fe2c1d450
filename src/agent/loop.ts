import { toCancelledError } from '../core/deadline.js';
import { type Fault, formatError, joinSentences, toFault } from '../core/errors.js';
import type { Observation } from '../core/observation.js';
import type { CallResult, Reply } from '../models/model.js';
import { pauseForPeople } from '../tools/call/tool-clock.js';
import { readAnswer } from './answer-schema.js';
import { executeCalls, findDeclined, findFault, findFinalCall } from './calls.js';
import type { Claim } from './completion-check.js';
import type { RunStatus } from './events.js';
import { findReachedLimit } from './limits.js';
import { observeStep } from './observe-step.js';
import { requestReply } from './request-reply.js';
import type { RunState } from './run-state.js';
import { type StepClock, startStepClock } from './step-clock.js';
import { findStuck, type StuckVerdict, toTrace } from './stuck-detector.js';

/** How the loop ended. */
export interface End extends Partial<Claim> {
  status: RunStatus;
  reason?: string;
  error?: Fault;
}

/** The run fails when the expectations do not hold after this many completions. */
const maxRejectedCompletions = 2;

/** After these faults the fallback takes over. */
const fallbackCodes = new Set(['not_understood', 'ambiguous', 'not_found', 'expectation_failed', 'model_failed']);

/** Observes, requests a reply, executes its calls and reports the results, until the run is done or cannot continue. */
export async function runLoop(state: RunState): Promise<End> {
  const startedAt = performance.now();
  for (;;) {
    const reached = findReachedLimit(state, performance.now() - startedAt);
    const end = reached ? toLimitEnd(reached, state.lastFault) : await runTimedStep(state, startedAt);
    if (end) return end;
  }
}

async function runTimedStep(state: RunState, loopStartedAt: number): Promise<End | undefined> {
  const { signal, emit, limits } = state;
  if (signal.aborted) return toCancelledEnd(signal);
  state.step += 1;
  const { step } = state;
  const startedAt = performance.now();
  const clock = startStepClock(signal, limits, loopStartedAt);
  const unsubscribe = pauseForPeople(state.session, clock);
  emit({ type: 'step_started', step });
  try {
    return await runStep(state, clock.signal);
  } catch (error) {
    return handleStepError(state, toFault(error), clock);
  } finally {
    unsubscribe();
    clock.stop();
    emit({ type: 'step_ended', step, ms: performance.now() - startedAt });
  }
}

async function runStep(state: RunState, signal: AbortSignal): Promise<End | undefined> {
  const observation = await observeStep(state, signal);
  const reply = await requestReply(state, observation, signal);
  if (reply.unreadable !== undefined) {
    state.unreadable += 1;
    state.unreadableReason = describeUnreadable(reply);
    return continueWith(state, [], `Your reply could not be read: ${reply.unreadable}`);
  }
  state.unreadable = 0;
  if (reply.refusal !== undefined) return { status: 'refused', reason: reply.refusal };
  if (reply.calls.length === 0) return handleCompletion(state, { answer: reply.text ?? '' }, [], signal);
  const results = await executeCalls(state, reply.calls, signal);
  if (signal.aborted) throw toCancelledError(signal);
  return handleResults(state, reply, results, observation, signal);
}

const maxQuotedCharacters = 200;

/** Why the reply could not be read, and how it starts: a proxy may have sent a page instead of the model. */
function describeUnreadable({ unreadable = '', raw }: Reply): string {
  const start = typeof raw === 'string' ? raw.replace(/\s+/g, ' ').trim().slice(0, maxQuotedCharacters) : '';
  return joinSentences(unreadable, start && `The last reply starts with "${start}".`);
}

async function handleResults(
  state: RunState,
  reply: Reply,
  results: CallResult[],
  observation: Observation,
  signal: AbortSignal,
): Promise<End | undefined> {
  const fault = findFault(results);
  state.lastFault = fault;
  state.failures = fault ? state.failures + 1 : 0;
  const declined = findDeclined(results);
  if (declined) {
    continueWith(state, results);
    return { status: 'refused', reason: `${declined.result.error} ${declined.call.confirm}`, error: fault };
  }
  const final = findFinalCall(state.agent.registry, results);
  if (final?.kind === 'fail') return { status: toStatus(fault), reason: final.reason };
  if (final) return handleCompletion(state, final.claim, results, signal);
  const stuck = addTrace(state, reply, results, observation);
  if (stuck?.verdict === 'end') return { status: 'stuck', reason: `The run made no progress: ${stuck.reason}.` };
  if (!stuck) return continueWith(state, results);
  return continueWith(
    state,
    results,
    `No progress: ${stuck.reason}. Try another approach, or call fail with the reason.`,
  );
}

/** Ends the run if the claim holds. Otherwise reports to the model what does not hold. */
async function handleCompletion(
  state: RunState,
  claim: Claim,
  results: CallResult[],
  signal: AbortSignal,
): Promise<End | undefined> {
  const { answer: schema } = state.send;
  const read = schema ? readAnswer(claim, schema) : { claim };
  if ('problem' in read) return rejectCompletion(state, { answer: claim.answer }, results, read.problem);
  const problem = await state.completion.verify(read.claim, state.session, signal);
  if (problem !== undefined) return rejectCompletion(state, read.claim, results, problem);
  state.agent.history.push({ role: 'results', results, notes: [] });
  return { status: 'done', ...read.claim };
}

function rejectCompletion(state: RunState, claim: Claim, results: CallResult[], problem: string): End | undefined {
  state.rejectedCompletions += 1;
  continueWith(state, results, `The task is not done: ${problem}`);
  if (state.rejectedCompletions < maxRejectedCompletions) return undefined;
  return { status: 'failed', ...claim, reason: problem, error: { code: 'expectation_failed', message: problem } };
}

/** Switches to the fallback if that can help. Otherwise ends the run. */
function handleStepError(state: RunState, fault: Fault, clock: StepClock): End | undefined {
  const { signal, model } = state;
  const { fallback } = state.agent;
  if (signal.aborted) return toCancelledEnd(signal);
  if (clock.signal.aborted) return { status: 'limit', reason: fault.message, error: fault };
  if (fallback && model !== fallback && fallbackCodes.has(fault.code)) {
    state.model = fallback;
    return continueWith(
      state,
      [],
      joinSentences(`${model.name} cannot continue: ${fault.message}`, `${fallback.name} continues the task.`),
    );
  }
  return { status: toStatus(fault), reason: formatError(fault), error: fault };
}

function addTrace(
  { traces }: RunState,
  reply: Reply,
  results: readonly CallResult[],
  observation: Observation,
): StuckVerdict | undefined {
  const trace = toTrace(reply, results, observation);
  if (!trace) return undefined;
  traces.push(trace);
  return findStuck(traces);
}

/** Adds the results and the notes for the model to the conversation. The run continues. */
function continueWith(state: RunState, results: CallResult[], ...messages: string[]): undefined {
  const notes = [...state.notices, ...messages];
  state.notices.clear();
  for (const text of notes) state.emit({ type: 'note', step: state.step, text });
  state.agent.history.push({ role: 'results', results, notes });
}

function toLimitEnd({ status, reason }: { status: RunStatus; reason: string }, lastFault: Fault | undefined): End {
  if (status !== 'failed' || !lastFault) return { status, reason };
  return { status: toStatus(lastFault), reason: `${reason} The last error: ${lastFault.message}`, error: lastFault };
}

function toCancelledEnd(signal: AbortSignal): End {
  return { status: 'cancelled', reason: toCancelledError(signal).message };
}

/** What the rules forbid is `refused`, what did not work is `failed`. */
function toStatus(fault: Fault | undefined): RunStatus {
  return fault?.code === 'denied' || fault?.code === 'needs_approval' ? 'refused' : 'failed';
}
