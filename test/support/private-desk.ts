import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { ScreenWindow } from '../../src/environments/screen/screen.js';
import { openConnection } from '../../src/environments/x11/protocol/connection.js';
import { dialDisplay } from '../../src/environments/x11/protocol/dial-display.js';
import { waitForWindowManager } from '../../src/environments/x11/windows/wait-for-window-manager.js';

export interface PrivateDesk {
  /** ':103'. */
  display: string;
  /** Address of the session's message bus. */
  bus: string;
  /** A folder of the desk's own: the home of its programs. */
  home: string;
  environment: Record<string, string>;
  /** Starts a program on the desk. */
  start(command: string, ...parameters: string[]): ChildProcess;
  /** Runs a command on the desk to its end and gives what it printed. */
  run(command: string, ...parameters: string[]): Promise<string>;
  close(): Promise<void>;
}

const packages = 'apt install xvfb openbox dbus at-spi2-core xdotool x11-utils xclip';
const launcher = '/usr/libexec/at-spi-bus-launcher';

/** A display with a window manager, a message bus and accessibility, of the test's own. Nothing of it is left after `close`. */
export async function openPrivateDesk(size = '1280x800'): Promise<PrivateDesk> {
  if (!existsSync(launcher)) throw new Error(`${launcher} is missing: ${packages}`);
  const home = await mkdtemp(join(tmpdir(), 'handrail-desk-'));
  const children: ChildProcess[] = [];
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: home,
    XDG_RUNTIME_DIR: home,
    LANG: 'C.UTF-8',
    GTK_MODULES: 'gail:atk-bridge',
    NO_AT_BRIDGE: '0',
    GSETTINGS_BACKEND: 'memory',
    // A file system mounted in the desk's folder would outlive the desk.
    GVFS_DISABLE_FUSE: '1',
    GIO_USE_VFS: 'local',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const start = (command: string, parameters: readonly string[], third: 'pipe' | 'ignore' = 'ignore') => {
    const child = spawn(command, parameters, {
      env: environment,
      cwd: home,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', third],
    });
    child.once('error', (error) => console.error(`${command}: ${error.message} (${packages})`));
    children.push(child);
    return child;
  };
  const close = async () => {
    await Promise.all(children.reverse().map(end));
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  try {
    const screen = ['-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset', '-displayfd', '3'];
    environment.DISPLAY = `:${await firstLine(start('Xvfb', screen, 'pipe'))}`;
    const bus = ['--session', '--nofork', '--nopidfile', '--print-address=3'];
    environment.DBUS_SESSION_BUS_ADDRESS = await firstLine(start('dbus-daemon', bus, 'pipe'));
    start(launcher, ['--launch-immediately']);
    start('openbox', ['--sm-disable']);
    await atWork(environment.DISPLAY);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    display: environment.DISPLAY,
    bus: environment.DBUS_SESSION_BUS_ADDRESS,
    home,
    environment,
    start: (command, ...parameters) => start(command, parameters),
    async run(command, ...parameters) {
      const { stdout } = await promisify(execFile)(command, parameters, { env: environment, timeout: 20_000 });
      return stdout;
    },
    close,
  };
}

/** Comes back when the window manager takes windows: those that come up before are lost to it. */
async function atWork(display: string): Promise<void> {
  const x = await openConnection({ display, dial: () => dialDisplay(display) });
  try {
    await waitForWindowManager(x, 20_000);
  } finally {
    await x.close();
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const stream = child.stdio[3] as Readable; // asked for as a pipe
  let heard = '';
  for await (const chunk of stream) {
    heard += String(chunk);
    if (heard.includes('\n')) return heard.trim();
  }
  throw new Error(`${child.spawnfile} ended at once. ${packages}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
    const timer = new Promise<void>((resolve) => setTimeout(resolve, 500).unref());
    await Promise.race([gone, timer]);
  }
}

/** The windows of a desk, as `xdotool` and `xwininfo` tell them. */
export async function windowsOf(desk: PrivateDesk): Promise<ScreenWindow[]> {
  const found = await desk.run('xdotool', 'search', '--onlyvisible', '--name', '.').catch(() => '');
  const windows = await Promise.all(
    found
      .split('\n')
      .filter(Boolean)
      .map((id) => readWindow(desk, id).catch(() => undefined)),
  );
  return windows.flatMap((window) => (window ? window : []));
}

async function readWindow(desk: PrivateDesk, id: string): Promise<ScreenWindow> {
  const [title, pid, info] = await Promise.all([
    desk.run('xdotool', 'getwindowname', id),
    desk.run('xdotool', 'getwindowpid', id),
    desk.run('xwininfo', '-id', id),
  ]);
  const number = (words: string) => Number(new RegExp(`${words}:\\s+(-?\\d+)`).exec(info)?.[1]);
  return {
    id,
    app: '',
    title: title.trim(),
    pid: Number(pid),
    bounds: {
      x: number('Absolute upper-left X'),
      y: number('Absolute upper-left Y'),
      width: number('Width'),
      height: number('Height'),
    },
    active: false,
    shown: true,
    dialog: false,
    popup: false,
  };
}

/** The first window whose title holds these words, waited for. */
export async function windowNamed(desk: PrivateDesk, words: string, ms = 20_000): Promise<ScreenWindow> {
  const until = performance.now() + ms;
  for (;;) {
    const windows = await windowsOf(desk);
    const window = windows.find((one) => one.title.includes(words));
    if (window) return window;
    if (performance.now() > until)
      throw new Error(`No window "${words}" within ${ms} ms; there are: ${windows.map((one) => one.title).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
