import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handrail, script } from '../../cli/handrail.js';
import { openShell, type TestShell } from '../../shell/shell.js';
import { type LoginSite, serveLogin } from './login-site.js';

const signs = '\\u001b]0;title\\u0007\\u001b[2J\\u009b31m\\u202egnp\\u2066';
const hostile = `<!doctype html><title>x</title><button id="b"></button><p id="p"></p><label>Field <input id="f"></label>
<script>document.title = 'T${signs}'; b.textContent = 'B${signs}'; p.textContent = 'P${signs}'; f.value = 'V${signs}';
b.setAttribute('aria-label', 'L${signs}'); b.onclick = () => { throw new Error('E${signs}'); };
history.replaceState(null, '', '#${signs}'); console.error('C${signs}');</script>`;

/** Control characters other than line breaks and tabs, and marks that change the direction of a text. */
const controls = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

describe('What a page says cannot control a terminal', () => {
  let site: LoginSite;
  let shell: TestShell;
  let folder = '';
  beforeAll(async () => {
    site = await serveLogin({ '/': hostile });
    folder = mkdtempSync(join(tmpdir(), 'handrail-terminal-'));
    shell = openShell({ HANDRAIL_HOME: join(folder, 'home') });
  }, 120_000);
  afterAll(async () => {
    await shell?.end();
    site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('in any shell command', async () => {
    const commands = [
      ['open', site.url],
      ['observe', '--full'],
      ['observe', '--json'],
      ['read_page'],
      ['get_html'],
      ['get_html', '--json'],
      ['click', 'BB'],
      ['click', '#b'],
      ['evaluate', "(() => { throw new Error('\u009b31m\u001b[2J') })()"],
      ['sessions'],
      ['tabs'],
      ['batch', 'observe', 'read_page'],
    ];
    for (const words of commands) {
      const { stdout, stderr } = await shell.run(words);
      expect(`${stdout}${stderr}`.length, words.join(' ')).toBeGreaterThan(0);
      expect(`${stdout}${stderr}`.match(controls), words.join(' ')).toBeNull();
    }
  });

  it.each([[['--json']], [[]]])('in the output of run %j', async (flags) => {
    const model = script(folder, [
      { calls: [{ tool: 'click', input: { selector: 'nothing \u001b[2J\u009b\u202e' } }] },
      { calls: [{ tool: 'read_page', input: {} }] },
      { calls: [{ tool: 'complete', input: { summary: 'Done \u001b[2J\u009b31m\u202e.' } }] },
    ]);
    const words = ['run', 'Look.', '--model', model, '--url', site.url, '--approve', 'all', ...flags];
    const { stdout, stderr } = await handrail(words, { folder, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('Done');
    expect(`${stdout}${stderr}`.match(controls)).toBeNull();
  });
});
