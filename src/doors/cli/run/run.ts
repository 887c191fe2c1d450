import { type Agent, type AgentEnvironment, type AgentOptions, createAgent } from '../../../agent/agent.js';
import { loadDotEnv } from '../../../agent/dotenv.js';
import { defaultLimits, type RunLimits } from '../../../agent/limits.js';
import { resolveModel } from '../../../agent/resolve-model.js';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { readAddress } from '../../../environments/browser/address.js';
import { readOtherScreen, refuseBrowserWords } from '../../session-manager/screen-options.js';
import { exitCodes, statusCode } from '../../terminal/exit-codes.js';
import { openOutput } from '../output.js';
import type { ScreenFlags } from '../screen-flags.js';
import { askPerson, findTerminal, type Terminal } from './ask-user.js';
import { type ExpectFlags, readExpectation } from './expectations.js';
import { listenForInterruption } from './interruption.js';
import { createJsonView } from './json-view.js';
import { createProgressView } from './progress-view.js';
import { readTask } from './read-task.js';
import { slowed } from './slow-model.js';

export interface RunFlags extends ExpectFlags, ScreenFlags {
  file?: string;
  url?: string;
  model: string;
  baseUrl?: string;
  fallback?: string;
  approve?: 'ask' | 'all' | 'none';
  allowEvaluate?: true;
  tools?: string[];
  maxSteps?: number;
  timeout?: number;
  maxTokens?: number;
  maxMoney?: number;
  journal?: string | false;
  pictures: boolean;
  headed?: true;
  slow?: number;
  profile?: string;
  viewport?: { width: number; height: number };
  json?: true;
}

/** `handrail run`: does the task, shows it, and gives back what to end with. */
export async function runTask(words: readonly string[], flags: RunFlags): Promise<number> {
  const terminal = findTerminal(flags.json === true);
  checkApprover(flags, terminal);
  const options = toAgentOptions(flags);
  const expect = readExpectation(flags);
  const task = await readTask(words, flags.file);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  const output = openOutput(() => interruption.interrupt());
  const view = flags.json ? createJsonView(output) : createProgressView(output);
  const person = terminal && askPerson(terminal, view, () => interruption.interrupt('SIGINT'));
  const agent = createAgent({
    ...options,
    ...approver(flags, person),
    ...(person ? { ask: person.ask } : {}),
    environment: { ...screenOptions(flags), note: view.remark },
    on: view.event,
  });
  let code: number = exitCodes.failed;
  try {
    const result = await agent.send(task, { signal, ...(expect ? { expect } : {}) });
    view.end(result);
    code = statusCode(result.status, interruption.cause());
  } finally {
    await closeInTime(agent, signal, () => code);
    interruption.stop();
  }
  return code;
}

const closeMs = 2_000;

/** Who has interrupted does not wait for a browser that is still being started: leaving the process ends it as well. */
async function closeInTime(agent: Agent, signal: AbortSignal, code: () => number): Promise<void> {
  const closed = agent.close();
  if (!signal.aborted) return closed;
  await within(closeMs, 'Closing the browser', closed).catch(() => process.exit(code()));
}

function toAgentOptions(flags: RunFlags): AgentOptions {
  const { url, fallback, tools, journal, slow } = flags;
  loadDotEnv();
  const model = resolveModel(flags.model, flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl });
  return {
    model: slow ? slowed(model, slow) : model,
    limits: limitsOf(flags),
    pictures: flags.pictures,
    ...(url === undefined ? {} : { url: readAddress(url) }),
    ...(fallback === undefined ? {} : { fallback }),
    ...(tools === undefined ? {} : { tools }),
    ...(journal === undefined ? {} : { journal }),
    ...(flags.allowEvaluate ? { allow: { evaluate: true } } : {}),
  };
}

function screenOptions(flags: RunFlags): AgentEnvironment {
  const { headed, profile, viewport, url, environment, display, size, app, container, launch } = flags;
  const other = readOtherScreen({ environment, display, size, app, container, launch });
  if (other) {
    refuseBrowserWords(other.environment, {
      '--url': url,
      '--headed': headed,
      '--profile': profile,
      '--viewport': viewport,
    });
    return other;
  }
  return {
    headless: !headed,
    ...(profile === undefined ? {} : { profile }),
    ...(viewport === undefined ? {} : { viewport }),
  };
}

function limitsOf({ maxSteps, timeout, maxTokens, maxMoney, slow }: RunFlags): Partial<RunLimits> {
  return {
    ...(maxSteps === undefined ? {} : { steps: maxSteps }),
    ...(timeout === undefined ? {} : { ms: timeout * 1_000 }),
    ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
    ...(maxMoney === undefined ? {} : { money: maxMoney }),
    ...(slow === undefined ? {} : { stepMs: defaultLimits.stepMs + slow }),
  };
}

function checkApprover({ approve }: RunFlags, terminal: Terminal | undefined): void {
  if (approve !== 'ask' || terminal) return;
  throw new HandrailError(
    'invalid_option',
    'There is no terminal to ask on.',
    'Run it on a terminal, or decide beforehand with --approve all or --approve none.',
  );
}

/** Without a word and without a terminal there is nobody to ask, and such actions are refused. */
function approver(
  { approve = 'ask' }: RunFlags,
  person: Pick<AgentOptions, 'approve'> | undefined,
): Pick<AgentOptions, 'approve'> {
  if (approve !== 'ask') return { approve };
  return person?.approve ? { approve: person.approve } : {};
}
