import { join } from 'node:path';
import { createAgent } from '../../agent/agent.js';
import type { RunEvent, RunResult } from '../../agent/events.js';
import type { RunLimits } from '../../agent/limits.js';
import { type Fault, formatError, toFault } from '../../core/errors.js';
import { fara, faraFormat } from '../../models/fara/fara.js';
import { describeContainerFault, describeMissingScreenshot } from './fara-docker.js';
import { createFaraLog, type FaraLogEntry } from './fara-log.js';
import { type FaraComputerUseOptions, readCredentials, readOptions, toEnvironment } from './fara-options.js';
import { faraComputerUseTool } from './fara-tool.js';

export type { FaraComputerUseOptions, FaraEnvironmentConfig } from './fara-options.js';
export { faraComputerUseTool } from './fara-tool.js';

export interface ExecutionResult {
  output_blocks: { data: string }[];
}

/** The content of `output_blocks[0].data`, which is JSON. */
export interface FaraResult {
  success: boolean;
  operation: 'fara_computer_use';
  task: string;
  environment: string;
  /** Set if the tool itself failed. */
  error?: string;
  iterations: number;
  status: 'done' | 'fail' | 'max_iterations_reached';
  final_result?: string;
  failure_reason?: string;
  action_log: FaraLogEntry[];
}

/** Runs a task with a Fara model. Never throws: errors are in the JSON of the result. */
export async function faraComputerUse(options: FaraComputerUseOptions): Promise<ExecutionResult> {
  const { task = '', environment } = options ?? {};
  const request = { operation: faraComputerUseTool.name, task, environment: environment ?? 'browser' };
  let outcome: Outcome;
  try {
    outcome = await runTask(readOptions(options ?? { task }));
  } catch (error) {
    const reason = formatError(toFault(error));
    outcome = { success: false, error: reason, iterations: 0, status: 'fail', failure_reason: reason, action_log: [] };
  }
  const { success, error, ...rest } = outcome;
  const result: FaraResult = { success, ...request, error, ...rest };
  return { output_blocks: [{ data: JSON.stringify(result) }] };
}

type Outcome = Omit<FaraResult, 'operation' | 'task' | 'environment'>;

async function runTask(options: FaraComputerUseOptions): Promise<Outcome> {
  const { task, model = 'fara-7b', max_iterations: maxIterations = 25, signal, initial_url, agent_cwd } = options;
  const { endpoint, apiKey } = readCredentials(options);
  const format = faraFormat(model, endpoint) === 'thought-action' ? 'thought-action' : 'native';
  const monitor = monitorScreenshots(options);
  const agent = createAgent({
    model: fara({ model, baseUrl: endpoint, apiKey }),
    environment: toEnvironment(options),
    url: initial_url && options.environment !== 'linux' ? initial_url : undefined,
    journal: agent_cwd ? join(agent_cwd, '.handrail', 'runs') : undefined,
    approve: options.approve,
    ask: options.ask,
    limits: toLimits(maxIterations),
    on: monitor.onEvent,
  });
  try {
    const result = await agent.send(task, { signal: AbortSignal.any([monitor.signal, ...(signal ? [signal] : [])]) });
    const log = createFaraLog(agent.history, format);
    return toOutcome(result, { options, maxIterations, screenshotFailure: monitor.findFailure(result), log });
  } finally {
    // The result stands even if closing fails.
    await agent.close().catch((error: unknown) => process.emitWarning(toFault(error).message, 'Handrail'));
  }
}

/** The tool has no other limit than the number of iterations. After an unreadable reply or a failed call the model continues. */
function toLimits(maxSteps: number): Partial<RunLimits> {
  const unlimited = Number.POSITIVE_INFINITY;
  return {
    maxSteps,
    timeoutMs: unlimited,
    stepTimeoutMs: 600_000,
    maxModelCalls: unlimited,
    maxFailures: unlimited,
    maxUnreadable: unlimited,
  };
}

/** Aborts a run that gets no screenshot. A dialog also hides the screen, but the model reads its text. */
function monitorScreenshots({ environment, environment_config }: FaraComputerUseOptions) {
  const controller = new AbortController();
  const describe = (reason: string): string =>
    environment === 'linux'
      ? describeMissingScreenshot(environment_config, reason)
      : `Failed to capture screenshot: ${reason}`;
  let isObserving = false;
  return {
    signal: controller.signal,
    onEvent(event: RunEvent): void {
      if (event.type === 'step_started') isObserving = true;
      if (event.type !== 'observed') return;
      isObserving = false;
      const { image, modal } = event.observation;
      if (!image && !modal) controller.abort();
    },
    findFailure({ status, error }: RunResult): string | undefined {
      if (controller.signal.aborted) return describe('the page could not be drawn.');
      if (!isObserving || !error || status === 'cancelled') return undefined;
      return describe(formatError(error));
    },
  };
}

interface OutcomeContext {
  options: FaraComputerUseOptions;
  maxIterations: number;
  screenshotFailure: string | undefined;
  log: FaraLogEntry[];
}

function toOutcome(
  { status, steps: iterations, answer, reason, error }: RunResult,
  { options, maxIterations, screenshotFailure, log }: OutcomeContext,
): Outcome {
  const refused = log.filter((entry) => entry.refused);
  if (status === 'done' && refused.length > 0)
    return {
      success: false,
      iterations,
      status: 'fail',
      final_result: answer || 'Task completed',
      failure_reason: describeRefusals(refused),
      action_log: log,
    };
  if (status === 'done')
    return { success: true, iterations, status: 'done', final_result: answer || 'Task completed', action_log: log };
  if (status === 'max_steps' || (status === 'stuck' && iterations >= maxIterations))
    return { success: false, iterations, status: 'max_iterations_reached', action_log: log };
  const failureReason = screenshotFailure ?? reason ?? 'Task failed';
  const toolError = error
    ? describeFault(error, failureReason, options)
    : status === 'cancelled'
      ? `${failed}${failureReason}`
      : undefined;
  return {
    success: false,
    error: screenshotFailure ?? toolError,
    iterations,
    status: 'fail',
    failure_reason: failureReason,
    action_log: log,
  };
}

/** The model reports that the task is done, although it could not do all of it. */
function describeRefusals(refused: readonly FaraLogEntry[]): string {
  const actions = refused.map(({ iteration, action }) => `${action} in iteration ${iteration}`).join(', ');
  return `The model reports that the task is done, but this was refused and not done: ${actions}. ${refused.at(-1)?.error} To allow such actions, pass approve.`;
}

const failed = 'FARA computer use failed: ';

/** Describes a fault in the wording of the original tool. */
function describeFault(
  error: Fault,
  reason: string,
  { environment, environment_config }: FaraComputerUseOptions,
): string {
  if (environment === 'linux') return describeContainerFault(error, reason, environment_config) ?? `${failed}${reason}`;
  if (error.code === 'browser_missing' || /cannot find (package|module) ['"]?playwright/i.test(reason))
    return `Playwright not installed. ${reason}`;
  return `${failed}${reason}`;
}
