import { type Agent, createAgent } from '../../../agent/agent.js';
import { defaultLimits, type RunLimits } from '../../../agent/limits.js';
import type { AgentEnvironment, AgentOptions } from '../../../agent/options.js';
import { resolveModel } from '../../../agent/resolve-model.js';
import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import { normalizeUrl } from '../../../core/url.js';
import { findPolicy } from '../../../rails/policy/find-policy.js';
import { defaultPolicy } from '../../../session/judging/default-policy.js';
import { exitCodeForStatus, exitCodes } from '../../command-line/exit-codes.js';
import { parseScreenSelection, rejectBrowserOptions } from '../../session-manager/screen-options.js';
import type { ScreenFlags } from '../definitions/screen-flags.js';
import { listenForInterruption } from '../interruption.js';
import { loadDotEnv } from '../load-dot-env.js';
import { openOutput } from '../output.js';
import { askUser, findTerminal, type Terminal } from './ask-user.js';
import { type ExpectFlags, readExpectation } from './expectations.js';
import { createJsonView } from './json-view.js';
import { createProgressView } from './progress-view.js';
import { readTask } from './read-task.js';
import { pauseBetweenSteps } from './slow-model.js';

export interface RunFlags extends ExpectFlags, ScreenFlags {
  file?: string;
  url?: string;
  model: string;
  baseUrl?: string;
  fallback?: string;
  approve?: 'ask' | 'all' | 'none';
  policy?: string;
  secrets?: string;
  apiKeyVariable?: string;
  allowEvaluate?: true;
  tools?: string[];
  maxSteps?: number;
  timeoutMs?: number;
  maxTokens?: number;
  maxCostUsd?: number;
  journal?: string | false;
  pictures: boolean;
  headed?: true;
  slow?: number;
  profile?: string;
  viewport?: Size;
  json?: true;
}

/** `handrail run`: runs the task and shows its progress. Returns the exit code. */
export async function runTask(args: readonly string[], flags: RunFlags): Promise<number> {
  const terminal = findTerminal(flags.json === true);
  checkApprover(flags, terminal);
  const options = toAgentOptions(flags);
  const expect = readExpectation(flags);
  const task = await readTask(args, flags.file);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  const output = openOutput(() => interruption.interrupt());
  const view = flags.json ? createJsonView(output) : createProgressView(output);
  const user = terminal && askUser(terminal, view, () => interruption.interrupt('SIGINT'));
  const { approve = 'ask' } = flags;
  const agent = createAgent({
    ...options,
    approve: approve === 'ask' ? user?.approve : approve,
    ask: user?.ask,
    environment: { ...toEnvironment(flags), note: view.printNote },
    on: view.onEvent,
  });
  let code: number = exitCodes.failed;
  try {
    const result = await agent.send(task, { signal, expect });
    view.onEnd(result);
    code = exitCodeForStatus(result.status, interruption.cause());
  } finally {
    await closeAgent(agent, signal, () => code);
    interruption.stop();
  }
  return code;
}

const closeTimeoutMs = 2_000;

/** Closes the agent. After an interruption it does not wait for a browser that is still starting: exiting ends it, too. */
async function closeAgent(agent: Agent, signal: AbortSignal, code: () => number): Promise<void> {
  const closed = agent.close();
  if (!signal.aborted) return closed;
  await withTimeout(closeTimeoutMs, 'Closing the browser', closed).catch(() => process.exit(code()));
}

function toAgentOptions(flags: RunFlags): AgentOptions {
  const { url, fallback, tools, journal, slow, pictures, baseUrl, allowEvaluate, policy, secrets } = flags;
  loadDotEnv();
  const model = resolveModel(flags.model, { baseUrl, apiKey: readKey(flags.apiKeyVariable) });
  return {
    model: slow ? pauseBetweenSteps(model, slow) : model,
    limits: toLimits(flags),
    pictures,
    url: url === undefined ? undefined : normalizeUrl(url),
    fallback,
    tools,
    journal,
    policy: findPolicy({ given: policy, folder: process.cwd(), preset: defaultPolicy }),
    secrets,
    allow: allowEvaluate ? { evaluate: true } : undefined,
  };
}

/** The key in the environment variable that the user names for the given server. */
function readKey(variable: string | undefined): string | undefined {
  const key = variable === undefined ? undefined : process.env[variable];
  if (variable === undefined || key) return key;
  throw new HandrailError('invalid_option', `The environment variable ${variable} is not set.`, 'Set it to the key.');
}

function toEnvironment(flags: RunFlags): AgentEnvironment {
  const { headed, profile, viewport, url, environment, display, size, app, container, launch } = flags;
  const screen = parseScreenSelection({ environment, display, size, app, container, launch });
  if (!screen) return { headless: !headed, profile, viewport };
  rejectBrowserOptions(screen.environment, {
    '--url': url,
    '--headed': headed,
    '--profile': profile,
    '--viewport': viewport,
  });
  return screen;
}

function toLimits({ maxSteps, timeoutMs, maxTokens, maxCostUsd, slow }: RunFlags): Partial<RunLimits> {
  const limits: Partial<RunLimits> = {
    maxSteps,
    timeoutMs,
    maxTokens,
    maxCostUsd,
    stepTimeoutMs: slow === undefined ? undefined : defaultLimits.stepTimeoutMs + slow,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

function checkApprover({ approve }: RunFlags, terminal: Terminal | undefined): void {
  if (approve !== 'ask' || terminal) return;
  throw new HandrailError(
    'invalid_option',
    '--approve ask needs a terminal, and there is none.',
    'Run the command on a terminal, or use --approve all or --approve none.',
  );
}
