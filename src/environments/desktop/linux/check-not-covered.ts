import { HandrailError } from '../../../core/errors.js';
import { contains } from '../../../core/geometry.js';
import { notVisible } from '../../screen/prepare/action-target.js';
import type { PointerTarget, ScreenWindow } from '../../screen/screen.js';
import type { XDisplay } from '../../x11/x-display.js';

/** Throws `covered` when the pointer would reach another window than the target's. */
export async function checkNotCovered(target: PointerTarget, x: XDisplay): Promise<void> {
  if (target.x < 0 || target.y < 0) throw notVisible();
  const { window } = target;
  if (!window) return;
  const top = await x.windowAt(target);
  if (top?.id === window.id) return;
  // A menu of the same program over its own window is the intended target of a click there.
  if (top?.popup && top.pid !== undefined && top.pid === window.pid && !target.node) return;
  if (target.fromPicture && top && !contains(top.bounds, target)) return; // on the frame, which is not part of `bounds`
  throw top ? covered(target, window, top) : hidden(window);
}

function covered({ x, y, node }: PointerTarget, window: ScreenWindow, top: ScreenWindow): HandrailError {
  const alternative = node
    ? 'Choose an element that can be clicked in the background'
    : 'Use an element instead of a point';
  return new HandrailError(
    'covered',
    `At (${x}, ${y}) the window "${top.title}" of ${top.app} covers "${window.title}".`,
    `${alternative}, use keys or set_value, or raise the window: focus_app "${window.app}" with raise.`,
  );
}

function hidden({ title, app, shown }: ScreenWindow): HandrailError {
  return shown
    ? new HandrailError('not_visible', `The point is no longer inside the window "${title}".`, 'Observe again.')
    : new HandrailError(
        'not_visible',
        `The window "${title}" is minimised.`,
        `Use an element instead of a point, or show the window: focus_app "${app}" with raise.`,
      );
}
