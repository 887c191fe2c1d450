import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { type Connected, overStdio } from './connect.js';

let client: Connected;
beforeAll(async () => {
  ensureBuilt();
  const flags = ['--tools', 'computer_use', '--environment', 'desktop', '--launch', 'galculator'];
  client = await overStdio('2026-07-28', flags, temporaryFolder());
}, 60_000);
afterAll(async () => {
  await client?.close();
  removeFolders();
}, 30_000);

it('computer_use works on a desktop, which opens on first use', async () => {
  const captured = await client.call('computer_use', { action: 'capture' });
  expect(captured.isError).toBeFalsy();
  const text = captured.content.find(({ type }) => type === 'text')?.text ?? '';
  expect(text).toContain("capture mode=som 1280x800 app=galculator window='galculator'");
  expect(captured.content.some(({ type }) => type === 'image')).toBe(true);
  const number = (name: string): number => Number(new RegExp(`\\[el_(\\d+)\\] Button "${name}"`).exec(text)?.[1]);
  for (const name of ['6', '\\*', '7']) await client.text('computer_use', { action: 'click', element: number(name) });
  const after = await client.text('computer_use', { action: 'click', element: number('='), capture_after: true });
  expect(after).toContain('"42"');
  expect(await client.text('session', { do: 'list' })).toBe('default desktop galculator galculator');
  const raised = await client.call('computer_use', { action: 'focus_app', app: 'galculator', raise_window: true });
  expect(raised.structuredContent?.code).toBe('needs_approval');
}, 60_000);

it('a client can open a private desktop, but not an existing one', async () => {
  const private1 = await overStdio('2026-07-28', ['--tools', 'computer_use'], temporaryFolder());
  try {
    const open = (input: object) => private1.call('session', { do: 'open', ...input });
    for (const input of [
      { environment: 'desktop', display: 'current' },
      { environment: 'desktop', display: ':0' },
      { environment: 'container', container: 'anything' },
    ])
      expect((await open(input)).structuredContent?.code, JSON.stringify(input)).toBe('needs_approval');
    expect((await open({ environment: 'desktop', url: 'example.com' })).structuredContent?.code).toBe('invalid_option');
    const { structuredContent, isError } = await open({ environment: 'desktop' });
    expect(isError).toBeFalsy();
    const session = String(structuredContent?.session);
    expect(await private1.text('computer_use', { action: 'list_apps', session })).toContain(
      'No program has an open window.',
    );
    await private1.text('session', { do: 'close', session });
  } finally {
    await private1.close();
  }
}, 60_000);
