// Starts a Docker engine for tests where none answers, and ends it again. `node scripts/docker-engine.mjs start|stop`
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ScriptError } from './run-command.mjs';

const folder = fileURLToPath(new URL('../.dev/', import.meta.url));
/** The process that was started here and is to be ended here. */
const note = join(folder, 'docker-engine.pid');
const startMs = 60_000;
const stopMs = 20_000;

/** Whether an engine answers where the tests would ask it. */
export function engineAnswers() {
  const place = process.env.DOCKER_HOST?.replace(/^unix:\/\//, '') || '/var/run/docker.sock';
  if (!place.startsWith('/')) return Promise.resolve(true); // an engine elsewhere is somebody else's affair
  return new Promise((resolve) => {
    const asked = request({ socketPath: place, path: '/_ping', timeout: 5_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });
}

/** Makes sure that an engine answers. What it starts, `stopEngine` ends. */
export async function startEngine() {
  if (await engineAnswers()) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new ScriptError('docker_unreachable', 'No Docker engine answers.', 'Start it: sudo systemctl start docker');
  mkdirSync(folder, { recursive: true });
  const log = openSync(join(folder, 'docker-engine.log'), 'w');
  const child = spawn('dockerd', [], { detached: true, stdio: ['ignore', log, log] });
  const missing = new Promise((resolve) => child.once('error', () => resolve(true)));
  child.unref();
  if (child.pid !== undefined) writeFileSync(note, String(child.pid));
  const until = performance.now() + startMs;
  while (!(await engineAnswers())) {
    if (await Promise.race([missing, after(200)])) {
      rmSync(note, { force: true });
      throw new ScriptError(
        'docker_missing',
        'There is no dockerd.',
        'Install it: apt-get install -y docker.io debootstrap',
      );
    }
    if (child.exitCode !== null && !(await engineAnswers())) break;
    if (performance.now() > until) break;
  }
  if (await engineAnswers()) return;
  const said = readFileSync(join(folder, 'docker-engine.log'), 'utf8').trim().split('\n').at(-1);
  await stopEngine();
  throw new ScriptError('docker_unreachable', `dockerd did not start: ${said}`, 'See .dev/docker-engine.log.');
}

/** The same before tests: what goes wrong is said, and the tests that need an engine name it as well. */
export async function ensureDocker() {
  if (process.platform !== 'linux') return;
  await startEngine().catch((error) => console.log(`${error.message} ${error.hint ?? ''}`.trim()));
}

/** Ends the engine that was started here; one that ran before is left alone. */
export async function stopEngine() {
  let pid = 0;
  try {
    pid = Number(readFileSync(note, 'utf8'));
  } catch {
    return; // nothing was started
  }
  rmSync(note, { force: true });
  if (!isDockerd(pid)) return;
  process.kill(pid, 'SIGTERM');
  const until = performance.now() + stopMs;
  while (isDockerd(pid) && performance.now() < until) await after(100);
}

/** Numbers of processes are used again. @param {number} pid */
function isDockerd(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'dockerd';
  } catch {
    return false; // it has ended
  }
}

/** @param {number} ms @returns {Promise<boolean>} */
function after(ms) {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const what = process.argv[2];
  await (what === 'stop' ? stopEngine() : startEngine()).catch(fail);
}
