import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJournal } from '../../src/journal/read-journal.js';
import { type Served, servePages } from '../support/serve.js';
import {
  alive,
  descendants,
  endStarted,
  ensureBuilt,
  handrail,
  removeFolders,
  type Started,
  script,
  start,
  temporaryFolder,
  until,
} from './handrail.js';

const bell = `<title>Bell</title><h1>Ring for service</h1>
  <button onclick="fetch('/track/rung', { method: 'POST' }); said.textContent = 'Somebody comes'">Ring</button>
  <form method="post" action="/sent"><label>Name <input name="name"></label>
  <label>Secret word <input type="password" name="word"></label><button>Send</button></form><p id="said"></p>`;

const ring = { thought: 'The bell is what is meant.', calls: [{ tool: 'click', input: { selector: 'Ring' } }] };
const complete = { tool: 'complete', input: { summary: 'Rung.', result: 'Somebody comes' } };
const waitLong = { tool: 'wait', input: { seconds: 60 } };

let served: Served;
let folder: string;
beforeAll(async () => {
  ensureBuilt();
  folder = temporaryFolder();
  served = await servePages({ '/': bell });
}, 120_000);
afterAll(() => {
  endStarted();
  served?.close();
  removeFolders();
});

/** Reads the complete record of a run. */
function readRecord(where: string): { types: string[]; report: string } {
  const { entries, damage: damaged, truncatedLine: halfWritten } = readJournal(where);
  expect(damaged).toEqual([]);
  expect(halfWritten).toBeUndefined();
  return { types: entries.map(({ type }) => type), report: readFileSync(join(where, 'report.html'), 'utf8') };
}

const onlyResult = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');

describe('a run in a pipe', () => {
  test('prints plain lines: thought, action, effect, result; and the page received the click', async () => {
    const model = script(folder, [ring, complete]);
    const { code, stdout, stderr } = await handrail(
      ['run', 'Ring', 'the', 'bell', '--url', served.url, '--model', model, '--expect', 'Somebody comes'],
      { folder },
    );
    expect(code, stderr).toBe(0);
    expect(served.log).toContain('POST /track/rung');
    expect(stdout).toMatch(/^Ring the bell$/m);
    expect(stdout).toMatch(/^ {2}1 {2}The bell is what is meant\.$/m);
    expect(stdout).toMatch(/^ {5}click "Ring" {2}\d+\.\d\d s$/m);
    expect(stdout).toMatch(/→ .*Somebody comes/);
    expect(stdout).toMatch(/^Done and verified \(2 steps, [\d.]+ s\)$/m);
    expect(stdout).toMatch(/^ {2}Holds: the page shows "Somebody comes"\.$/m);
    expect(stdout).toMatch(/^Answer: Somebody comes$/m);
    for (const moving of ['\u001b', '\r', '⠋']) expect(stdout, 'no colours, no spinner').not.toContain(moving);
    const report = /^Report: (.*)$/m.exec(stdout)?.[1] ?? '';
    expect(readFileSync(report, 'utf8')).toContain('Ring the bell');
  });

  test('--json prints one event per line, without pictures and secrets, and the result as the last line', async () => {
    const model = script(folder, [
      { calls: [{ tool: 'fill', input: { selector: 'Secret word', value: 'xyzzy-plugh' } }] },
      { calls: [{ action: { type: 'scroll', dx: 0, dy: 10 } }], usage: { inputTokens: 5, outputTokens: 2 } },
      complete,
    ]);
    const { code, stdout } = await handrail(['run', '-', '--url', served.url, '--model', model, '--json'], {
      folder,
      input: 'Say the word\n',
    });
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    const events = lines.map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ type: 'run_started', task: 'Say the word', model: 'scripted' });
    const types = events.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['step_started', 'observed', 'model_replied', 'call_ended', 'run_ended']),
    );
    const observed = events.find(({ type }) => type === 'observed');
    expect(observed.observation).toEqual({ url: `${served.url}/`, title: 'Bell', total: expect.any(Number) });
    expect(events.at(-1)).toMatchObject({ type: 'result', status: 'done', steps: 3, answer: 'Somebody comes' });
    expect(events.at(-1).usage).toMatchObject({ modelCalls: 3, inputTokens: 5, outputTokens: 2 });
    expect(stdout).not.toContain('xyzzy-plugh');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(20_000);
    expect(existsSync(events.at(-1).report)).toBe(true);
  });

  test('colours appear only on request, and --slow pauses between steps', async () => {
    const model = script(folder, [ring, complete]);
    const parameters = ['run', 'Ring', '--url', served.url, '--no-journal', '--slow', '700', '--model', model];
    const forced = await handrail(parameters, { folder, env: { FORCE_COLOR: '1' } });
    expect(forced.code).toBe(0);
    expect(forced.stdout).toContain('\u001b[');
    expect(forced.stdout).not.toContain('Report:');
    expect(Number(/2 steps, ([\d.]+) s/.exec(forced.stdout)?.[1])).toBeGreaterThan(0.7);
  });
});

