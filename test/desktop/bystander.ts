import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { until } from '../cli/handrail.js';
import { looks } from '../support/looks.js';

/** A window of the user in front of all others. The program logs everything that reaches it. */
export interface Bystander {
  /** The user's focused window and pointer position, from xdotool. */
  where(): { focus: string; pointer: string };
  /** The events since the last call, without harmless ones. */
  heard(): string[];
  close(): void;
}

/** Events of drawing and of windows that open and close in front of it. A pointer movement shows in the pointer position. */
const harmless = new Set([
  'EnterNotify',
  'LeaveNotify',

  'Expose',
  'NoExpose',
  'GraphicsExpose',
  'VisibilityNotify',
  'KeymapNotify',
  'MappingNotify',
  'ColormapNotify',
]);

/** The user time, by which window managers recognize a busy user. Programs set it themselves and ignore it. */
const isBusySign = (block: string): boolean => /PropertyNotify[\s\S]*\(_NET_WM_USER_TIME\)/.test(block);

/** Opens the window, gives it the keys and puts the pointer into it. */
export async function openBystander(env: Record<string, string>): Promise<Bystander> {
  let log = '';
  let read = 0;
  const child: ChildProcess = spawn('stdbuf', ['-oL', 'xev', '-geometry', '1270x770+2+20', '-name', 'bystander'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.on('data', (chunk) => {
    log += chunk;
  });
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(program, parameters, { env, encoding: 'utf8', timeout: 15_000 }).trim();
  const tool = (...parameters: string[]) => run('xdotool', ...parameters);
  const whatThereIs = () =>
    [
      `ended ${child.exitCode ?? child.signalCode}`,
      tool('getmouselocation'),
      run('xwininfo', '-root', '-tree'),
      run('xinput', 'list'),
      log.slice(-3_000),
    ].join('\n');
  const within = 20_000;
  await until(() => log.includes('MapNotify'), 'the bystander is shown', within);
  for await (const _ of looks(within, 100)) {
    if (log.includes('FocusIn')) break;
    tool('search', '--sync', '--name', '^bystander$', 'windowactivate'); // until the window manager knows the window
  }
  if (!log.includes('FocusIn')) throw new Error(`The bystander does not get the keys: ${whatThereIs()}`);
  for await (const _ of looks(within, 100)) {
    if (/MotionNotify|EnterNotify/.test(log)) break;
    tool('mousemove', '300', '300', 'mousemove', '777', '555'); // until it is heard
  }
  if (!/MotionNotify|EnterNotify/.test(log)) throw new Error(`The bystander is not in front: ${whatThereIs()}`);
  return {
    where: () => ({
      focus: tool('getwindowfocus', 'getwindowname'),
      pointer: tool('getmouselocation').replace(/ screen.*/, ''),
    }),
    heard() {
      const blocks = log.slice(read).split(/\n(?=\w+ event, serial)/);
      read = log.length;
      const names = blocks
        .filter((block) => !isBusySign(block))
        .map((block) => /^\n*(\w+) event, serial/.exec(block)?.[1]);
      return names.filter((name) => name !== undefined && !harmless.has(name)) as string[]; // by this very filter
    },
    close: () => child.kill(),
  };
}
