import { openai } from '../../../src/exports/models.js';
import { type AgentOptions, createAgent } from '../../../src/index.js';
import type { OpenaiOptions } from '../../../src/models/openai/openai.js';
import {
  type ContractServer,
  type Intent,
  openaiContract,
  type Policy,
  serveContract,
} from '../../../src/testing/index.js';
import { type DrawnScreen, drawScreen } from '../../contract/drawn-screen.js';

export type Body = Record<string, unknown> & { input: Record<string, unknown>[] };

export type Script = readonly (readonly Intent[] | { raw: unknown })[];

export const bodies = ({ requests }: ContractServer): Body[] => requests.map(({ body }) => body as Body);

export const ofType = ({ input }: Body, type: string) => input.filter((item) => item.type === type);

export const done: Intent[] = [{ do: 'done', answer: 'All done.' }];

export const on = (screen: DrawnScreen, name: string, safety?: string): Intent => ({
  do: 'click',
  at: screen.at(name),
  ...(safety ? { safety } : {}),
});

export async function conversation<T>(
  script: Script | Policy,
  { screen = drawScreen(), way = {}, ...options }: { screen?: DrawnScreen; way?: OpenaiOptions } & AgentOptions,
  work: (parts: { agent: ReturnType<typeof createAgent>; server: ContractServer; screen: DrawnScreen }) => Promise<T>,
): Promise<T> {
  await using server = await serveContract(openaiContract, script);
  const model = openai({ apiKey: 'test-key', baseUrl: `${server.url}/v1`, initialDelayMs: 1, ...way });
  await using agent = createAgent({ model, session: screen.session, journal: false, ...options });
  return await work({ agent, server, screen });
}
