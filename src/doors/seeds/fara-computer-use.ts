import { join } from 'node:path';
import { type Agent, createAgent } from '../../agent/agent.js';
import { loadDotEnv } from '../../agent/dotenv.js';
import type { RunEvent, RunResult } from '../../agent/events.js';
import { type Fault, HandrailError, toFault } from '../../core/errors.js';
import { fara } from '../../models/fara.js';
import { isScoreEndpoint } from '../../models/fara-wire.js';
import type { Approve } from '../../rails/gate.js';
import { hasDisplay } from '../doctor/display.js';
import { whyNoContainer } from './fara-docker.js';
import { type FaraLogEntry, faraLog } from './fara-log.js';

/** What the tool is, for whoever lists tools. */
export const faraComputerUseTool = {
  name: 'fara_computer_use',
  description: "Execute computer automation tasks using Microsoft's FARA-7B model via Azure ML",
  version: '1.0.0',
  author: 'MassGen',
} as const;

export interface FaraComputerUseOptions {
  /** What is to be done, in plain words. */
  task: string;
  /** Default `browser`. */
  environment?: 'browser' | 'linux';
  /** Default 1440. */
  display_width?: number;
  /** Default 900. */
  display_height?: number;
  /** Default 25. */
  max_iterations?: number;
  /** The page to begin with. */
  initial_url?: string | null;
  environment_config?: FaraEnvironmentConfig | null;
  /** The folder in which `.handrail` lies. Default: the working folder. */
  agent_cwd?: string | null;
  /** Default `fara-7b`. Which format is spoken follows from it, unless the endpoint ends in `/score`. */
  model?: string;
  /** Default: FARA_AZURE_ENDPOINT of the environment. */
  azure_ml_endpoint?: string | null;
  /** Default: FARA_AZURE_API_KEY of the environment. */
  azure_ml_api_key?: string | null;
  /** Asked where the model stops before a step that binds the user, and from safety level `medium` up. Without one: no. */
  approve?: Approve | 'all' | 'none';
  /** Answers what the model asks the user. */
  ask?: (question: string, signal: AbortSignal) => Promise<string>;
  signal?: AbortSignal;
}

export interface FaraEnvironmentConfig {
  browser_type?: 'chromium' | 'firefox' | 'webkit';
  /** Default: true where there is no display. */
  headless?: boolean;
  container_name?: string;
  display?: string;
}

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
  let outcome: Omit<FaraResult, 'operation' | 'task' | 'environment'>;
  try {
    outcome = await carryOut(options ?? { task });
  } catch (error) {
    const reason = sentence(toFault(error));
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
  await checkEnvironment(options);
  const { endpoint, apiKey } = credentials(options);
  const format = isScoreEndpoint(endpoint) || /thought-?action/i.test(model) ? 'thought-action' : 'native';
  const blind = new AbortController();
  const watch = watchPictures(blind);
  const agent = createAgent({
    model: fara({
      model: format === 'native' ? model : 'thought-action',
      baseUrl: endpoint,
      apiKey,
    }),
    environment: browserOptions(options),
    ...(options.initial_url ? { url: options.initial_url } : {}),
    ...(options.agent_cwd ? { journal: join(options.agent_cwd, '.handrail', 'runs') } : {}),
    ...(options.approve ? { approve: options.approve } : {}),
    ...(options.ask ? { ask: options.ask } : {}),
    limits: { steps, ms: Math.max(600_000, steps * 120_000), stepMs: 600_000, modelCalls: steps + 1 },
    on: watch.on,
  });
  try {
    const ended = await agent.send(task, { signal: signal ? AbortSignal.any([signal, blind.signal]) : blind.signal });
    return tellEnd(ended, agent, format, watch.failure(ended));
  } finally {
    await agent.close();
  }
}

