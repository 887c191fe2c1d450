import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSession, type Proposal, type SessionOptions } from '../../../src/index.js';
import { startWitnessServer, type WitnessServer } from './witness-server.js';

let home: WitnessServer;
let folder = '';
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  home = await startWitnessServer();
  folder = mkdtempSync(join(tmpdir(), 'handrail-downloads-'));
});
afterAll(async () => {
  await home.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const session of opened.splice(0)) await session.close();
  for (const name of kept()) rmSync(join(folder, name));
});

const kept = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);

async function open(html: string, options: Omit<SessionOptions, 'url'> = {}) {
  home.setPages({ '/page': `<!doctype html>${html}`, '/file.zip': 'content' });
  const session = await openSession({ url: `${home.origin}/page`, downloads: folder, ...options });
  opened.push(session);
  return session;
}

const byClick = '<a href="/file.zip">Get the file</a>';
/** Starts without an action, after the page has told its server. */
const byItself = `<h1>Page</h1><button>Wait</button><script>fetch('/loaded').then(() => { location = '/file.zip'; })</script>`;

test('a file that an action downloads is kept', async () => {
  const session = await open(byClick);
  await session.perform({ type: 'click', target: 'Get the file' });
  await expect.poll(kept, { timeout: 20_000 }).toEqual(['file.zip']);
});

test('with a rule that denies downloads, no file is kept, and the outcome says so', async () => {
  const session = await open(byClick, {
    policy: { preset: 'careful', rules: [{ when: { class: 'download' }, do: 'deny' }] },
  });
  const { changes } = await session.perform({ type: 'click', target: 'Get the file' });
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'download', state: 'refused' }));
  expect(kept()).toEqual([]);
});

test('a file that a page downloads by itself is asked about, and is not kept without approval', async () => {
  const asked: Proposal[] = [];
  const session = await open(byItself, {
    approve: (proposal) => {
      asked.push(proposal);
      return false;
    },
  });
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(1);
  expect(asked[0]).toMatchObject({ classes: ['download'], action: { type: 'request', kind: 'download' } });
  expect((await session.perform({ type: 'click', target: 'Wait' })).ok).toBe(true);
  expect(kept()).toEqual([]);
});

test('a file that a page downloads by itself is kept after an approval', async () => {
  await open(byItself, { approve: () => true });
  await expect.poll(kept, { timeout: 20_000 }).toEqual(['file.zip']);
});