describe('the exit code', () => {
  const end = async (turns: unknown[], ...more: string[]) => {
    const model = script(folder, turns);
    const parameters = ['run', 'x', '--json', '--no-journal', '--url', served.url, '--model', model, ...more];
    const { code, stdout, stderr } = await handrail(parameters, { folder });
    return { code, stderr, result: onlyResult(stdout) };
  };

  test('is 1 if the run failed, ran out of steps or missed an expectation', async () => {
    const [failed, steps, expected] = await Promise.all([
      end([{ tool: 'fail', input: { reason: 'There is no cow.' } }]),
      end([ring, ring, complete], '--max-steps', '1'),
      end([complete, complete], '--expect-text', 'A cow', '--expect-url', '/farm'),
    ]);
    expect(failed).toMatchObject({ code: 1, result: { status: 'failed', reason: 'There is no cow.' } });
    expect(steps).toMatchObject({ code: 1, result: { status: 'max_steps', steps: 1 } });
    expect(expected).toMatchObject({ code: 1, result: { status: 'failed', error: { code: 'expectation_failed' } } });
    expect(expected.result.evidence).toContain('Does not hold: the page shows "A cow".');
  });

  test('is 3 if an action is not approved; with --approve all it is executed', async () => {
    const send = { tool: 'submit', input: {} };
    const fail = { tool: 'fail', input: { reason: 'Not allowed.' } };
    const [refused, denied] = await Promise.all([
      end([send, send, send, fail]),
      end([send, send, send, fail], '--approve', 'none'),
    ]);
    expect(refused).toMatchObject({ code: 3, result: { status: 'refused', error: { code: 'needs_approval' } } });
    expect(denied).toMatchObject({ code: 3, result: { status: 'refused', error: { code: 'denied' } } });
    expect(served.log).not.toContain('POST /sent');
    const allowed = await end([send, complete], '--approve', 'all');
    expect(allowed).toMatchObject({ code: 0, result: { status: 'done' } });
    expect(served.log).toContain('POST /sent');
  });

  test('depends on a schema of the answer, from a file or inline', async () => {
    const path = join(folder, 'schema.json');
    writeFileSync(path, JSON.stringify({ type: 'object', required: ['price'] }));
    const answer = { tool: 'complete', input: { summary: 'Read.', result: { price: 5 } } };
    const [good, bad] = await Promise.all([
      end([answer], '--expect-schema', path),
      end([answer, answer], '--expect', 'schema={"type":"array"}'),
    ]);
    expect(good).toMatchObject({ code: 0, result: { verified: true, data: { price: 5 } } });
    expect(bad).toMatchObject({ code: 1, result: { verified: false } });
  });
});

describe('interrupted', () => {
  async function waiting(...more: string[]): Promise<Started & { browser: number[] }> {
    const model = script(folder, [waitLong, complete]);
    const started = start(['run', 'Wait', '--json', '--url', served.url, '--model', model, ...more], { folder });
    await until(() => started.output().includes('"call_started"'), 'the run waits');
    const browser = descendants(started.child.pid);
    expect(browser.length).toBeGreaterThan(1);
    return { ...started, browser };
  }

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s cancels the run, whose record is complete; no process stays', async (signal, exitCode) => {
    const { child, ended, browser } = await waiting();
    const began = performance.now();
    child.kill(signal);
    const { code, stdout } = await ended;
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(code).toBe(exitCode);
    expect(alive(browser)).toEqual([]);
    const result = onlyResult(stdout);
    expect(result).toMatchObject({
      type: 'result',
      status: 'cancelled',
      reason: `The command was interrupted by ${signal}.`,
    });
    const { types, report } = readRecord(result.folder);
    expect(types.at(-1)).toBe('run_ended');
    expect(report).toContain('Cancelled');
  });

  test('SIGINT while the browser starts also ends the browser', async () => {
    const model = script(folder, [waitLong, complete]);
    const {
      child,
      output: said,
      ended,
    } = start(['run', 'Wait', '--json', '--url', served.url, '--model', model], { folder });
    await until(() => said().includes('"run_started"') && descendants(child.pid).length > 0, 'a browser is started');
    const browser = descendants(child.pid);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    const result = onlyResult(stdout);
    expect(result.status).toBe('cancelled');
    expect(readRecord(result.folder).types.at(-1)).toBe('run_ended');
    await until(() => alive(browser).length === 0, 'the browser is gone', 5_000);
  });

  test('a second SIGINT ends the run at once; no process stays', async () => {
    const { child, ended, browser } = await waiting('--no-journal');
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    await until(() => alive(browser).length === 0, 'the browser is gone', 5_000);
  });

  test('a reader that closes the output ends the run quietly; no process stays', async () => {
    const model = script(folder, [ring, ...Array.from({ length: 20 }, () => waitLong), complete]);
    const { child, ended, output: said } = start(['run', 'Wait', '--url', served.url, '--model', model], { folder });
    await until(() => said() !== '', 'the first line is there');
    await until(() => descendants(child.pid).length > 1, 'the browser is there');
    const browser = descendants(child.pid);
    child.stdout?.destroy();
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).not.toMatch(/EPIPE|at .*\.js/);
    expect(alive(browser)).toEqual([]);
  });
});
