import { withAbort } from '../core/deadline.js';
import { type Fault, formatError, HandrailError, toFault } from '../core/errors.js';
import { describeChange } from '../perception/diff/describe-change.js';
import { findAddresses } from '../rails/addresses/named-addresses.js';
import { recordOf } from '../rails/policy/policy-record.js';
import { emitApprovals } from './approver.js';
import { readAttachment } from './attachment.js';
import type { RunResult } from './events.js';
import { readLimits } from './limits.js';
import { type End, runLoop } from './loop.js';
import { observeEnd } from './observe-step.js';
import type { SendOptions } from './options.js';
import { recordRun } from './run-recorder.js';
import { type AgentState, createRunState, type NewRunState, type RunState } from './run-state.js';
import { createToolHost, createTurn } from './tool-host.js';

/** Runs one task, from its first event to its report. Errors are in the result. */
export async function runTask(agent: AgentState, task: string, send: SendOptions): Promise<RunResult> {
  const startedAt = performance.now();
  const state = createRunState(agent, task, send);
  const { id, usage } = state;
  const model = agent.model.name;
  const result: RunResult = {
    id,
    task,
    model,
    status: 'failed',
    verified: false,
    evidence: [],
    steps: 0,
    usage,
    ms: 0,
  };
  try {
    state.recorder = recordRun(id, agent.options);
    const { folder, report } = state.recorder;
    if (folder) Object.assign(result, { folder, report });
    startRun(state);
    Object.assign(result, await executeRun(state));
  } catch (error) {
    Object.assign(result, toFailure(toFault(error)));
  }
  Object.assign(result, state.completion.verdict(result.status));
  result.steps = state.step;
  result.ms = Math.round(performance.now() - startedAt);
  endRun(state, result);
  return result;
}

/** Checks the limits and adds the task to the conversation. */
function startRun(state: NewRunState): void {
  const { agent, id, task, send, emit } = state;
  const { options, model, history } = agent;
  state.limits = readLimits({ ...options.limits, ...send.limits });
  checkCostLimit(state);
  const attachments = send.attachments?.map(readAttachment);
  history.push({ role: 'user', text: task, attachments });
  const url = options.url === undefined ? {} : { url: options.url };
  emit({ type: 'run_started', id, task, model: model.name, ...url, limits: { ...state.limits } });
}

/** Opens the session and runs the loop on it. */
async function executeRun(state: NewRunState): Promise<Partial<RunResult>> {
  let open: RunState;
  try {
    open = await openRun(state);
  } catch (error) {
    if (state.signal.aborted) return { status: 'cancelled', reason: 'The run was cancelled before it started.' };
    return toFailure(toFault(error));
  }
  const unsubscribe = subscribe(open);
  try {
    const end: End = await runLoop(open);
    return { ...end, ...(await observeEnd(open)) };
  } finally {
    for (const stop of unsubscribe) stop();
  }
}

async function openRun(state: NewRunState): Promise<RunState> {
  const session = await withAbort(state.agent.openSession(state.recorder.folder, state.signal), state.signal);
  for (const url of findAddresses(state.task)) session.nameAddress(url);
  const host = createToolHost(state, session);
  for (const policy of [session.policy, host.rails?.policy?.policy])
    if (policy) state.recorder.journal?.write({ ...recordOf(policy) }, { durable: true });
  return Object.assign(state, {
    session,
    host,
    turn: createTurn(state, session),
  });
}

/** Follows the events of the session. Returns the functions that stop it. */
function subscribe(state: RunState): (() => void)[] {
  const { session, agent, emit, notices } = state;
  return [
    session.listen('outcome', ({ outcome }) => {
      state.freshObservation = outcome.observation;
    }),
    session.listen('observation', ({ changes = [] }) => {
      for (const change of changes) if (change.kind === 'page') notices.add(describeChange(change));
    }),
    session.listen('takeover', ({ isOver, seconds }) => {
      state.freshObservation = undefined;
      if (!isOver) return;
      notices.add('A person used the screen. Observe what it shows now.');
      emit({ type: 'takeover', step: state.step, by: 'person', seconds });
    }),
    emitApprovals(session, agent.options.approve, (event) => emit({ ...event, step: state.step })),
  ];
}

/** A cost limit needs a model whose price is known. */
function checkCostLimit({ limits: { maxCostUsd }, agent: { model, fallback } }: NewRunState): void {
  const unpriced = [model, fallback].find((one) => one?.priced === false);
  if (!unpriced || !Number.isFinite(maxCostUsd)) return;
  throw new HandrailError(
    'invalid_option',
    `The price of ${unpriced.name} is unknown, so the cost limit of $${maxCostUsd} cannot be enforced.`,
    'Set its price ({ input, output } in dollars per million tokens), or limit maxTokens instead.',
  );
}

function toFailure(error: Fault): Partial<RunResult> {
  return { status: 'failed', error, reason: formatError(error) };
}

/** Emits the end of the run and writes the report. A failure to write them does not hide the result. */
function endRun({ emit, recorder }: NewRunState, result: RunResult): void {
  try {
    emit({ type: 'run_ended', result });
    recorder.close();
  } catch (error) {
    result.evidence.push(`The report could not be written: ${formatError(toFault(error))}`);
    delete result.report;
  }
}
