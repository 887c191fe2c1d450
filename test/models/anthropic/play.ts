import { type AgentOptions, createAgent, type RunResult } from '../../../src/index.js';
import { type AnthropicOptions, anthropic } from '../../../src/models/anthropic/anthropic.js';
import {
  anthropicContract,
  type ContractServer,
  type PlannedFault,
  serveContract,
} from '../../../src/testing/index.js';
import { type DrawnScreen, drawScreen } from '../../contract/drawn-screen.js';
import type { Block, Fields, Said } from './wire.js';

export interface Played {
  result: RunResult;
  server: ContractServer;
  screen: DrawnScreen;
}

export interface Playing extends Partial<AgentOptions> {
  claude?: AnthropicOptions;
  screen?: DrawnScreen;
  faults?: (PlannedFault | undefined)[];
  tasks?: string[];
  attachments?: { name: string; type: string; bytes: Buffer }[];
}

/** One run of a Claude model on a drawn screen, against its contract server. */
export async function playClaude(
  script: Parameters<typeof serveContract>[1],
  { claude: options = {}, screen = drawScreen(), faults = [], tasks = ['Do it.'], attachments, ...more }: Playing = {},
): Promise<Played> {
  await using server = await serveContract(anthropicContract, script);
  server.faults.push(...faults);
  const model = anthropic({ apiKey: 'test-key', baseUrl: server.url, initialDelayMs: 1, ...options });
  await using agent = createAgent({ session: screen.session, model, journal: false, ...more });
  let result: RunResult | undefined;
  for (const task of tasks) result = await agent.send(task, attachments ? { attachments } : {});
  if (!result) throw new Error('There was no task.');
  return { result, server, screen };
}

let count = 0;

/** A whole response with these tool uses, of the toolset by default. */
export function asking(uses: Fields[], more: Fields = {}): { raw: Fields } {
  const content = uses.map((use) => {
    count += 1;
    const own = { type: 'tool_use', id: `toolu_raw_${count}`, toolset_name: 'computer', caller: { type: 'direct' } };
    const block: Fields = { ...own, ...use };
    if (block.toolset_name === null) delete block.toolset_name;
    return block;
  });
  return saying(content, { stop_reason: 'tool_use', ...more });
}

export function saying(content: Fields[], more: Fields = {}): { raw: Fields } {
  const usage = { input_tokens: 100, output_tokens: 10 };
  return { raw: { type: 'message', role: 'assistant', content, stop_reason: 'end_turn', usage, ...more } };
}

export function bodyOf(server: ContractServer, index = -1): Fields & { messages: Said[]; tools: Fields[] } {
  const { body } = server.requests.at(index) ?? {};
  return body as Fields & { messages: Said[]; tools: Fields[] };
}

/** The results in the last message of a request. */
export function resultsOf(server: ContractServer, index = -1): Block[] {
  return bodyOf(server, index).messages.at(-1)?.content ?? [];
}
