import { intersect, type Size } from '../../../core/geometry.js';
import type { NodeIds } from '../node-ids.js';
import type { ScreenNode, ScreenWindow } from '../screen.js';

/** The windows and nodes of the screen at the last read. Actions are prepared against it. */
export interface ScreenLayout {
  size: Size;
  /** All windows, front first. */
  windows: readonly ScreenWindow[];
  /** The windows of the environment's scope. */
  scopedWindows: readonly ScreenWindow[];
  /** The environment is limited to one program or window. */
  isScoped: boolean;
  nodes: ReadonlyMap<string, ScreenNode>;
  /** The tree was incomplete, so a missing node may still exist. */
  isPartial: boolean;
  ids: NodeIds;
  current: ScreenWindow | undefined;
}

/** All shown windows of the program of `window` when other programs cover it; otherwise none. */
export function coveredWindows(window: ScreenWindow | undefined, { windows }: ScreenLayout): readonly ScreenWindow[] {
  if (!window?.shown) return [];
  const index = windows.findIndex(({ id }) => id === window.id);
  const isSameProgram = ({ id, pid }: ScreenWindow): boolean =>
    id === window.id || (pid !== undefined && pid === window.pid);
  const isCovered = windows
    .slice(0, index)
    .some((other) => other.shown && !isSameProgram(other) && intersect(other.bounds, window.bounds));
  return isCovered ? windows.filter((other) => other.shown && isSameProgram(other)) : [];
}
