import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Size } from '../src/core/geometry.js';
import { openBrowser } from '../src/environments/browser/environment.js';
import { openPlaywrightOnly } from '../src/environments/browser/playwright-only/environment.js';
import { type Environment, type Observation, openSession } from '../src/index.js';
import { createSession, type Session } from '../src/session/session.js';
import { limits } from './environments/limits.js';
import { leaseByPlaywright } from './support/playwright-lease.js';

interface Opening {
  viewport: Size;
  folder: string;
}

/** The way for Firefox and WebKit uses nothing but Playwright's own calls, so it runs on Chromium too, before the same witness. */
const ways: [string, (opening: Opening) => Promise<Environment>][] = [
  ['Chromium', ({ viewport, folder }) => openBrowser({ viewport, limits, downloads: folder, uploads: [folder] })],
  [
    'any engine, by Playwright alone',
    async ({ viewport, folder }) => {
      const { lease, context } = await leaseByPlaywright({ viewport });
      return openPlaywrightOnly({ lease, context, viewport, limits, downloadFolder: folder, uploadFolders: [folder] });
    },
  ],
];

describe.each(ways)('the contract of environments: %s', (way, open) => {
  const log: string[] = [];
  const server = createServer((request, response) => {
    log.push(`${request.method} ${request.url}`);
    if (request.url === '/file') {
      response.setHeader('content-disposition', 'attachment; filename="../../report.txt"');
      return response.end('the report');
    }
    response.setHeader('content-type', 'text/html');
    if (request.url === '/frame')
      return response.end(`<button onclick="fetch('/in-frame', { method: 'POST' })">Inside</button>`);
    if (request.url === '/two') return response.end('<title>Two</title><h1>Second page</h1>');
    response.end(`<title>One</title><h1>First page</h1>
      <button onclick="fetch('/clicked', { method: 'POST' })">Send</button>
      <button onclick="document.title = confirm('Sure?') ? 'yes' : 'no'">Ask</button>
      <button>Dead</button>
      <label>Name <input onchange="fetch('/name?' + encodeURIComponent(this.value), { method: 'POST' })"></label>
      <label>Color <select onchange="fetch('/color?' + this.value, { method: 'POST' })"><option>Red<option>Blue</select></label>
      <label><input type="checkbox" onchange="fetch('/check?' + this.checked, { method: 'POST' })"> Agree</label>
      <input type="password" aria-label="Secret" value="hunter2">
      <a href="/two">Next</a> <a href="/file" download>Report</a>
      <iframe src="/frame" style="margin: 20px; border: 5px solid"></iframe>
      <div style="height: 3000px"></div>`);
  });
  let session: Session;
  let folder = '';
  let url = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    folder = await mkdtemp(join(tmpdir(), 'handrail-plain-'));
    const environment = await open({ viewport: { width: 1000, height: 700 }, folder });
    session = createSession(environment);
  });

  afterAll(async () => {
    await session?.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const named = (seen: Observation, name: string) => {
    const found = seen.elements.find((element) => element.interactive && element.name === name);
    if (!found) throw new Error(`"${name}" is not listed:\n${seen.text}`);
    return { element: found.id };
  };

  it('says what it cannot do', () => {
    if (way === 'Chromium') expect(session.environment.limitations).toEqual([]);
    else expect(session.environment.limitations.join(' ')).toContain('Closed shadow roots');
  });

  it('sees, clicks, types, chooses and checks, also inside a frame', async () => {
    const opened = await session.perform({ type: 'navigate', url });
    expect(opened).toMatchObject({ ok: true, effect: 'changed' });
    const seen = await session.observe();
    expect(seen.text).toContain('"First page" heading 1');
    expect(seen.text).not.toContain('hunter2');
    expect((await session.perform({ type: 'click', target: named(seen, 'Send') })).effect).toBe('changed');
    expect((await session.perform({ type: 'click', target: named(seen, 'Inside') })).ok).toBe(true);
    await session.perform({ type: 'type', target: named(seen, 'Name'), text: 'Zoë', submit: true });
    await session.perform({ type: 'set_value', target: named(seen, 'Color'), value: 'Blue' });
    await session.perform({ type: 'set_value', target: named(seen, 'Agree'), value: true });
    await expect
      .poll(() => log)
      .toEqual(
        expect.arrayContaining([
          'POST /clicked',
          'POST /in-frame',
          'POST /name?Zo%C3%AB',
          'POST /color?Blue',
          'POST /check?true',
        ]),
      );
    expect((await session.perform({ type: 'click', target: named(seen, 'Dead') })).effect).toBe('unchanged');
    expect((await session.perform({ type: 'scroll', dx: 0, dy: 500 })).effect).toBe('changed');
    expect((await session.perform({ type: 'scroll', dx: 0, dy: -500 })).effect).toBe('changed');
  });

  it('shows a dialog as a modal and answers it', async () => {
    const seen = await session.observe();
    const asked = await session.perform({ type: 'click', target: named(seen, 'Ask') });
    expect(asked.changes).toContainEqual(expect.objectContaining({ kind: 'dialog', text: 'Sure?' }));
    expect((await session.observe()).modal).toMatchObject({ kind: 'confirm', clearedBy: 'dialog' });
    expect((await session.perform({ type: 'dialog', accept: true })).ok).toBe(true);
    expect((await session.observe()).title).toBe('yes');
  });

  it('keeps downloads, follows links, and refuses what it cannot do', async () => {
    const seen = await session.observe();
    await session.perform({ type: 'click', target: named(seen, 'Report') });
    await expect.poll(() => readdir(folder)).toEqual([expect.stringMatching(/^[^./\\][^/\\]*report\.txt$/)]);
    const [name = ''] = await readdir(folder);
    expect(await readFile(join(folder, name), 'utf8')).toBe('the report');
    const gone = named(seen, 'Next');
    expect((await session.perform({ type: 'click', target: gone })).changes).toContainEqual(
      expect.objectContaining({ kind: 'url', to: `${url}/two` }),
    );
    expect((await session.perform({ type: 'click', target: gone })).error?.code).toBe('stale_element');
    if (way !== 'Chromium') expect((await session.perform({ type: 'tab', do: 'new' })).error?.code).toBe('unsupported');
    expect((await session.perform({ type: 'back' })).ok).toBe(true);
    const { image } = await session.observe({ picture: 'plain' });
    expect(image?.size).toEqual({ width: 1000, height: 700 });
  });
});

it.each(['firefox', 'webkit'] as const)(
  '%s that is not installed is named, with the command that installs it',
  async (engine) => {
    const opened = openSession({ engine, executable: `/nowhere/${engine}` });
    await expect(opened).rejects.toMatchObject({ code: 'browser_missing' });
  },
);
