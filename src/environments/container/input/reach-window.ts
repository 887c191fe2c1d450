import { HandrailError } from '../../../core/errors.js';
import { contains, type Point } from '../../../core/geometry.js';
import type { PointerTarget, ScreenWindow } from '../../screen/screen.js';
import { pause } from '../../screen/settle/settle.js';
import type { WindowControl } from './window-control.js';

const raiseMs = 1_000;
const glanceMs = 15;

interface Means {
  control: WindowControl;
  moveTo(point: Point, signal?: AbortSignal): Promise<unknown>;
}

/** Makes sure that a pointer at this place reaches the window that is meant: what is in front of it is put behind. */
export async function reach(aim: PointerTarget, { control, moveTo }: Means, signal?: AbortSignal): Promise<void> {
  if (aim.x < 0 || aim.y < 0)
    throw new HandrailError(
      'not_visible',
      'It is not shown anywhere now.',
      'Open what it is in first, or scroll to it.',
    );
  const { window } = aim;
  if (!window || window.popup || (await isOnTop(aim, window, control))) return;
  if (await isUnderTooltip(aim, window, control)) await moveTo(aim, signal);
  else await control.raise(window);
  const until = performance.now() + raiseMs;
  while (performance.now() < until && !signal?.aborted) {
    if (await isOnTop(aim, window, control)) return;
    await pause(glanceMs, signal);
  }
  const top = await control.windowAt(aim);
  throw new HandrailError(
    'covered',
    top
      ? `At (${aim.x}, ${aim.y}) the window "${top.title}" of ${top.app} stays in front of "${window.title}".`
      : `That place is not on the window "${window.title}" any more.`,
    top?.dialog ? 'Answer the dialog first.' : 'Observe again.',
  );
}

/** A menu that a program opened over its own window is what a person would click there. */
async function isOnTop(aim: PointerTarget, window: ScreenWindow, control: WindowControl): Promise<boolean> {
  const top = await control.windowAt(aim);
  if (top?.id === window.id) return true;
  if (aim.asShown && top && !contains(top.bounds, aim)) return true; // on its frame, which is no part of it
  return top?.popup === true && !top.tooltip && top.pid !== undefined && top.pid === window.pid && !aim.node;
}

/** A tooltip goes when the pointer leaves what it is about. */
async function isUnderTooltip(aim: PointerTarget, window: ScreenWindow, control: WindowControl): Promise<boolean> {
  const top = await control.windowAt(aim);
  return top?.tooltip === true && top.pid !== undefined && top.pid === window.pid;
}

/** Gives a window the keys, and waits until it has them. */
export async function giveKeys(window: ScreenWindow, control: WindowControl, signal?: AbortSignal): Promise<void> {
  const has = async () => (await control.windows()).find(({ id }) => id === window.id)?.active;
  if (window.popup || (await has())) return;
  await control.raise(window);
  const until = performance.now() + raiseMs;
  while (performance.now() < until && !signal?.aborted) {
    if (await has()) return;
    await pause(glanceMs, signal);
  }
  throw new HandrailError(
    'driver_failed',
    `The window "${window.title}" was asked to the front but did not take the keys.`,
    'Click into it first.',
  );
}
