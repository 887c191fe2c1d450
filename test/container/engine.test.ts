import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { containerUp } from '../../src/environments/container/engine/container-up.js';
import { type Engine, findEngine } from '../../src/environments/container/engine/engine.js';
import { withFileLock } from '../../src/environments/container/engine/file-lock.js';
import { ensureBuilt, removeFolders, start, temporaryFolder } from '../cli/handrail.js';
import { sample } from '../support/sample.js';

// What an engine answers is written down here as a real one answered it: no image has to be built for it.
const folder = mkdtempSync(join(tmpdir(), 'handrail-engine-'));
const path = join(folder, 'docker.sock');
let server: Server;
let engine: Engine;
let built: string | undefined;
let isMade = false;

const red = (text: string) => JSON.stringify({ stream: `\u001b[91m${text}\n\u001b[0m` });
const refused = JSON.stringify({
  error: "The command '/bin/sh -c apt-get -qq install -y -- some' returned a non-zero code: 100",
});

beforeAll(async () => {
  ensureBuilt();
  server = createServer((asked, answer) => {
    const say = (code: number, body: object) => answer.writeHead(code).end(JSON.stringify(body));
    const { url = '' } = asked;
    if (/\/images\/debian/.test(url)) return say(200, { Id: 'base' });
    if (/\/images\/handrail-desktop/.test(url) && isMade) return say(200, { Id: 'desktop' });
    if (/\/images\//.test(url)) return say(404, { message: 'No such image' });
    if (/\/containers\/create/.test(url))
      return say(409, {
        message:
          'Conflict. The container name "/taken" is already in use by container "4f0c". You have to remove (or rename) that container to be able to reuse that name.',
      });
    if (/\/containers\//.test(url)) return say(404, { message: 'No such container: taken' });
    if (!/\/build/.test(url)) return say(500, { message: `Nobody asks ${url}` });
    asked.resume();
    answer.writeHead(200);
    answer.write(`${JSON.stringify({ stream: 'Step 1/9 : ARG BASE' })}\n`);
    if (built !== undefined) answer.end(`${built}\n${refused}\n`);
  }).listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  engine = await findEngine(path);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  removeFolders();
  rmSync(folder, { recursive: true, force: true });
});

describe('engine errors are converted to our errors', () => {
  test.each([
    ["E: Package 'leafpad' has no installation candidate", 'leafpad'],
    ['E: Unable to locate package nosuch', 'nosuch'],
  ])('%s', async (said, name) => {
    built = red(said);
    await expect(containerUp(engine, { name: 'taken', packages: ['some'] })).rejects.toMatchObject({
      code: 'invalid_option',
      message: `The desktop image could not be built: Debian has no package ${name}.`,
    });
  });

  test('another build error is reported with the last lines, without colours', async () => {
    built = red('E: Failed to fetch http://deb.debian.org/x.deb  Connection failed');
    await expect(containerUp(engine, { name: 'taken', packages: ['some'] })).rejects.toMatchObject({
      code: 'image_missing',
      hint: 'Step 1/9 : ARG BASE | E: Failed to fetch http://deb.debian.org/x.deb  Connection failed',
    });
  });

  test('a container name that was taken in the meantime', async () => {
    isMade = true;
    await expect(containerUp(engine, { name: 'taken' })).rejects.toMatchObject({
      code: 'invalid_option',
      message: "The container 'taken' already exists.",
    });
    isMade = false;
  });
});

const endings: [signal: NodeJS.Signals, code: number][] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
];
test.each(sample(endings, 2))('handrail container up that %s interrupts ends with %i', async (signal, code) => {
  built = undefined;
  const env = { DOCKER_HOST: `unix://${path}` };
  const { child, ended } = start(['container', 'up', 'x', '--packages', 'some'], { folder: temporaryFolder(), env });
  await new Promise((resolve) => child.stderr?.once('data', resolve));
  child.kill(signal);
  expect(await ended).toMatchObject({ code, stderr: expect.stringContaining(`interrupted by ${signal}.`) });
});

describe('file lock', () => {
  test('the second task starts after the first, and reports that it waits', async () => {
    const said: string[] = [];
    let second: Promise<void> | undefined;
    await withFileLock(folder, async () => {
      said.push('first begins');
      await new Promise<void>((resolve) => {
        const onWait = () => {
          said.push('second waits');
          resolve();
        };
        second = withFileLock(folder, async () => void said.push('second begins'), { onWait });
      });
      said.push('first ends');
    });
    await second;
    expect(said).toEqual(['first begins', 'second waits', 'first ends', 'second begins']);
  });

  test('many tasks of one process run one after the other', async () => {
    let [running, most, done] = [0, 0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      done += 1;
    };
    await Promise.all(Array.from({ length: 4 }, () => withFileLock(folder, work)));
    expect({ most, done }).toEqual({ most: 1, done: 4 });
  });

  test('a failed task releases the lock, and a waiting one can be cancelled', async () => {
    await expect(withFileLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await withFileLock(folder, async () => {
      const stop = AbortSignal.timeout(30);
      await expect(withFileLock(folder, () => Promise.resolve(), { signal: stop })).rejects.toMatchObject({
        code: 'cancelled',
      });
    });
  });
});
