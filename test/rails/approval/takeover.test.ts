import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '../../../src/environments/browser/launch/find-browser.js';
import { call, scripted } from '../../../src/exports/testing.js';
import { openSession, type RunEvent, run } from '../../../src/index.js';
import { openShell } from '../../shell/shell.js';
import { openPrivateDesk, type PrivateDesk } from '../../support/private-desk.js';
import { type OrderServer, startOrderServer } from '../wire/order-server.js';

let desk: PrivateDesk;
let server: OrderServer;
const display = process.env.DISPLAY;
const folder = mkdtempSync(join(tmpdir(), 'handrail-takeover-'));
beforeAll(async () => {
  [desk, server] = await Promise.all([openPrivateDesk(), startOrderServer()]);
  process.env.DISPLAY = desk.display;
});
afterAll(async () => {
  if (display === undefined) delete process.env.DISPLAY;
  else process.env.DISPLAY = display;
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([desk?.close(), server?.close()]);
});

/** A browser that can show a window. The tests use one that cannot. */
function browserWithWindow(): string {
  const { HANDRAIL_BROWSER: _, ...env } = process.env;
  const browser = findBrowser(env);
  if (!browser) throw new Error('No browser with a window is installed: node scripts/install-browser.mjs');
  return browser.path;
}

/** Types a text and a key into the browser window, as a person at the keyboard does. */
async function typeAsPerson(text: string, key: string): Promise<void> {
  const found = await desk.run('xdotool', 'search', '--sync', '--onlyvisible', '--name', 'Sign in');
  await desk.run('xdotool', 'windowactivate', '--sync', found.trim().split('\n')[0] ?? '');
  await desk.run('xdotool', 'type', '--delay', '20', text);
  await desk.run('xdotool', 'key', key);
}

/** The content of every file below a folder. */
function readAll(path: string): string {
  const found = statSync(path);
  if (found.isFile()) return readFileSync(path, 'latin1');
  if (!found.isDirectory()) return ''; // a socket
  return readdirSync(path)
    .map((name) => `${name}\n${readAll(join(path, name))}`)
    .join('\n');
}

test('what a person types during a takeover is in no event, answer or file, and the run continues after it', async () => {
  const canary = 'canary4711left';
  const gone = 'canary0815gone';
  server.setPage(
    `<title>Sign in</title><form method="post" action="/order/login"><input name="code" aria-label="Code" autofocus><input name="note" aria-label="Note"><button>Continue</button></form>
    <script>document.querySelector('[name=note]').addEventListener('keydown', (event) => { if (event.key === 'F2') { fetch('/order/typed', { method: 'POST', body: event.target.value }); event.target.value = ''; document.body.append('Typed: ' + '*'.repeat(3)); } });</script>`,
  );
  const session = await openSession({ url: `${server.origin}/page`, headless: false, executable: browserWithWindow() });
  const events: RunEvent[] = [];
  let person: Promise<number> | undefined;

  async function act(): Promise<number> {
    const takeover = await session.takeOver();
    await typeAsPerson(canary, 'Tab');
    await typeAsPerson(gone, 'F2');
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(1);
    return takeover.handBack();
  }

  const result = await run({
    task: 'Sign in.',
    session,
    journal: folder,
    approve: 'all',
    model: scripted([
      { calls: [call('click', { selector: 'Code' })] },
      { calls: [call('observe', {})] },
      { calls: [call('click', { selector: 'Continue' })] },
      { calls: [call('complete', { summary: 'Signed in.' })] },
    ]),
    on: (event) => {
      events.push(event);
      if (event.type === 'call_ended' && !person) person = act();
    },
  });
  const seconds = await person;
  await session.close();
  expect(result.status).toBe('done');
  expect(server.received.map(({ path }) => path)).toEqual(['/order/typed', '/order/login']);
  expect(server.received[0]?.body).toBe(gone);
  expect(server.received[1]?.body).toContain(`code=${canary}`);
  const told = `${JSON.stringify([events, result])}\n${readAll(folder)}`;
  expect(told).toContain('Continue');
  for (const secret of [canary, gone, 'canary']) expect(told).not.toContain(secret);
  expect(events.filter(({ type }) => type === 'takeover')).toEqual([
    { type: 'takeover', step: expect.any(Number), by: 'person', seconds },
  ]);
});

test('operations wait until the person hands the screen back', async () => {
  server.setPage('<button onclick="document.title = 1">Show</button>');
  await using session = await openSession({
    url: `${server.origin}/page`,
    headless: false,
    executable: browserWithWindow(),
  });
  const order: string[] = [];
  const takeover = await session.takeOver();
  const pressing = session.perform({ type: 'wait', for: { seconds: 0 } }).then(() => order.push('performed'));
  const observing = session.observe().then(() => order.push('observed'));
  order.push('handed back');
  await takeover.handBack();
  await Promise.all([pressing, observing]);
  expect(order).toEqual(['handed back', 'performed', 'observed']);
});

test('a browser without a window cannot be taken over', async () => {
  await using session = await openSession();
  await expect(session.takeOver()).rejects.toMatchObject({ code: 'unsupported' });
});

test('on the command line, other commands are refused until hand-back, and the run folder has no trace of the person', async () => {
  const canary = 'canary2342shell';
  server.setPage(
    `<title>Sign in</title><form method="post" action="/order/shell"><input name="code" aria-label="Code" autofocus></form>`,
  );
  const shell = openShell({ DISPLAY: desk.display, HANDRAIL_BROWSER: browserWithWindow() });
  try {
    await shell.output('open', `${server.origin}/page`, '--headed');
    await shell.output('click', 'Code');
    expect(await shell.output('take-over')).toContain('handrail hand-back');
    const refused = await shell.run(['observe']);
    expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining('taken_over')]);
    await typeAsPerson(canary, 'Return');
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(1);
    expect(await shell.output('hand-back')).toMatch(/A person used the window for \d+ s/);
    expect(await shell.output('observe')).toContain('Ordered');
    expect(server.received[0]?.body).toBe(`code=${canary}`);
    const written = readAll(shell.folder);
    expect(written).toContain('"type":"takeover"');
    expect(written).not.toContain(canary);
    expect((await shell.run(['hand-back'])).code).not.toBe(0);
  } finally {
    await shell.output('close');
    await shell.end();
  }
});
