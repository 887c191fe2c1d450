import type { Size } from '../../core/geometry.js';
import type { Eyes, ScreenWindow } from '../screen/screen.js';

const lockers = /lock|screen-?saver|xsecurelock|greeter/i;

/** The program that has locked the screen, if one has: it stands in front of everything, all over, outside of the window manager. */
export function lockerOf(windows: readonly ScreenWindow[], { width, height }: Size): string | undefined {
  const front = windows.find(({ shown }) => shown);
  if (!front?.popup) return undefined;
  const { bounds, app, title } = front;
  const coversAll =
    bounds.x <= 0 && bounds.y <= 0 && bounds.x + bounds.width >= width && bounds.y + bounds.height >= height;
  if (!coversAll || !lockers.test(`${app} ${title}`)) return undefined;
  return app || title;
}

/** Eyes that say so when the screen is locked, instead of showing what lies behind. */
export function withLockSeen(eyes: Eyes): Eyes {
  return {
    ...eyes,
    async tree(request, signal) {
      const [size, windows] = await Promise.all([eyes.size(signal), eyes.windows(signal)]);
      const locker = lockerOf(windows, size);
      const tree = await eyes.tree(request, signal);
      if (locker === undefined) return tree;
      const said = `The screen is locked by ${locker}: a person has to unlock it.`;
      return { ...tree, incomplete: tree.incomplete ? `${said} ${tree.incomplete}` : said };
    },
  };
}
