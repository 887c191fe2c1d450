import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';

const received: string[] = [];
const page = `<!doctype html><title>Sign in</title><label>Password <input id=p type=password></label>
<button onclick="fetch('/save', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ u: { x: p.value } }) })">Nested</button>
<button onclick="fetch('/save/' + p.value)">Path</button><button onclick="document.title = p.value">Title</button>
<button onclick="location.search = 'w=' + p.value">Query</button>`;
let site: Served;
let session: BrowserSession;

beforeAll(async () => {
  const save = ({ url = '' }, response: { end(): void }) => {
    received.push(url);
    response.end();
  };
  site = await servePages({ '/': page, '/save': save, '/save/hunter2x': save });
  session = await openSession({ url: site.url, policy: 'open' });
});
afterAll(async () => {
  await session?.close();
  site?.close();
});

it('What was typed into a password field is masked in every answer', async () => {
  const call = (name: string, input: unknown) =>
    callTool(builtinRegistry(), name, input, { session, memory: new Map() });
  const answers = [await call('fill', { selector: 'Password', value: 'hunter2x' })];
  for (const selector of ['Nested', 'Path', 'Title', 'Query']) answers.push(await call('click', { selector }));
  answers.push(await call('tabs', { do: 'list' }));
  expect(received).toEqual(['/save', '/save/hunter2x']);
  expect(await session.observe().then(({ url }) => url)).toContain('w=hunter2x');
  for (const { success, error, data, metadata } of answers) {
    expect(error).toBeUndefined();
    expect(success).toBe(true);
    expect(JSON.stringify([data, metadata.outcomeText, metadata.outcome])).not.toContain('hunter2x');
  }
});
