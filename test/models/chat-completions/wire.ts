import { type Agent, type AgentOptions, createAgent } from '../../../src/index.js';
import { type ChatOptions, chat } from '../../../src/models/chat-completions/chat.js';
import type { Model } from '../../../src/models/model.js';
import {
  type ChatRules,
  type ContractServer,
  chatContract,
  type PlannedFault,
  serveContract,
} from '../../../src/testing/index.js';
import { type DrawnScreen, drawScreen } from '../../contract/drawn-screen.js';

export const openai = { flavour: 'openai' } as const;

export interface Wire {
  server: ContractServer;
  model: Model;
  screen: DrawnScreen;
  agent: Agent;
}

type Script = Parameters<typeof serveContract>[1];

export interface Wiring extends Partial<ChatOptions> {
  rules: ChatRules;
  script: Script;
  faults?: (PlannedFault | undefined)[];
  screen?: DrawnScreen;
  agent?: Partial<AgentOptions>;
}

/** A chat model, its server and a drawn screen, while `work` runs. */
export async function withChat<T>(
  { rules, script, faults = [], screen = lively(), agent: options = {}, ...more }: Wiring,
  work: (wire: Wire) => Promise<T>,
): Promise<T> {
  await using server = await serveContract(chatContract(rules), script);
  server.faults.push(...faults);
  const given = { model: 'test', baseUrl: `${server.url}/v1`, apiKey: 'test-key', initialDelayMs: 1 };
  const model = chat({ ...given, ...more });
  await using agent = createAgent({ session: screen.session, model, journal: false, ...options });
  return await work({ server, model, screen, agent });
}

export type Body = {
  model: string;
  messages: { role: string; content: unknown; tool_call_id?: string; tool_calls?: { id: string }[] }[];
  tools?: { function: { name: string; description: string } }[];
  [field: string]: unknown;
};

/** The bodies of all requests. */
export function bodies({ requests }: ContractServer): Body[] {
  return requests.map(({ body }) => body as Body);
}

/** The number of pictures in a body. */
export function pictureCount(body: Body | undefined): number {
  return JSON.stringify(body ?? {}).split('"image_url":{"url":"data:image/').length - 1;
}

/** One whole response of a server. */
export function completion(message: object, finish_reason = 'stop', more: object = {}): { raw: unknown } {
  return { raw: { choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }], ...more } };
}

/** One whole response with a call. */
export function calling(name: string, text: string, id = 'c1', finish = 'tool_calls'): { raw: unknown } {
  const call = { id, type: 'function', function: { name, arguments: text } };
  return completion({ content: null, tool_calls: [call] }, finish);
}

/** A screen that changes with each click. */
export function lively(): DrawnScreen {
  return drawScreen(['One', 'Two', 'Three'], (_, screen) => {
    screen.face += 1;
  });
}
