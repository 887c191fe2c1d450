import { HandrailError } from '../../../core/errors.js';
import { contains, type Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XDisplay } from '../../x11/x-display.js';
import type { Runner } from '../exec/runner.js';
import { xdotool } from '../exec/xdotool.js';
import { readSelection, writeSelection } from './type-text.js';

/** What hands do to windows. A connection to the display has it; without one, xdotool does it. */
export type WindowControl = Pick<
  XDisplay,
  'windows' | 'windowAt' | 'raise' | 'closeWindow' | 'readClipboard' | 'writeClipboard'
>;

/** Windows by xdotool alone, for a container whose display cannot be reached from here. */
export function plainControl(runner: Runner, has: ReadonlySet<string>): WindowControl {
  const hasClipboard = has.has('xclip') || has.has('xsel');
  const needClipboard = () => {
    if (!hasClipboard)
      throw new HandrailError('program_missing', 'The container lacks xclip.', 'Install xclip, perl or python3 in it.');
  };
  const windows = () => listWindows(runner);
  return {
    windows,
    windowAt: async (point) => (await windows()).find(({ shown, bounds }) => shown && contains(bounds, point)),
    async raise({ id }) {
      await xdotool(runner, ['windowraise', id, 'windowfocus', id]);
      // Window managers that can be asked this way bring its workspace along; that others refuse it is no fault.
      await runner.run({ args: ['xdotool', 'windowactivate', id] });
    },
    async closeWindow({ id }) {
      // Older ones know only how to take a window away, newer ones ask it to close.
      const asked = await runner.run({ args: ['xdotool', 'windowquit', id] });
      if (asked.code !== 0) await xdotool(runner, ['windowclose', id]);
    },
    async readClipboard(signal) {
      needClipboard();
      return readSelection(runner, has, 'clipboard', signal);
    },
    async writeClipboard(text) {
      needClipboard();
      await writeSelection(runner, has, 'clipboard', text);
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
  // xdotool names them from the back; what has the keys is in front.
  const known = windows.filter((window) => window !== undefined).reverse();
  return known.sort((one, other) => Number(other.active) - Number(one.active));
}

async function readWindow(runner: Runner, id: string, active: string): Promise<ScreenWindow | undefined> {
  const ask = async (...args: string[]) => {
    const { code, stdout } = await runner.run({ args });
    return code === 0 ? stdout.toString('utf8').trim() : '';
  };
  const [bounds, title, pid] = await Promise.all([
    placeOf(ask, id),
    ask('xdotool', 'getwindowname', id),
    ask('xdotool', 'getwindowpid', id),
  ]);
  if (!bounds || bounds.width < 2 || bounds.height < 2) return undefined;
  const app = /^\d+$/.test(pid) ? await ask('cat', `/proc/${pid}/comm`) : '';
  return {
    id,
    app: app || title,
    title,
    bounds,
    active: id === active,
    shown: true,
    dialog: false,
    popup: false,
    ...(/^\d+$/.test(pid) ? { pid: Number(pid) } : {}),
  };
}

/** xdotool is off by the frame that a window manager draws; xwininfo is not, where it is there. */
async function placeOf(ask: (...args: string[]) => Promise<string>, id: string): Promise<Rect | undefined> {
  const exact = await ask('xwininfo', '-id', id);
  const told = exact || (await ask('xdotool', 'getwindowgeometry', '--shell', id));
  const names = exact
    ? ['Absolute upper-left X:', 'Absolute upper-left Y:', 'Width:', 'Height:']
    : ['X=', 'Y=', 'WIDTH=', 'HEIGHT='];
  const numbers = names.map((name) =>
    Number(new RegExp(`^\\s*${name}\\s*(-?\\d+)`, 'm').exec(told)?.[1] ?? Number.NaN),
  );
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  return numbers.every(Number.isFinite) ? { x, y, width, height } : undefined;
}
