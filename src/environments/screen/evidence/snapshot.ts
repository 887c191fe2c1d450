import type { View } from '../../../core/view.js';
import type { Pixels, ScreenWindow } from '../screen.js';

/** The elements and pixels of the whole screen at one moment. */
export interface Snapshot {
  view: View;
  pixels: Pixels;
  /** The windows that were drawn above all others. */
  onTop: readonly ScreenWindow[];
  /** All windows, front first. */
  windows: readonly ScreenWindow[];
  /** Process id of the target program, if any. Pixels of other programs' windows are no evidence. */
  actedPid?: number | undefined;
  /** When it was taken (performance.now). */
  at: number;
  tookMs: number;
}

/** True when exactly these windows were drawn above all others. */
export function hasOnTop({ onTop }: Snapshot, windows: readonly ScreenWindow[]): boolean {
  return onTop.length === windows.length && onTop.every(({ id }, index) => id === windows[index]?.id);
}

/** True when this snapshot is incomplete and the earlier one was complete. */
export function isLessComplete({ view }: Snapshot, earlier: Snapshot): boolean {
  return view.incomplete !== undefined && earlier.view.incomplete === undefined;
}
