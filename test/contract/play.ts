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
import type { AdapterCase } from './cases.js';
import { type DrawnScreen, smallScreen } from './drawn-screen.js';

/** Tests do not wait between attempts. */
export const hasty: ModelSettings = { apiKey: 'test-key', initialDelayMs: 2, timeoutMs: 20_000 };

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

/** One run of a case against its contract server, on a drawn screen. */
export async function play(one: AdapterCase, script: Script, playing: Playing = {}): Promise<Played> {
  return withAgent(one, script, playing, async ({ agent, ...played }) => ({
    ...played,
    result: await agent.send('Click what is to be clicked.', playing.sending),
  }));
}

/** The same for several consecutive tasks. */
export async function withAgent<T>(
  one: AdapterCase,
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

/** The whole input of the model's latest request, as one text. */
export function latestWords({ inputs }: ContractServer, back = 1): string {
  const { text, results } = inputs.at(-back) ?? { text: '', results: [] };
  return [text, ...results.map((result) => result.text)].join('\n');
}

/** Whether the models of a provider can do these intents. */
export function canSay(
  { contract }: AdapterCase,
  intents: Exclude<Awaited<ReturnType<Policy>>, { raw: unknown }>,
): boolean {
  const picture = { type: 'image/png', width: 800, height: 600, bytes: Buffer.alloc(0) } as const;
  const told = { turn: 1, pictures: [picture], text: '', results: [], tools: ['complete', 'fail', 'remember'] };
  try {
    contract.respond(intents, told, contract.createState());
    return true;
  } catch {
    return false; // the model cannot do it
  }
}
