import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { within } from '../../core/deadline.js';
import { type ErrorCode, HandrailError } from '../../core/errors.js';
import { type Pointer, readPointer } from './pointer.js';
import { folderFailed, makeRuntimeFolder } from './runtime-folder.js';

/** How long the background process may take to begin. */
const startMs = 15_000;
const longestLog = 1_000_000;

/** Starts the background process and waits until it, or another one, is ready to be asked. One that does not begin is ended. */
export async function startDaemon(folder: string): Promise<Pointer | undefined> {
  makeRuntimeFolder(folder);
  const log = openLog(folder);
  const program = fileURLToPath(new URL('./main.js', import.meta.url));
  const child = spawn(process.execPath, [program], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
    env: { ...process.env, HANDRAIL_RUNTIME: folder },
    windowsHide: true,
  });
  closeSync(log);
  const ready = child.stdio[3];
  if (!(ready instanceof Socket)) throw new HandrailError('internal', 'The background process has no line to us.');
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  try {
    const said = await within(startMs, 'Starting the background process', Promise.race([firstLine(ready), failed]));
    if (said.ready) return readPointer(folder);
    const { code = 'daemon_failed', message = 'The background process did not begin.', hint } = said.fault ?? {};
    throw new HandrailError(code, message, hint ?? `See what it wrote: ${join(folder, 'daemon.log')}`);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    ready.destroy();
    child.unref();
  }
}

interface Said {
  ready?: true;
  fault?: { code: ErrorCode; message: string; hint?: string };
}

async function firstLine(stream: NodeJS.EventEmitter): Promise<Said> {
  return new Promise((resolve) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += String(chunk);
      if (text.endsWith('\n')) resolve(JSON.parse(text)); // one write of ours, far shorter than a pipe takes at once
    });
    stream.on('close', () => resolve({}));
  });
}

/** What earlier ones wrote stays, up to a point. */
function openLog(folder: string): number {
  const path = join(folder, 'daemon.log');
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return openSync(path, size > longestLog ? 'w' : 'a', 0o600);
  } catch (error) {
    throw folderFailed(folder, error);
  }
}
