import { HandrailError } from '../../../core/errors.js';
import { contains, type Point } from '../../../core/geometry.js';
import { notVisible } from '../prepare/action-target.js';
import type { PointerTarget, ScreenWindow } from '../screen.js';
import { sleep } from '../settle/sleep.js';

/** What is needed to bring a window to the front. */
export interface WindowControl {
  windows(): Promise<ScreenWindow[]>;
  /** The window that a click at this position would hit. */
  windowAt(point: Point): Promise<ScreenWindow | undefined>;
  raise(window: ScreenWindow): Promise<void>;
}

const maxRaiseMs = 1_000;
const pollMs = 15;

interface UncoverParts {
  control: WindowControl;
  moveTo(point: Point, signal?: AbortSignal): Promise<unknown>;
}

/** Makes the pointer reach the target's window: raises the window if another one covers it. Throws `covered` when that fails. */
export async function uncoverTarget(
  target: PointerTarget,
  { control, moveTo }: UncoverParts,
  signal?: AbortSignal,
): Promise<void> {
  if (target.x < 0 || target.y < 0) throw notVisible();
  const { window } = target;
  if (!window || window.popup || (await isOnTop(target, window, control))) return;
  if (await isUnderTooltip(target, window, control)) await moveTo(target, signal);
  else await control.raise(window);
  if (await becomesTrue(() => isOnTop(target, window, control), signal)) return;
  const top = await control.windowAt(target);
  throw new HandrailError(
    'covered',
    top
      ? `At (${target.x}, ${target.y}) the window "${top.title}" of ${top.app} still covers "${window.title}".`
      : `The point is no longer inside the window "${window.title}".`,
    top?.dialog ? 'Answer the dialog first.' : 'Observe again.',
  );
}

async function isOnTop(target: PointerTarget, window: ScreenWindow, control: WindowControl): Promise<boolean> {
  const top = await control.windowAt(target);
  if (top?.id === window.id) return true;
  if (target.fromPicture && top && !contains(top.bounds, target)) return true; // on the frame, which is not part of `bounds`
  // A menu of the same program over its own window is the intended target of a click there.
  return top?.popup === true && !top.tooltip && isSameProgram(top, window) && !target.node;
}

/** A tooltip closes when the pointer moves. */
async function isUnderTooltip(target: PointerTarget, window: ScreenWindow, control: WindowControl): Promise<boolean> {
  const top = await control.windowAt(target);
  return top?.tooltip === true && isSameProgram(top, window);
}

function isSameProgram({ pid }: ScreenWindow, other: ScreenWindow): boolean {
  return pid !== undefined && pid === other.pid;
}

/** Raises a window and waits until it has the focus. */
export async function focusWindow(window: ScreenWindow, control: WindowControl, signal?: AbortSignal): Promise<void> {
  const hasFocus = async () => (await control.windows()).some(({ id, active }) => id === window.id && active);
  if (window.popup || (await hasFocus())) return;
  await control.raise(window);
  if (await becomesTrue(hasFocus, signal)) return;
  throw new HandrailError(
    'driver_failed',
    `The window "${window.title}" was raised but did not take the focus.`,
    'Click into it first.',
  );
}

async function becomesTrue(condition: () => Promise<boolean>, signal?: AbortSignal): Promise<boolean> {
  const until = performance.now() + maxRaiseMs;
  while (performance.now() < until && !signal?.aborted) {
    if (await condition()) return true;
    await sleep(pollMs, signal);
  }
  return false;
}
