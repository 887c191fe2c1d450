import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, servePages } from '../support/serve.js';
import { ensureBuilt, program, removeFolders, script, temporaryFolder, until } from './handrail.js';

/** `script` of util-linux runs a command on a pseudo-terminal. */
const hasTerminal = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false;

const send = { tool: 'submit', input: { selector: 'Send' } };
const complete = { tool: 'complete', input: { summary: 'Sent.' } };

describe('on a terminal', () => {
  let served: Served;
  let folder: string;
  const running = new Set<ChildProcess>();
  beforeAll(async () => {
    if (!hasTerminal)
      throw new Error('`script` of util-linux is missing. Install it with: apt-get install -y bsdutils');
    ensureBuilt();
    folder = temporaryFolder();
    served = await servePages({
      '/': '<title>Form</title><form method="post" action="/sent"><button>Send</button></form>',
    });
  }, 120_000);
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    served?.close();
    removeFolders();
  });

  function start(turns: unknown[]): { type(keys: string): void; said(): string; ended: Promise<number | null> } {
    const parameters = ['run', 'Send', '--no-journal', '--url', served.url, '--model', script(folder, turns)];
    const command = `stty cols 100 rows 40; exec "${process.execPath}" "${program}" ${parameters.join(' ')}`;
    const { CI: _, NO_COLOR: __, ...env } = process.env;
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      cwd: folder,
      env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
    });
    running.add(child);
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const ended = new Promise<number | null>((resolve) => {
      child.on('close', (code) => {
        running.delete(child);
        resolve(code);
      });
    });
    return { type: (keys) => child.stdin.write(keys), said: () => said, ended };
  }

  test('the user is asked before a form is submitted, and yes submits it', async () => {
    const { type, said, ended } = start([send, complete]);
    await until(() => said().includes('Allow this?') && said().includes('No'), 'the question is there');
    expect(said()).toContain('Call submit with {"selector":"Send"');
    expect(said(), 'the spinner').toContain('⠋');
    expect(served.log).not.toContain('POST /sent');
    type('y');
    expect(await ended).toBe(0);
    expect(served.log).toContain('POST /sent');
  });

  test('Ctrl+C at the question interrupts the run, and nothing is submitted', async () => {
    const before = served.log.filter((line) => line.startsWith('POST')).length;
    const { type, said, ended } = start([send, complete]);
    await until(() => said().includes('Allow this?') && said().includes('No'), 'the question is there');
    type('\u0003');
    expect(await ended).toBe(130);
    expect(said()).toContain('Cancelled');
    expect(served.log.filter((line) => line.startsWith('POST'))).toHaveLength(before);
  });

  test('the user answers a question of the run', async () => {
    const ask = { tool: 'ask_user', input: { question: 'Which size?' } };
    const { type, said, ended } = start([ask, { tool: 'remember', input: { key: 'x', value: 'y' } }, complete]);
    await until(() => said().includes('◆'), 'the question is there');
    type('Large\r');
    expect(await ended).toBe(0);
    expect(said()).toContain('Large');
  });
});
