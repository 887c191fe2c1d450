// Starts a Docker engine for tests if none is running, and stops it again. `node scripts/docker-engine.mjs start|stop`
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ScriptError } from './run-command.mjs';

const folder = fileURLToPath(new URL('../.dev/', import.meta.url));
/** Holds the id of the process that this script started and stops. */
const pidFile = join(folder, 'docker-engine.pid');
/** One file per test run that may use the engine, named after its process. */
const runsFolder = join(folder, 'docker-engine-runs');
const startMs = 60_000;
const stopMs = 20_000;

/** True if an engine responds at the socket that the tests use. */
export function engineAnswers() {
  const socketPath = process.env.DOCKER_HOST?.replace(/^unix:\/\//, '') || '/var/run/docker.sock';
  if (!socketPath.startsWith('/')) return Promise.resolve(true); // a remote engine is not managed here
  return new Promise((resolve) => {
    const ping = request({ socketPath, path: '/_ping', timeout: 5_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => resolve(false));
    ping.end();
  });
}

/** Starts an engine if none responds. `stopEngine` stops it. */
export async function startEngine() {
  if (await engineAnswers()) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new ScriptError('docker_unreachable', 'No Docker engine responds.', 'Start it: sudo systemctl start docker');
  mkdirSync(folder, { recursive: true });
  const log = openSync(join(folder, 'docker-engine.log'), 'w');
  const child = spawn('dockerd', [], { detached: true, stdio: ['ignore', log, log] });
  const missing = new Promise((resolve) => child.once('error', () => resolve(true)));
  child.unref();
  if (child.pid !== undefined) writeFileSync(pidFile, String(child.pid));
  const until = performance.now() + startMs;
  while (!(await engineAnswers())) {
    if (await Promise.race([missing, after(200)])) {
      rmSync(pidFile, { force: true });
      throw new ScriptError(
        'docker_missing',
        'dockerd is not installed.',
        'Install it: apt-get install -y docker.io debootstrap',
      );
    }
    if (child.exitCode !== null && !(await engineAnswers())) break;
    if (performance.now() > until) break;
  }
  if (await engineAnswers()) return;
  const lastLine = readFileSync(join(folder, 'docker-engine.log'), 'utf8').trim().split('\n').at(-1);
  await stopEngine();
  throw new ScriptError('docker_unreachable', `dockerd did not start: ${lastLine}`, 'See .dev/docker-engine.log.');
}

/** Starts an engine before tests. Prints a problem instead of throwing, because the tests that need an engine report it, too. */
export async function ensureDocker() {
  if (process.platform !== 'linux') return;
  await startEngine().catch((error) => console.log(`${error.message} ${error.hint ?? ''}`.trim()));
}

/** Registers a test run that may use the engine. @param {number} run Its process id. */
export function registerRun(run) {
  mkdirSync(runsFolder, { recursive: true });
  writeFileSync(join(runsFolder, String(run)), '');
}

/** Removes a test run. Stops the engine when no other run is left. @param {number} run */
export async function unregisterRun(run) {
  rmSync(join(runsFolder, String(run)), { force: true });
  const others = readdirSync(runsFolder).filter((pid) => existsSync(`/proc/${pid}`));
  if (others.length === 0) await stopEngine();
}

/** Stops the engine that this script started. Does not touch one that ran before. */
export async function stopEngine() {
  let pid = 0;
  try {
    pid = Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return; // nothing was started
  }
  rmSync(pidFile, { force: true });
  if (!isDockerd(pid)) return;
  process.kill(pid, 'SIGTERM');
  const until = performance.now() + stopMs;
  while (isDockerd(pid) && performance.now() < until) await after(100);
}

/** Process ids are reused, so the name is checked. @param {number} pid */
function isDockerd(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'dockerd';
  } catch {
    return false; // the process has ended
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
