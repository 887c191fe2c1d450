import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { join, parse } from 'node:path';
import { withTimeout } from '../../core/deadline.js';
import { type ErrorCode, HandrailError } from '../../core/errors.js';
import { childEnvironment } from '../../environments/processes/child-environment.js';
import { programPath } from '../../environments/processes/package-paths.js';
import { openCommand, otherScreenFlags, startBrowserFlag } from './client-spec.js';
import { currentBuild, type Pointer, readPointer } from './pointer.js';
import { makeRuntimeFolder, runtimeFolderError } from './runtime-folder.js';

const startTimeoutMs = 15_000;
const maxLogBytes = 1_000_000;

/** The log file of the background process. */
export function daemonLogPath(folder: string): string {
  return join(folder, 'daemon.log');
}

/** Starts the background process of this build and waits until it, or another one of the same build, listens. Ends a process that does not become ready. */
export async function startDaemon(folder: string, args: readonly string[]): Promise<Pointer | undefined> {
  makeRuntimeFolder(folder);
  const log = openLog(folder);
  const child = spawn(process.execPath, [programPath('daemon'), ...(opensPage(args) ? [startBrowserFlag] : [])], {
    cwd: parse(programPath('daemon')).root,
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
    env: { ...daemonEnvironment(), HANDRAIL_RUNTIME: folder },
    windowsHide: true,
  });
  closeSync(log);
  const pipe = child.stdio[3];
  if (!(pipe instanceof Socket)) throw new HandrailError('internal', 'The pipe to the background process is missing.');
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  try {
    const start = Promise.race([readStartReport(pipe), failed]);
    const { ready, fault } = await withTimeout(startTimeoutMs, 'Starting the background process', start);
    if (ready) return readPointer(folder, currentBuild());
    const { code = 'daemon_failed', message = 'The background process did not start.', hint } = fault ?? {};
    throw new HandrailError(code, message, hint ?? `See its log: ${daemonLogPath(folder)}`);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    pipe.destroy();
    child.unref();
  }
}

/** What the background process needs of the environment. It talks to no model, so it receives no key of one. */
const needed = /^(?:HANDRAIL_\w+|NODE_\w+|DOCKER_\w+|PLAYWRIGHT_\w+|NO_COLOR|FORCE_COLOR|TMPDIR)$/;

function daemonEnvironment(): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && needed.test(name) ? [[name, value]] : [],
  );
  const { TMPDIR: _, ...inherited } = childEnvironment('');
  return { ...inherited, ...Object.fromEntries(own) };
}

/** Whether a command opens a page in the default browser. */
function opensPage([command, ...args]: readonly string[]): boolean {
  return command === openCommand && !args.some((arg) => otherScreenFlags.some((flag) => arg.split('=')[0] === flag));
}

interface StartReport {
  ready?: true;
  fault?: { code: ErrorCode; message: string; hint?: string };
}

async function readStartReport(stream: NodeJS.EventEmitter): Promise<StartReport> {
  return new Promise((resolve) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += String(chunk);
      if (text.endsWith('\n')) resolve(JSON.parse(text)); // one short write, which a pipe never splits
    });
    stream.on('close', () => resolve({}));
  });
}

/** Appends to the log of earlier processes until it is too large. */
function openLog(folder: string): number {
  const path = daemonLogPath(folder);
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return openSync(path, size > maxLogBytes ? 'w' : 'a', 0o600);
  } catch (error) {
    throw runtimeFolderError(folder, error);
  }
}
