import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { builtinRegistry, callTool, type ToolHost } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { toolFacts } from '../tool-facts.js';
import { openWorkshop, type Workshop } from '../workshop.js';

export let workshop: Workshop;

export let session: BrowserSession;

export const host = (more: Partial<ToolHost> = {}): ToolHost => ({
  session,
  memory: new Map(),
  rails: { gate: () => 'allow' },
  knownElement: (id) => session.knownElement(id),
  ...more,
});

export const call = (name: string, input: unknown, more?: Partial<ToolHost>, signal?: AbortSignal) =>
  callTool(builtinRegistry(), name, input, host(more), signal);

export const home = async () => {
  await session.perform({ type: 'navigate', url: `${workshop.url}/` });
  workshop.log.length = 0;
};

export const facts = {
  ...toolFacts,
  title: 'A tool of mine',
  description: 'Does something of its own.',
  effect: 'outside',
  idempotent: false,
  input: z.object({}),
  output: z.object({ ok: z.boolean() }),
  returns: 'Whether it went well.',
  timeoutMs: 2_000,
} as const;

/** Opens the workshop and one session for all tests of the file. */
export function useWorkshop(): void {
  beforeAll(async () => {
    workshop = await openWorkshop();
    session = await openSession({ policy: 'open', url: workshop.url });
  });
  afterAll(async () => {
    await session?.close();
    workshop?.close();
  });
}
