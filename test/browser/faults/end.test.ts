import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../../support/sample.js';
import { endScripts, eventually, foldersOf, profileOf, runScript, type Script } from '../launch-witness.js';
import { browserProcesses, open, temporary, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
const witness = useWitness();
beforeAll(() => {
  witness.page('/busy', `<title>busy</title><button onclick="for (;;);">Hang</button><a href="/file">Get</a>`);
  witness.route('/file', (_, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'attachment; filename="half.bin"',
      'Content-Length': '1000000',
    });
    response.write(Buffer.alloc(4_000));
  });
});
afterEach(endScripts);

/** A program with an open session: a download is running, and an action does not end. */
const program = (extra = '') => `
  import { openSession } from './src/index.ts';
  const session = await openSession({ url: ${JSON.stringify(`${witness.origin}/busy`)}, downloads: ${JSON.stringify(join(temporary('end'), 'in'))}, limits: { settleTimeoutMs: 300 } });
  const named = async (name) => (await session.observe()).elements.find((element) => element.name === name).id;
  await session.perform({ type: 'click', target: { element: await named('Get') } });
  const element = await named('Hang');
  ${extra}
  const working = session.perform({ type: 'click', target: { element } });
  setTimeout(() => console.log('ready', process.pid), 300);
  await working;
  await new Promise(() => setInterval(() => undefined, 1000));`;

interface Scene {
  script: Script;
  pids: number[];
  profile: string;
}

async function begin(extra?: string): Promise<Scene> {
  const script = await runScript(program(extra));
  await script.said('ready');
  const pids = browserProcesses(undefined, script.pid);
  const [browser = 0] = browserProcesses('browser', script.pid);
  expect(pids.length).toBeGreaterThan(3);
  expect(foldersOf(script.pid).length).toBe(2);
  return { script, pids, profile: profileOf(browser) };
}

const alive = (pids: readonly number[]) => pids.filter((pid) => existsSync(`/proc/${pid}/exe`));

/** Ends the program with `end` and returns the time until the process and all its browsers ended. */
async function ended({ script, pids }: Scene, end: () => void): Promise<number> {
  const start = performance.now();
  end();
  await script.ended;
  await eventually(() => alive(pids).length === 0, 5_000);
  return performance.now() - start;
}

describe('the end of a process with a session open (fault 45)', slow, () => {
  it.each(sample(['SIGTERM', 'SIGINT', 'SIGHUP'], 2))(
    '%s: gone within 5 s, with all it started and all it wrote',
    async (signal) => {
      const scene = await begin();
      const ms = await ended(scene, () => process.kill(scene.script.pid, signal));
      expect(ms).toBeLessThan(5_000);
      expect(await scene.script.ended).toEqual({ code: null, signal });
      expect(existsSync(scene.profile)).toBe(false);
      expect(foldersOf(scene.script.pid)).toEqual([]);
      console.log(`fault 45: ${signal}: all gone after ${ms.toFixed(0)} ms`);
    },
  );

  it.each(
    sample(
      [
        ['an error thrown', `process.once('SIGUSR2', () => { throw new Error('oops'); });`, 1],
        ['a promise rejected', `process.once('SIGUSR2', () => { Promise.reject(new Error('oops')); });`, 1],
        ['process.exit', `process.once('SIGUSR2', () => process.exit(4));`, 4],
      ],
      2,
    ),
  )('%s', async (_, extra, code) => {
    const scene = await begin(extra);
    const ms = await ended(scene, () => process.kill(scene.script.pid, 'SIGUSR2'));
    expect(ms).toBeLessThan(5_000);
    expect(await scene.script.ended).toEqual({ code, signal: null });
    expect(existsSync(scene.profile)).toBe(false);
    expect(foldersOf(scene.script.pid)).toEqual([]);
  });

  it('SIGKILL of the process: the browser ends too, and the next session removes the leftovers', async () => {
    const scene = await begin();
    const ms = await ended(scene, () => process.kill(scene.script.pid, 'SIGKILL'));
    expect(ms).toBeLessThan(5_000);
    const session = await open();
    expect(foldersOf(scene.script.pid)).toEqual([]);
    expect(existsSync(scene.profile)).toBe(false);
    await session.close();
    console.log(`fault 45: SIGKILL: browsers gone after ${ms.toFixed(0)} ms`);
  });

  it('a program that closes its session exits', async () => {
    const script = await runScript(`
      import { openSession } from './src/index.ts';
      const session = await openSession({ url: ${JSON.stringify(`${witness.origin}/busy`)} });
      await session.observe();
      await session.close();
      console.log('closed', process.pid);`);
    await script.said('closed');
    const start = performance.now();
    expect(await script.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(foldersOf(script.pid)).toEqual([]);
  });
});
