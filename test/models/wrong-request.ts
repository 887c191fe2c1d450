import sharp from 'sharp';
import { expect } from 'vitest';
import { isRecord } from '../../src/core/is-record.js';
import { type Contract, type ContractRequest, serveContract } from '../../src/testing/index.js';

/** A request body that a test may change. */
export interface LooseBody {
  messages: { role: string; content: string | LoosePart[] }[];
  [field: string]: unknown;
}

export interface LoosePart {
  type: string;
  text?: string;
  image_url?: { url: string };
}

/** A copy of a sent body, to be changed. */
export function bodyOf(request: ContractRequest | undefined): LooseBody {
  const body: unknown = structuredClone(request?.body);
  if (!isLoose(body)) throw new Error('There is no such request.');
  return body;
}

function isLoose(body: unknown): body is LooseBody {
  return isRecord(body) && Array.isArray(body.messages);
}

/** Sends a body to the contract server and returns the status and the message. */
export async function send(contract: Contract, body: unknown, path = '/v1/chat/completions'): Promise<string> {
  await using server = await serveContract(contract, () => [{ do: 'done', answer: 'Done.' }]);
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const said: unknown = await response.json();
  const error = isRecord(said) && isRecord(said.error) ? said.error.message : undefined;
  return error === undefined ? String(response.status) : `${response.status}: ${String(error)}`;
}

/** The parts of the message at this index. */
export function partsOf(body: LooseBody, at: number): LoosePart[] {
  const content = body.messages.at(at)?.content;
  if (!Array.isArray(content)) throw new Error('This message has no parts.');
  return content;
}

/** The data URL of a red PNG picture. */
export async function pictureUrl(width: number, height: number): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

/** The contract server accepts a sent request and rejects the changed one with this message. */
export async function expectRejected(
  contract: Contract,
  request: ContractRequest | undefined,
  change: (body: LooseBody) => void,
  message: RegExp,
): Promise<void> {
  const body = bodyOf(request);
  expect(await send(contract, body)).toBe('200');
  change(body);
  expect(await send(contract, body)).toMatch(message);
}
