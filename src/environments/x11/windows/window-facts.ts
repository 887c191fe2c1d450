import type { Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XConnection } from '../protocol/connection.js';
import { geometryOf, onScreen } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';

const dialogTypes = ['_NET_WM_WINDOW_TYPE_DIALOG'];
const tooltipTypes = ['_NET_WM_WINDOW_TYPE_TOOLTIP'];
const passingTypes = [
  '_NET_WM_WINDOW_TYPE_MENU',
  '_NET_WM_WINDOW_TYPE_DROPDOWN_MENU',
  '_NET_WM_WINDOW_TYPE_POPUP_MENU',
  ...tooltipTypes,
  '_NET_WM_WINDOW_TYPE_COMBO',
  '_NET_WM_WINDOW_TYPE_NOTIFICATION',
  '_NET_WM_WINDOW_TYPE_DND',
  '_NET_WM_WINDOW_TYPE_SPLASH',
];

/** What a window says of itself; its program's name is empty where it does not say. */
export interface WindowFacts
  extends Pick<ScreenWindow, 'app' | 'title' | 'pid' | 'dialog' | 'popup' | 'tooltip' | 'bounds'> {
  modal: boolean;
  hidden: boolean;
}

/** Undefined when the window is gone. */
export async function factsOf(
  x: XConnection,
  properties: Properties,
  window: number,
  overrideRedirect: boolean,
): Promise<WindowFacts | undefined> {
  const names = async (property: string): Promise<(string | undefined)[]> => {
    const atoms = await properties.numbers(window, property);
    return Promise.all(atoms.map((atom) => properties.nameOf(atom)));
  };
  const [geometry, corner, name, oldName, kind, process, types, states, transient, shadow] = await Promise.all([
    geometryOf(x, window),
    onScreen(x, window, { x: 0, y: 0 }),
    properties.text(window, '_NET_WM_NAME'),
    properties.text(window, 'WM_NAME'),
    properties.text(window, 'WM_CLASS'),
    properties.numbers(window, '_NET_WM_PID'),
    names('_NET_WM_WINDOW_TYPE'),
    names('_NET_WM_STATE'),
    properties.numbers(window, 'WM_TRANSIENT_FOR'),
    properties.numbers(window, '_GTK_FRAME_EXTENTS'),
  ]);
  if (!geometry || !corner) return undefined;
  const is = (list: readonly string[]) => types.some((type) => type !== undefined && list.includes(type));
  const [instance, group] = (kind ?? '').split('\0');
  const owner = transient[0] ?? 0;
  const popup = overrideRedirect || is(passingTypes);
  return {
    app: instance || group || '',
    title: name ?? oldName ?? '',
    ...(process[0] ? { pid: process[0] } : {}),
    popup,
    ...(is(tooltipTypes) ? { tooltip: true } : {}),
    dialog: !popup && (is(dialogTypes) || states.includes('_NET_WM_STATE_MODAL') || (owner !== 0 && owner !== x.root)),
    modal: !popup && states.includes('_NET_WM_STATE_MODAL'),
    hidden: states.includes('_NET_WM_STATE_HIDDEN'),
    bounds: without(shadow, { ...corner, width: geometry.width, height: geometry.height }),
  };
}

/** Programs that draw their own frame draw its shadow into their window, too. */
function without([left = 0, right = 0, top = 0, bottom = 0]: readonly number[], bounds: Rect): Rect {
  return {
    x: bounds.x + left,
    y: bounds.y + top,
    width: Math.max(1, bounds.width - left - right),
    height: Math.max(1, bounds.height - top - bottom),
  };
}
