import { join } from 'node:path';
import { type Agent, createAgent } from '../../agent/agent.js';
import { loadDotEnv } from '../../agent/dotenv.js';
import type { RunEvent, RunResult } from '../../agent/events.js';
import type { RunLimits } from '../../agent/limits.js';
import { type Fault, formatError, toFault } from '../../core/errors.js';
import { fara } from '../../models/fara/fara.js';
import { isScoreEndpoint } from '../../models/fara/transport.js';
import { containerTrouble, noPicture } from './fara-docker.js';
import { type FaraLogEntry, faraLog } from './fara-log.js';
import { checkEnvironment, credentials, type FaraComputerUseOptions, screenOptions } from './fara-options.js';

export type { FaraComputerUseOptions, FaraEnvironmentConfig } from './fara-options.js';

/** What the tool is, for whoever lists tools. */
export const faraComputerUseTool = {
  name: 'fara_computer_use',
  description: "Execute computer automation tasks using Microsoft's FARA-7B model via Azure ML",
  version: '1.0.0',
  author: 'MassGen',
} as const;

export interface ExecutionResult {
  output_blocks: { data: string }[];
}

/** What `output_blocks[0].data` holds as JSON. */
export interface FaraResult {
  success: boolean;
  operation: 'fara_computer_use';
  task: string;
  environment: string;
  /** The tool itself failed. */
  error?: string;
  iterations: number;
  status: 'done' | 'fail' | 'max_iterations_reached';
  final_result?: string;
  failure_reason?: string;
  action_log: FaraLogEntry[];
}

/** Does a task with a Fara model. Never throws: whatever happens is in the JSON of the result. */
export async function faraComputerUse(options: FaraComputerUseOptions): Promise<ExecutionResult> {
  const { task = '', environment = 'browser' } = options ?? {};
  const about = { operation: faraComputerUseTool.name, task, environment };
  let outcome: Outcome;
  try {
    outcome = await carryOut(options ?? { task });
  } catch (error) {
    const reason = formatError(toFault(error));
    outcome = { success: false, error: reason, iterations: 0, status: 'fail', failure_reason: reason, action_log: [] };
  }
  const { success, error, ...rest } = outcome;
  const result: FaraResult = { success, ...about, ...(error === undefined ? {} : { error }), ...rest };
  return { output_blocks: [{ data: JSON.stringify(result) }] };
}

type Outcome = Omit<FaraResult, 'operation' | 'task' | 'environment'>;

async function carryOut(options: FaraComputerUseOptions): Promise<Outcome> {
  loadDotEnv();
  const { task, model = 'fara-7b', max_iterations: steps = 25, signal } = options;
  checkEnvironment(options);
  const { endpoint, apiKey } = credentials(options);
  const format = isScoreEndpoint(endpoint) || /thought-?action/i.test(model) ? 'thought-action' : 'native';
  const blind = new AbortController();
  const watch = watchPictures(blind, options);
  const agent = createAgent({
    model: fara({
      model: format === 'native' ? model : 'thought-action',
      baseUrl: endpoint,
      apiKey,
    }),
    environment: screenOptions(options),
    ...(options.initial_url && options.environment !== 'linux' ? { url: options.initial_url } : {}),
    ...(options.agent_cwd ? { journal: join(options.agent_cwd, '.handrail', 'runs') } : {}),
    ...(options.approve ? { approve: options.approve } : {}),
    ...(options.ask ? { ask: options.ask } : {}),
    limits: limitsOf(steps),
    on: watch.on,
  });
  try {
    const ended = await agent.send(task, { signal: signal ? AbortSignal.any([signal, blind.signal]) : blind.signal });
    return tellEnd(ended, agent, { format, options, steps, unseen: watch.failure(ended) });
  } finally {
    // What was done stands, whatever becomes of the screen.
    await agent.close().catch((error: unknown) => process.emitWarning(toFault(error).message, 'Handrail'));
  }
}

/** The number of iterations is the only limit the tool knows: what cannot be read or done is told to the model, and it goes on. */
function limitsOf(steps: number): Partial<RunLimits> {
  const never = Number.POSITIVE_INFINITY;
  return { steps, ms: never, stepMs: 600_000, modelCalls: never, failures: never, unreadable: never };
}

/** Ends a run in which the screen can no longer be seen. A dialog hides it, too, and is told in words. */
function watchPictures(blind: AbortController, { environment, environment_config }: FaraComputerUseOptions) {
  const sentence = (why: string): string =>
    environment === 'linux' ? noPicture(environment_config, why) : `Failed to capture screenshot: ${why}`;
  let isLooking = false;
  return {
    on(event: RunEvent): void {
      if (event.type === 'step_started') isLooking = true;
      if (event.type !== 'observed') return;
      isLooking = false;
      const { image, modal } = event.observation;
      if (!image && !modal) blind.abort();
    },
    failure({ status, error }: RunResult): string | undefined {
      if (blind.signal.aborted) return sentence('the page could not be drawn.');
      if (!isLooking || !error || status === 'cancelled') return undefined;
      return sentence(formatError(error));
    },
  };
}

interface Around {
  options: FaraComputerUseOptions;
  format: 'thought-action' | 'native';
  /** How many iterations there were to be at most. */
  steps: number;
  unseen: string | undefined;
}

function tellEnd(ended: RunResult, agent: Agent, { format, options, steps, unseen }: Around): Outcome {
  const { status, steps: iterations, answer, reason, error } = ended;
  const log = { action_log: faraLog(agent.history, format) };
  if (status === 'done')
    return { success: true, iterations, status: 'done', final_result: answer || 'Task completed', ...log };
  if (status === 'max_steps' || (status === 'stuck' && iterations >= steps))
    return { success: false, iterations, status: 'max_iterations_reached', ...log };
  const why = unseen ?? reason ?? 'Task failed';
  const own =
    unseen ?? (error ? toolError(error, why, options) : status === 'cancelled' ? `${failed}${why}` : undefined);
  return {
    success: false,
    ...(own === undefined ? {} : { error: own }),
    iterations,
    status: 'fail',
    failure_reason: why,
    ...log,
  };
}

const failed = 'FARA computer use failed: ';

function toolError(error: Fault, why: string, { environment, environment_config }: FaraComputerUseOptions): string {
  const { code } = error;
  if (environment === 'linux') return containerTrouble(error, why, environment_config) ?? `${failed}${why}`;
  if (code === 'browser_missing' || /cannot find (package|module) ['"]?playwright/i.test(why))
    return `Playwright not installed. ${why}`;
  return `${failed}${why}`;
}
