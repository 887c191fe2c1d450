import sharp from 'sharp';
import { anthropicContract, type ContractServer, type Intent, serveContract } from '../../../src/testing/index.js';

export type Fields = Record<string, unknown>;
export interface Block extends Fields {
  type: string;
}
export interface Said {
  role: string;
  content: Block[];
}

/** A valid request, to be changed so that it breaks one rule. */
export interface Wire {
  headers: Record<string, string>;
  body: Fields & { messages: Said[]; tools: Fields[] };
  path: string;
}

export const toolset = { type: 'computer_toolset_20260801' };
export const november = {
  type: 'computer_20251124',
  name: 'computer',
  display_width_px: 100,
  display_height_px: 80,
  enable_zoom: true,
};
export const january = { type: 'computer_20250124', name: 'computer', display_width_px: 100, display_height_px: 80 };

export async function picture(width: number, height: number, type: 'png' | 'webp' = 'png'): Promise<Block> {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#369' } });
  const bytes = await drawn.toFormat(type, { effort: 1 }).toBuffer();
  return { type: 'image', source: { type: 'base64', media_type: `image/${type}`, data: bytes.toString('base64') } };
}

export async function firstRequest(model = 'claude-opus-5-5', tool: Fields = toolset): Promise<Wire> {
  const beta = { computer_20251124: 'computer-use-2025-11-24', computer_20250124: 'computer-use-2025-01-24' };
  const needed = Object.entries(beta).find(([type]) => type === tool.type)?.[1];
  return {
    path: '/v1/messages',
    headers: {
      'x-api-key': 'test-key',
      'anthropic-version': '2026-10-21',
      ...(needed ? { 'anthropic-beta': needed } : {}),
    },
    body: {
      model,
      max_tokens: 4_096,
      tools: [{ ...tool }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Save the file' }, await picture(100, 80)] }],
    },
  };
}

/** A request that continues from a response, with a valid result for each tool use. */
export function nextRequest(wire: Wire, answer: Said): Wire {
  const results = answer.content
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, toolset_name: name }) => ({
      type: 'tool_result',
      tool_use_id: id,
      ...(name === undefined ? {} : { toolset_name: name }),
      content: [{ type: 'text', text: 'OK' }],
    }));
  const messages = [
    ...wire.body.messages,
    { role: 'assistant', content: answer.content },
    { role: 'user', content: results },
  ];
  return structuredClone({ ...wire, body: { ...wire.body, messages } });
}

export async function post(
  server: ContractServer,
  { path, headers, body }: Wire,
): Promise<{
  status: number;
  answer: Said & { error?: { message: string; type: string }; input_transformations?: Fields[] };
}> {
  const text = JSON.stringify(body);
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
  return { status: response.status, answer: await response.json() };
}

const click: Intent = { do: 'click', at: { x: 0.5, y: 0.5 } };

/** A server whose model always requests three tool uses at once. */
export function serveClicks(
  intents: readonly Intent[] = [click, { do: 'type', text: 'cats' }, { do: 'screenshot' }],
): Promise<ContractServer> {
  return serveContract(anthropicContract, () => intents);
}
