import { afterAll, beforeAll, expect } from 'vitest';
import { callTool, pickTools, type ToolHost } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession, type ToolResult } from '../../../src/index.js';
import { type Desk, openDesk } from '../desk.js';

export const registry = pickTools(['computer_use']);

export let desk: Desk;

export let session: BrowserSession;

export let host: ToolHost;

interface Entry {
  index: number;
  role: string;
  label: string;
  value?: string;
  bounds: [number, number, number, number] | null;
}

interface Data {
  ok: true;
  action: string;
  effect: string;
  mode: string;
  width: number;
  height: number;
  app: string;
  window_title: string;
  elements?: Entry[];
  total_elements: number;
  truncated_elements?: number;
  summary: string;
  capture?: Data;
  apps: { app: string; url: string; active: boolean }[];
  [fact: string]: unknown;
}

export async function use(input: Record<string, unknown>, own: ToolHost = host): Promise<ToolResult<Data>> {
  return (await callTool(registry, 'computer_use', input, own)) as ToolResult<Data>;
}

export async function done(input: Record<string, unknown>): Promise<Data> {
  const { success, data, error } = await use(input);
  expect(error).toBeUndefined();
  expect(success).toBe(true);
  if (!data) throw new Error('The result has no data.');
  expect(data).toMatchObject({ ok: true, action: input.action });
  return data;
}

export async function refused(input: Record<string, unknown>): Promise<{ code: string | undefined; error: string }> {
  desk.forget();
  const { success, error = '', metadata } = await use(input);
  expect(success).toBe(false);
  expect(desk.told()).toEqual([]);
  return { code: metadata.code, error };
}

/** The number of the element with this label in a new capture. */
export async function numberOf(label: string): Promise<number> {
  const { elements = [] } = await done({ action: 'capture', mode: 'ax' });
  const found = elements.find((element) => element.label === label);
  if (!found) throw new Error(`"${label}" is not listed.`);
  desk.forget();
  return found.index;
}

export const told = (what: string) => expect.poll(() => desk.told()).toContain(what);

/** Opens the page and one session for all tests of the file. */
export function useComputer(): void {
  beforeAll(async () => {
    desk = await openDesk();
    session = await openSession({ policy: 'open', url: desk.url });
    host = { session, memory: new Map(), knownElement: session.knownElement, rails: { gate: () => 'allow' } };
  });
  afterAll(async () => {
    await session?.close();
    desk?.close();
  });
}
