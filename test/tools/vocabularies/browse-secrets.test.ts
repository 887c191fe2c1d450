import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BrowserToolExecutor } from '../../../src/exports/compat.js';
import { builtinRegistry, callTool, pickTools } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { paperScreen } from '../../agent/paper-screen.js';
import { type Served, servePages } from '../../support/serve.js';

const home = mkdtempSync(join(tmpdir(), 'handrail-browse-secrets-'));
const page = `<title>Keys</title>
  <input aria-label="API key" oninput="document.querySelector('p').textContent = 'Saved ' + this.value">
  <input type="email" aria-label="Email"><input aria-label="Access token" value="preset-token-1">
  <p></p><h1>Welcome</h1><input type="range" aria-label="Volume">`;
const echoPage = `<title>Login</title><form><label>Password <input id="p" type="password" name="pw"></label>
  <label>PIN <input id="n" type="password" name="pin"></label><p id="out"></p><button id="long" type="button"></button>
  <button type="button" onclick="out.textContent = 'You typed ' + p.value + ' / ' + n.value; document.title = 'T ' + p.value;
    location.hash = p.value; long.textContent = 'x'.repeat(70) + p.value">Echo</button><button>Go</button></form>`;
let site: Served;
let session: BrowserSession;
const secret = 'sk-live "4711"';

beforeAll(async () => {
  vi.stubEnv('HANDRAIL_HOME', home);
  site = await servePages({ '/': page, '/echo': echoPage });
  session = await openSession({ policy: 'open', url: site.url });
});
afterAll(async () => {
  await session?.close();
  site?.close();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

describe('browse_*', () => {
  it('C6: masks a secret everywhere in this answer and in later ones', async () => {
    const host = { session, memory: new Map<string, string>() };
    const call = (tool: string, input: object) => callTool(pickTools(['browse']), tool, input, host);
    const typed = await call('browse_type', { element_id: 'API key', text: secret });
    expect(typed.data).toMatchObject({ text: '•••', status: 'typed' });
    expect(await session.read({ what: 'text' })).toMatchObject({ text: expect.stringContaining(`Saved ${secret}`) });
    const answers = [
      typed,
      await call('browse_observe', {}),
      await call('browse_navigate', { url: `${site.url}/?key=${encodeURIComponent(secret)}` }),
      await call('browse_observe', {}),
      await call('browse_click', { element_id: `the ${secret} button` }),
    ];
    const texts = answers.map((answer) => JSON.stringify(answer));
    for (const text of texts) expect(text).not.toMatch(/4711|preset-token/);
    expect(texts[1]).toContain('Saved •••');
    expect(answers.map(({ success }) => success)).toEqual([true, true, true, true, false]);
  });

  it.each(['Pa$$w0rd!(x)~', 'hunter  two ok', 's3cr3t Pass&word', 'żółw hasło 1', 'pass"word\\x'])(
    'C6: masks the password %s in URLs, titles and names that are cut off, for every tool of the session',
    async (password) => {
      const echo = await openSession({ policy: 'open', url: `${site.url}/echo` });
      try {
        const first = new BrowserToolExecutor(echo);
        await first.execute('browse_type', { element_id: 'Password', text: password });
        await first.execute('browse_type', { element_id: 'PIN', text: '739' });
        const host = { session: echo, memory: new Map<string, string>() };
        const answers = [
          await callTool(builtinRegistry(), 'click', { selector: 'Echo' }, host),
          await callTool(builtinRegistry(), 'observe', {}, host),
          await first.execute('browse_observe'),
          await new BrowserToolExecutor(echo).execute('browse_observe'),
          await callTool(builtinRegistry(), 'click', { selector: 'Go' }, host),
          await first.execute('browse_observe'),
        ];
        const parts = [password, password.split(/\s/)[0] ?? '', encodeURIComponent(password), 'w0rd', '739'];
        for (const [index, answer] of answers.entries())
          for (const part of parts) expect(JSON.stringify(answer), `answer ${index}`).not.toContain(part);
        expect(JSON.stringify(answers[2])).toContain('You typed ••• / •••');
        expect(site.log.at(-1)).toContain('pin=739');
      } finally {
        await echo.close();
      }
    },
  );

  it('C9, C10: an empty role is an error, and a timeout that is no whole number from 0 on means five seconds', async () => {
    await session.perform({ type: 'navigate', url: site.url });
    const executor = new BrowserToolExecutor(session);
    const wait = (condition: string, timeout_ms: number) => executor.execute('browse_wait', { condition, timeout_ms });
    await expect(wait('element_with_name:Email@', 100)).rejects.toThrow('Unknown wait condition');
    const startedAt = performance.now();
    expect(await wait('a11y_contains_text:Nowhere', -5)).toMatchObject({ met: false });
    expect(performance.now() - startedAt).toBeGreaterThan(4_900);
    await expect(executor.execute('browse_type', { element_id: 'Email', text: '' })).rejects.toThrow(/at least one/);
  });

  it('C10: "element_with_name:<name>@<role>" takes ARIA roles, and an unknown role is an error', async () => {
    await session.perform({ type: 'navigate', url: site.url });
    const executor = new BrowserToolExecutor(session);
    const wait = (condition: unknown) => executor.execute('browse_wait', { condition, timeout_ms: 150 });
    for (const condition of [
      'element_with_name:Email@textbox',
      'element_with_name:Email@TextInput',
      'element_with_name:Welcome@heading',
      { name: 'API key', role: 'textbox' },
    ])
      expect(await wait(condition), JSON.stringify(condition)).toEqual({ condition, met: true });
    expect(await wait('element_with_name:Email@button')).toMatchObject({ met: false });
    await expect(wait('element_with_name:Email@texbox')).rejects.toThrow('Unknown role: texbox. Did you mean textbox?');
  });

  it('C2: ids are validated for any backend: an unknown el_N never reaches it', async () => {
    const paper = paperScreen(['One']);
    const executor = new BrowserToolExecutor(paper.session.environment);
    for (const element_id of ['el_99', 'el_0', '[el_98]']) {
      await expect(executor.execute('browse_click', { element_id })).rejects.toThrow(/There is no element/);
      await expect(executor.execute('browse_type', { element_id, text: 'x' })).rejects.toThrow(/There is no element/);
    }
    expect(paper.done).toEqual([]);
  });

  it('C1: "new(backend, pipeline)": a pipeline is rejected, not ignored', () => {
    const pipeline = { perceive: () => ({}) } as unknown as undefined;
    expect(() => new BrowserToolExecutor(session, pipeline)).toThrow(/takes no pipeline/);
  });
});
