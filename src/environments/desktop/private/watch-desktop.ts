import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import { findProgram } from '../../processes/find-program.js';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import { aptSentence } from './desktop-programs.js';
import type { PrivateDesktop } from './private-desktop.js';

/** Where a person can look on, and use the desktop by hand. */
export interface Watch {
  /** For a browser of this machine. Holds a password that is good for this desktop only. */
  url: string;
}

const pages = ['/usr/share/novnc', '/usr/share/webapps/novnc', '/usr/local/share/novnc'];
const startMs = 10_000;
const pollMs = 50;

interface WatchPrograms {
  server: string;
  bridge: string;
  page: string;
}

/** Throws `program_missing` that names everything that is not there and the command that installs it. */
export function watchPrograms(path?: string): WatchPrograms {
  const server = findProgram('x11vnc', path);
  const bridge = findProgram('websockify', path);
  const page = pages.find((folder) => existsSync(join(folder, 'vnc.html')));
  if (server && bridge && page) return { server, bridge, page };
  const missing = [...(server ? [] : ['x11vnc']), ...(bridge ? [] : ['websockify']), ...(page ? [] : ['novnc'])];
  throw new HandrailError(
    'program_missing',
    `Watching a desktop in a browser needs ${missing.join(', ')}, not found on this machine.`,
    aptSentence(missing),
  );
}

/** Shows a private desktop over VNC in a browser, on this machine only and behind a password. It ends with the desktop. */
export async function watchDesktop(desktop: PrivateDesktop, signal?: AbortSignal): Promise<Watch> {
  const { server, bridge, page } = watchPrograms();
  const { display, authority, folder, env } = desktop;
  const password = randomBytes(6).toString('base64url'); // eight characters: the protocol takes no more
  const secret = join(folder, 'watch-password');
  const socket = join(folder, 'vnc');
  await writeFile(secret, `${password}\n`, { mode: 0o600 });
  const shown = startProgram(
    server,
    [
      ...['-display', display, '-auth', authority, '-passwdfile', secret, '-unixsock', socket, '-rfbport', '0'],
      ...['-forever', '-shared', '-noxrecord', '-quiet', '-noipv6', '-rfbportv6', '-1'],
    ],
    { env },
  );
  await answering(() => existsSync(socket), shown, signal);
  const port = await freePort();
  const bridged = startProgram(bridge, ['--web', page, '--unix-target', socket, `127.0.0.1:${port}`], { env });
  await answering(() => isListening(port), bridged, signal);
  return { url: `http://127.0.0.1:${port}/vnc.html#autoconnect=1&resize=scale&password=${password}` };
}

async function answering(
  isReady: () => boolean | Promise<boolean>,
  program: StartedProgram,
  signal?: AbortSignal,
): Promise<void> {
  const until = performance.now() + startMs;
  while (!(await isReady())) {
    const ending = program.ending();
    if (ending === undefined && performance.now() < until && !signal?.aborted) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      continue;
    }
    const why = ending === undefined ? `it was not ready within ${startMs / 1000} s` : `it ended with ${ending}`;
    throw new HandrailError('program_missing', `${program.name} did not start: ${why}.`);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false)); // not yet
  });
}
