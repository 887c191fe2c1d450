import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const socket = '/var/run/docker.sock';
const startMs = 30_000;

/** Starts the engine of containers where none answers and this user may. What goes wrong is said; the tests then name it as well. */
export async function ensureDocker() {
  if (process.platform !== 'linux' || process.env.DOCKER_HOST || (await answers())) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/sbin/dockerd')) {
    console.log('No container engine answers. The tests of containers need one: `sudo systemctl start docker`.');
    return;
  }
  const log = join(tmpdir(), 'dockerd.log');
  const output = openSync(log, 'a', 0o600);
  const engine = spawn('/usr/sbin/dockerd', [], { detached: true, stdio: ['ignore', output, output] });
  engine.unref();
  const ended = new Promise((resolve) => engine.once('exit', () => resolve(false)));
  if (await Promise.race([ended, untilAnswer()])) return;
  console.log(`The container engine did not start. What it said is in ${log}.`);
}

async function untilAnswer() {
  const until = performance.now() + startMs;
  while (performance.now() < until) {
    if (await answers()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** @returns {Promise<boolean>} */
function answers() {
  return new Promise((resolve) => {
    const asking = request({ socketPath: socket, path: '/_ping', timeout: 2_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asking.once('error', () => resolve(false)); // nobody listens: what was asked
    asking.once('timeout', () => asking.destroy(new Error('no answer')));
    asking.end();
  });
}
