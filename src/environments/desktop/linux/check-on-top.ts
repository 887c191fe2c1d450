import { HandrailError } from '../../../core/errors.js';
import { contains } from '../../../core/geometry.js';
import type { PointerTarget, ScreenWindow } from '../../screen/screen.js';
import type { XDisplay } from '../../x11/x-display.js';

/** Makes sure that a pointer at this place reaches the window that is meant. Throws `covered` with what is in front. */
export async function checkOnTop(aim: PointerTarget, x: XDisplay): Promise<void> {
  if (aim.x < 0 || aim.y < 0)
    throw new HandrailError(
      'not_visible',
      'It is not shown anywhere now.',
      'Open what it is in first, or scroll to it.',
    );
  const { window } = aim;
  if (!window) return;
  const top = await x.windowAt(aim);
  if (top?.id === window.id) return;
  // A menu that a program opened over its own window is what a person would click there.
  if (top?.popup && top.pid !== undefined && top.pid === window.pid && !aim.node) return;
  if (aim.asShown && top && !contains(top.bounds, aim)) return; // on its frame, which is no part of it
  throw top ? covered(aim, window, top) : hidden(window);
}

function covered({ x, y, node }: PointerTarget, window: ScreenWindow, top: ScreenWindow): HandrailError {
  return new HandrailError(
    'covered',
    `At (${x}, ${y}) the window "${top.title}" of ${top.app} is in front of "${window.title}".`,
    `${node ? 'Choose an element that can be clicked in the background' : 'Give an element instead of a place'}, use keys or set_value, or raise the window: focus_app "${window.app}" with raise.`,
  );
}

function hidden({ title, app, shown }: ScreenWindow): HandrailError {
  return new HandrailError(
    'not_visible',
    shown ? `That place is not on the window "${title}" any more.` : `The window "${title}" is minimised.`,
    shown ? 'Observe again.' : `Give an element instead of a place, or show it: focus_app "${app}" with raise.`,
  );
}
