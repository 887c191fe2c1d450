import {
  type Agent,
  type AgentOptions,
  createAgent,
  type RunEvent,
  type RunResult,
  type SendOptions,
} from '../../src/index.js';
import type { ModelSettings } from '../../src/models/adapter/provider-adapter.js';
import { type ContractServer, type PlannedFault, type Policy, serveContract } from '../../src/testing/index.js';
import type { DialectCase } from './cases.js';
import { type DrawnScreen, smallScreen } from './drawn-screen.js';

/** Tests do not wait where people would. */
export const hasty: ModelSettings = { apiKey: 'test-key', firstWaitMs: 2, timeoutMs: 20_000 };

export interface Playing extends Partial<AgentOptions> {
  screen?: DrawnScreen;
  settings?: ModelSettings;
  faults?: (PlannedFault | undefined)[];
  sending?: SendOptions;
}

export interface Played {
  result: RunResult;
  server: ContractServer;
  screen: DrawnScreen;
  events: RunEvent[];
}

export type Script = Parameters<typeof serveContract>[1];

/** One run of a case against its contract server, on a drawn screen, from its first question to its end. */
export async function play(one: DialectCase, script: Script, playing: Playing = {}): Promise<Played> {
  return withAgent(one, script, playing, async ({ agent, ...played }) => ({
    ...played,
    result: await agent.send('Click what is to be clicked.', playing.sending),
  }));
}

/** The same for several tasks, one after the other. */
export async function withAgent<T>(
  one: DialectCase,
  script: Script,
  { screen = smallScreen(), settings, faults = [], sending: _, ...options }: Playing,
  work: (playing: Omit<Played, 'result'> & { agent: Agent }) => Promise<T>,
): Promise<T> {
  await using server = await serveContract(one.contract, script);
  server.faults.push(...faults);
  const events: RunEvent[] = [];
  await using agent = createAgent({
    session: screen.session,
    model: one.model(server.url, { ...hasty, ...settings }),
    journal: false,
    on: (event) => events.push(event),
    ...options,
  });
  return await work({ agent, server, screen, events });
}

/** What the model was told with its latest question, as one text. */
export function latestWords({ told }: ContractServer, back = 1): string {
  const { text, results } = told.at(-back) ?? { text: '', results: [] };
  return [text, ...results.map((result) => result.text)].join('\n');
}

/** Whether the models of a provider have words for these intents at all. */
export function canSay(
  { contract }: DialectCase,
  intents: Exclude<Awaited<ReturnType<Policy>>, { raw: unknown }>,
): boolean {
  const picture = { type: 'image/png', width: 800, height: 600, bytes: Buffer.alloc(0) } as const;
  const told = { turn: 1, pictures: [picture], text: '', results: [], tools: ['complete', 'fail', 'remember'] };
  try {
    contract.answer(intents, told, contract.memory());
    return true;
  } catch {
    return false; // it has none, which is all that is asked
  }
}
