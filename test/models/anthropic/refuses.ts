import { afterAll, beforeAll, expect } from 'vitest';
import type { ContractServer } from '../../../src/testing/index.js';
import { post, serveClicks, type Wire } from './wire.js';

export type Spoil = (wire: Wire) => void | Promise<void>;

/** A contract server for all tests of one file. */
export function useServer() {
  let server: ContractServer;
  beforeAll(async () => {
    server = await serveClicks();
  });
  afterAll(() => server.close());
  const send = (wire: Wire) => post(server, wire);

  /** The valid request is accepted; the changed one is rejected with this message. */
  async function refuses(wire: Wire, spoil: Spoil, status: number, words: RegExp | string): Promise<void> {
    const right = await send(wire);
    expect(right.answer.error?.message).toBeUndefined();
    const wrong = structuredClone(wire);
    await spoil(wrong);
    const refused = await send(wrong);
    expect(refused.status).toBe(status);
    expect(refused.answer.error?.message).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
  }

  return { send, refuses };
}

/** Changes fields of the body. */
export const body =
  (fields: object): Spoil =>
  (wire) =>
    void Object.assign(wire.body, fields);