async function checkEnvironment(options: FaraComputerUseOptions): Promise<void> {
  const { task, environment = 'browser', environment_config: config } = options;
  if (typeof task !== 'string' || task.trim() === '')
    throw new HandrailError('invalid_option', 'The task is empty.', 'Say what is to be done in `task`.');
  if (environment === 'linux')
    throw new HandrailError('unsupported', await whyNoContainer(config?.container_name ?? 'cua-container'));
  if (environment !== 'browser')
    throw new HandrailError(
      'invalid_option',
      `There is no environment "${String(environment)}".`,
      'Valid environments: browser, linux.',
    );
  const engine = config?.browser_type ?? 'chromium';
  if (!engines.includes(engine))
    throw new HandrailError(
      'invalid_option',
      `There is no browser_type "${String(engine)}".`,
      `Valid: ${engines.join(', ')}.`,
    );
}

const engines: readonly string[] = ['chromium', 'firefox', 'webkit'];

function credentials(options: FaraComputerUseOptions): { endpoint: string; apiKey: string } {
  const apiKey = options.azure_ml_api_key || process.env.FARA_AZURE_API_KEY || '';
  if (apiKey.trim() === '')
    throw new HandrailError(
      'invalid_option',
      'FARA Azure ML API key not found.',
      'Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
    );
  const endpoint = options.azure_ml_endpoint || process.env.FARA_AZURE_ENDPOINT || '';
  if (endpoint.trim() === '')
    throw new HandrailError(
      'invalid_option',
      'FARA Azure ML endpoint not found.',
      'Set FARA_AZURE_ENDPOINT in .env or pass azure_ml_endpoint parameter.',
    );
  return { endpoint: endpoint.trim(), apiKey };
}

function browserOptions(options: FaraComputerUseOptions) {
  const { display_width: width = 1_440, display_height: height = 900, environment_config: config } = options;
  for (const [name, side] of Object.entries({ display_width: width, display_height: height }))
    if (!Number.isInteger(side) || side < 100 || side > 10_000)
      throw new HandrailError('invalid_option', `${name} is ${side}.`, 'Give whole pixels, from 100 to 10000.');
  const headless = config?.headless ?? !hasDisplay();
  if (!headless && !hasDisplay())
    process.emitWarning('There is no display, so the browser runs without a window.', 'Handrail');
  return {
    viewport: { width, height },
    headless: headless || !hasDisplay(),
    ...(config?.browser_type ? { engine: config.browser_type } : {}),
  };
}

/** Ends a run in which the screen can no longer be seen. A dialog hides it, too, and is told in words. */
function watchPictures(blind: AbortController) {
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
      if (blind.signal.aborted) return 'Failed to capture screenshot: the page could not be drawn.';
      if (!isLooking || !error || status === 'cancelled') return undefined;
      return `Failed to capture screenshot: ${sentence(error)}`;
    },
  };
}

function tellEnd(
  { status, steps, answer, reason, error }: RunResult,
  agent: Agent,
  format: 'thought-action' | 'native',
  unseen: string | undefined,
): Outcome {
  const log = { action_log: faraLog(agent.history, format) };
  if (status === 'done')
    return { success: true, iterations: steps, status: 'done', final_result: answer || 'Task completed', ...log };
  if (status === 'max_steps') return { success: false, iterations: steps, status: 'max_iterations_reached', ...log };
  const why = unseen ?? reason ?? 'Task failed';
  const own = unseen ?? (error ? toolError(error, why) : status === 'cancelled' ? `${failed}${why}` : undefined);
  return {
    success: false,
    ...(own === undefined ? {} : { error: own }),
    iterations: steps,
    status: 'fail',
    failure_reason: why,
    ...log,
  };
}

const failed = 'FARA computer use failed: ';

function toolError({ code }: Fault, why: string): string {
  if (code === 'browser_missing') return `Playwright not installed. ${why}`;
  return `${failed}${why}`;
}

function sentence({ message, hint }: Fault): string {
  return hint ? `${message} ${hint}` : message;
}
