import { HandrailError } from '../../../core/errors.js';
import { contains, type Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XDisplay } from '../../x11/x-display.js';
import type { Runner } from '../exec/runner.js';
import { xdotool } from '../exec/xdotool.js';
import { readSelection, writeSelection } from './clipboard.js';

/** Window and clipboard operations. An X connection provides them; without one, xdotool does. */
export type WindowControl = Pick<
  XDisplay,
  'windows' | 'windowAt' | 'raise' | 'closeWindow' | 'readClipboard' | 'writeClipboard'
>;

/** Window control through xdotool, for a container without an X connection. */
export function createXdotoolControl(runner: Runner, programs: ReadonlySet<string>): WindowControl {
  const requireClipboard = () => {
    if (!programs.has('xclip') && !programs.has('xsel'))
      throw new HandrailError('program_missing', 'The container lacks xclip.', 'Install xclip, perl or python3 in it.');
  };
  const windows = () => listWindows(runner);
  return {
    windows,
    windowAt: async (point) => (await windows()).find(({ shown, bounds }) => shown && contains(bounds, point)),
    async raise({ id }) {
      await xdotool(runner, ['windowraise', id, 'windowfocus', id]);
      // Also switches the workspace. Some window managers do not support it, so a failure is ignored.
      await runner.run({ args: ['xdotool', 'windowactivate', id] });
    },
    async closeWindow({ id }) {
      // Older versions of xdotool can only destroy a window.
      const quit = await runner.run({ args: ['xdotool', 'windowquit', id] });
      if (quit.code !== 0) await xdotool(runner, ['windowclose', id]);
    },
    async readClipboard(signal) {
      requireClipboard();
      return readSelection(runner, programs, 'clipboard', signal);
    },
    async writeClipboard(text) {
      requireClipboard();
      await writeSelection(runner, programs, 'clipboard', text);
    },
  };
}

async function listWindows(runner: Runner): Promise<ScreenWindow[]> {
  const found = await runner.run({ args: ['xdotool', 'search', '--onlyvisible', '--maxdepth', '3', '--name', '.'] });
  const ids = found.stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => /^\d+$/.test(line));
  const active = (await runner.run({ args: ['xdotool', 'getwindowfocus'] })).stdout.toString('utf8').trim();
  const windows = await Promise.all([...new Set(ids)].map((id) => readWindow(runner, id, active)));
  // xdotool lists them back to front. The focused window is in front.
  const known = windows.filter((window) => window !== undefined).reverse();
  return known.sort((one, other) => Number(other.active) - Number(one.active));
}

async function readWindow(runner: Runner, id: string, active: string): Promise<ScreenWindow | undefined> {
  const run = async (...args: string[]) => {
    const { code, stdout } = await runner.run({ args });
    return code === 0 ? stdout.toString('utf8').trim() : '';
  };
  const [bounds, title, pid] = await Promise.all([
    readBounds(run, id),
    run('xdotool', 'getwindowname', id),
    run('xdotool', 'getwindowpid', id),
  ]);
  if (!bounds || bounds.width < 2 || bounds.height < 2) return undefined;
  const app = /^\d+$/.test(pid) ? await run('cat', `/proc/${pid}/comm`) : '';
  return {
    id,
    app: app || title,
    title,
    bounds,
    active: id === active,
    shown: true,
    dialog: false,
    popup: false,
    pid: /^\d+$/.test(pid) ? Number(pid) : undefined,
  };
}

/** The bounds from xwininfo, where installed. xdotool reports a position that is off by the window frame. */
async function readBounds(run: (...args: string[]) => Promise<string>, id: string): Promise<Rect | undefined> {
  const info = await run('xwininfo', '-id', id);
  const output = info || (await run('xdotool', 'getwindowgeometry', '--shell', id));
  const names = info
    ? ['Absolute upper-left X:', 'Absolute upper-left Y:', 'Width:', 'Height:']
    : ['X=', 'Y=', 'WIDTH=', 'HEIGHT='];
  const numbers = names.map((name) =>
    Number(new RegExp(`^\\s*${name}\\s*(-?\\d+)`, 'm').exec(output)?.[1] ?? Number.NaN),
  );
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  return numbers.every(Number.isFinite) ? { x, y, width, height } : undefined;
}
