import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import { findProgram } from '../../processes/find-program.js';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import { aptInstallHint } from './desktop-programs.js';
import type { PrivateDesktop } from './private-desktop.js';

/** A page on which the user can watch and control a private desktop. */
export interface DesktopViewer {
  /** For a browser on this machine. Contains a password for this desktop only. */
  url: string;
}

const noVncFolders = ['/usr/share/novnc', '/usr/share/webapps/novnc', '/usr/local/share/novnc'];

/** The programs of the viewer. Throws `program_missing` with the missing ones and the command that installs them. */
export function requireViewerPrograms(): { server: string; bridge: string; page: string } {
  const server = findProgram('x11vnc');
  const bridge = findProgram('websockify');
  const page = noVncFolders.find((folder) => existsSync(join(folder, 'vnc.html')));
  if (server && bridge && page) return { server, bridge, page };
  const missing = [!server && 'x11vnc', !bridge && 'websockify', !page && 'novnc'].filter((name) => name !== false);
  throw new HandrailError(
    'program_missing',
    `Watching a desktop in a browser needs ${missing.join(', ')}, not found on this machine.`,
    aptInstallHint(missing),
  );
}

/** Starts a noVNC viewer for a private desktop, local and with a password. It ends with the desktop. */
export async function watchDesktop(desktop: PrivateDesktop, signal?: AbortSignal): Promise<DesktopViewer> {
  const { server, bridge, page } = requireViewerPrograms();
  const { display, authority, folder, env } = desktop;
  const password = randomBytes(6).toString('base64url'); // eight characters, the maximum of the protocol
  const passwordFile = join(folder, 'watch-password');
  const socket = join(folder, 'vnc');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  const vncServer = startProgram(
    server,
    [
      ...['-display', display, '-auth', authority, '-passwdfile', passwordFile, '-unixsock', socket, '-rfbport', '0'],
      ...['-forever', '-shared', '-noxrecord', '-quiet', '-noipv6', '-rfbportv6', '-1'],
    ],
    { env },
  );
  await awaitReady(() => existsSync(socket), vncServer, signal);
  const port = await freePort();
  const webBridge = startProgram(bridge, ['--web', page, '--unix-target', socket, `127.0.0.1:${port}`], { env });
  await awaitReady(() => isListening(port), webBridge, signal);
  return { url: `http://127.0.0.1:${port}/vnc.html#autoconnect=1&resize=scale&password=${password}` };
}

const maxStartMs = 10_000;
const pollMs = 50;

async function awaitReady(
  isReady: () => boolean | Promise<boolean>,
  program: StartedProgram,
  signal?: AbortSignal,
): Promise<void> {
  const until = performance.now() + maxStartMs;
  while (!(await isReady())) {
    const exitReason = program.exitReason();
    if (exitReason === undefined && performance.now() < until && !signal?.aborted) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      continue;
    }
    const why =
      exitReason === undefined ? `it was not ready within ${maxStartMs / 1_000} s` : `it ended with ${exitReason}`;
    throw new HandrailError(
      'program_missing',
      `${program.name} did not start: ${why}.`,
      `Run it to see its messages: \`${program.name}\`.`,
    );
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
    const finish = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
