import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { call, scripted } from '../../../src/exports/testing.js';
import { defineTool, type Model, run } from '../../../src/index.js';
import { descendants, endStarted, ensureBuilt, handrail, program, script } from '../../cli/handrail.js';
import { openShell } from '../../shell/shell.js';
import { findForms, readProcesses, readTree } from './canary.js';
import { type LoginSite, serveLogin } from './login-site.js';

const password = 'c4nary&Horse"<47 batt';
/** A part of the other secret. */
const user = 'c4nary&Horse';
const pin = '83154907';
const secrets = [password, user, pin];
const modelKey = 'model-key-canary-99';

const steps = [
  ['fill', { selector: 'User', value: '{{secret:USER}}' }],
  ['fill', { selector: 'Password', value: '{{secret:PASSWORD}}' }],
  ['type', { selector: 'Pin', text: '{{secret:PIN}}' }],
  ['click', { selector: 'Show the password' }],
  ['click', { selector: 'Echo' }],
  ['read_page', {}],
  ['get_html', {}],
  ['fill', { selector: 'Find', value: '{{secret:PASSWORD}}' }],
  ['click', { selector: 'the Sign in button' }],
] as const;

describe('No form of a secret leaves Handrail, except for its field:', () => {
  let site: LoginSite;
  let folder = '';
  let file = '';

  beforeAll(async () => {
    ensureBuilt();
    site = await serveLogin();
    folder = mkdtempSync(join(tmpdir(), 'handrail-canary-'));
    writeFileSync(join(folder, 'vault-password'), password);
    const origins = [site.url];
    file = join(folder, 'handrail.secrets.json');
    const node = (value: string) => [
      process.execPath,
      '-p',
      `Buffer.from('${Buffer.from(value).toString('base64url').split('').join(' ')}'.replaceAll(' ', ''), 'base64url').toString()`,
    ];
    writeFileSync(
      file,
      JSON.stringify({
        PASSWORD: { file: 'vault-password', origins },
        USER: { command: node(user), origins },
        PIN: { command: node(pin), origins },
      }),
    );
  }, 120_000);
  beforeEach(() => {
    site.received.length = 0;
    site.reports.length = 0;
  });
  afterAll(() => {
    endStarted();
    site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The server is the witness that the secrets were really typed. */
  function expectTyped(): void {
    expect(site.received.at(-1)).toBe(`POST /login ${new URLSearchParams({ user, password, pin })}`);
    expect(site.reports.some((report) => report.startsWith('find='))).toBe(false);
  }

  function expectClean(name: string, text: string): void {
    expect(findForms(text, secrets), name).toEqual([]);
  }

  function expectCleanTree(at: string): void {
    const files = readTree(at);
    expect(files.some(({ path }) => path.endsWith('journal.jsonl'))).toBe(true);
    for (const { path, text } of files) if (!path.includes('/vault-password')) expectClean(path, text);
  }

  function newFolder(): string {
    const made = mkdtempSync(join(tmpdir(), 'handrail-canary-run-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  const task = 'Sign in with user {{secret:USER}} and password "{{secret:PASSWORD}}".';

  it('the library, with events, proposals, messages to the model, and a tool that takes secrets', async () => {
    const journal = newFolder();
    const seen: unknown[] = [];
    const logIn = defineTool({
      name: 'log_in',
      description: 'Fills in the PIN.',
      input: z.object({ pin: z.string() }),
      takes: { secrets: ['pin'] },
      effect: 'page',
      async run({ pin: given }, { perform, resolve, log }) {
        log(`The tool received ${given}`);
        const { target } = await resolve('Pin', 'fill');
        await perform({ type: 'type', target, text: given });
        return { given };
      },
    });
    const scriptedModel = scripted([
      ...steps.map(([name, input]) => ({
        calls: [name === 'type' ? call(logIn, { pin: '{{secret:PIN}}' }) : call(name, input)],
      })),
      { calls: [call('complete', { summary: 'Done.' })] },
    ]);
    const model: Model = {
      ...scriptedModel,
      next(turn, signal) {
        const { observation, history } = turn;
        const { url, title, text, elements } = observation;
        seen.push({ url, title, text, elements, history, task: turn.task });
        return scriptedModel.next(turn, signal);
      },
    };
    const result = await run({
      task,
      model,
      tools: [logIn, 'browser'],
      url: site.url,
      journal,
      pictures: true,
      secrets: file,
      policy: 'careful',
      approve: (proposal) => seen.push(proposal) > 0,
      on: (event) => seen.push(JSON.parse(JSON.stringify(event))),
    });
    expectTyped();
    const shown = JSON.stringify([seen, result]);
    expectClean('events, proposals, messages and result', shown);
    expect(shown).toContain('{{secret:PASSWORD}}');
    expectCleanTree(journal);
  });

  it.each([[['--json']], [[]]])('handrail run %j, with its output and files', async (flags) => {
    const own = newFolder();
    const turns = [
      ...steps.map(([tool, input]) => ({ calls: [{ tool, input }] })),
      { calls: [{ tool: 'complete', input: { summary: 'Done.' } }] },
    ];
    const model = script(own, turns);
    const parameters = [
      'run',
      task,
      '--model',
      model,
      '--url',
      site.url,
      '--secrets',
      file,
      '--approve',
      'all',
      ...flags,
    ];
    const { stdout, stderr } = await handrail(parameters, { folder: own, env: { OPENAI_API_KEY: modelKey } });
    expectTyped();
    expectClean('output', stdout + stderr);
    expectCleanTree(own);
  });

  it('steps, the model without a language model', async () => {
    const own = newFolder();
    const sentences = `Type "{{secret:USER}}" into the User field. Type "{{secret:PASSWORD}}" into the Password field. Type "{{secret:PIN}}" into the Pin field. Click "Sign in".`;
    const parameters = ['run', sentences, '--url', site.url, '--secrets', file, '--approve', 'all', '--json'];
    const { stdout, stderr } = await handrail(parameters, { folder: own });
    expectClean('output', stdout + stderr);
    expectCleanTree(own);
    expectTyped();
  });

  it('the shell, its background process and its browser, one by one and in a batch', async () => {
    const home = newFolder();
    const shell = openShell({ HANDRAIL_HOME: home, OPENAI_API_KEY: modelKey });
    try {
      const printed: string[] = [];
      const add = async (...words: string[]) => {
        const { stdout, stderr } = await shell.run(words);
        printed.push(stdout, stderr);
      };
      await add('open', site.url, '--secrets', file);
      for (const [name, input] of steps.slice(0, 5)) await add(name, ...Object.values(input));
      const pids = [shell.daemon() ?? 0, ...descendants(shell.daemon())];
      const processes = readProcesses(pids);
      expectClean('arguments and environments', processes);
      expect(processes).toContain('--remote-debugging-pipe');
      expect(processes).not.toContain(modelKey);
      await add('observe', '--full', '--json');
      await add('read_page');
      await add('get_html', '--json');
      await add('fill', 'Find', '{{secret:PASSWORD}}');
      await add('screenshot');
      await add('batch', 'fill User {{secret:USER}}', 'observe', 'click "the Sign in button"');
      expectTyped();
      expectClean('output', printed.join('\n'));
      expectCleanTree(home);
    } finally {
      await shell.end();
    }
  });

  it('the MCP server, in answers, errors and files', async () => {
    const own = newFolder();
    const { PATH = '', HOME = '' } = process.env;
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', '--approve', 'all', '--secrets', file, '--url', site.url],
      cwd: own,
      env: { PATH, HOME },
    });
    const client = new Client({ name: 'canary', version: '1' });
    await client.connect(transport);
    const answers: unknown[] = [];
    for (const [name, input] of steps) answers.push(await client.callTool({ name, arguments: { ...input } }));
    await client.close();
    expectTyped();
    expectClean('answers', JSON.stringify(answers));
    expectCleanTree(own);
  });
});
