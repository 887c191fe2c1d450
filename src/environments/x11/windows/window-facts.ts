import type { Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XConnection } from '../protocol/connection.js';
import { readGeometry, toScreen } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';

const dialogTypes = ['_NET_WM_WINDOW_TYPE_DIALOG'];
const tooltipTypes = ['_NET_WM_WINDOW_TYPE_TOOLTIP'];
const popupTypes = [
  '_NET_WM_WINDOW_TYPE_MENU',
  '_NET_WM_WINDOW_TYPE_DROPDOWN_MENU',
  '_NET_WM_WINDOW_TYPE_POPUP_MENU',
  ...tooltipTypes,
  '_NET_WM_WINDOW_TYPE_COMBO',
  '_NET_WM_WINDOW_TYPE_NOTIFICATION',
  '_NET_WM_WINDOW_TYPE_DND',
  '_NET_WM_WINDOW_TYPE_SPLASH',
];

/** The properties of a window. `app` is empty when the window does not name its program. */
export interface WindowFacts
  extends Pick<ScreenWindow, 'app' | 'title' | 'pid' | 'dialog' | 'popup' | 'tooltip' | 'bounds'> {
  modal: boolean;
  hidden: boolean;
}

/** Undefined when the window is gone. */
export async function readWindowFacts(
  x: XConnection,
  properties: Properties,
  window: number,
  overrideRedirect: boolean,
): Promise<WindowFacts | undefined> {
  const atomNames = async (property: string): Promise<(string | undefined)[]> => {
    const atoms = await properties.numbers(window, property);
    return Promise.all(atoms.map((atom) => properties.atomName(atom)));
  };
  const [geometry, corner, name, legacyName, windowClass, [pid], types, states, [owner = 0], shadow] =
    await Promise.all([
      readGeometry(x, window),
      toScreen(x, window, { x: 0, y: 0 }),
      properties.text(window, '_NET_WM_NAME'),
      properties.text(window, 'WM_NAME'),
      properties.text(window, 'WM_CLASS'),
      properties.numbers(window, '_NET_WM_PID'),
      atomNames('_NET_WM_WINDOW_TYPE'),
      atomNames('_NET_WM_STATE'),
      properties.numbers(window, 'WM_TRANSIENT_FOR'),
      properties.numbers(window, '_GTK_FRAME_EXTENTS'),
    ]);
  if (!geometry || !corner) return undefined;
  const isOneOf = (list: readonly string[]) => types.some((type) => type !== undefined && list.includes(type));
  const [instance, className] = (windowClass ?? '').split('\0');
  const popup = overrideRedirect || isOneOf(popupTypes);
  const modal = !popup && states.includes('_NET_WM_STATE_MODAL');
  return {
    app: instance || className || '',
    title: name ?? legacyName ?? '',
    pid: pid || undefined,
    popup,
    tooltip: isOneOf(tooltipTypes) || undefined,
    dialog: !popup && (isOneOf(dialogTypes) || modal || (owner !== 0 && owner !== x.root)),
    modal,
    hidden: states.includes('_NET_WM_STATE_HIDDEN'),
    bounds: withoutShadow(shadow, { ...corner, width: geometry.width, height: geometry.height }),
  };
}

/** Programs that draw their own frame draw its shadow into their window, too. */
function withoutShadow([left = 0, right = 0, top = 0, bottom = 0]: readonly number[], bounds: Rect): Rect {
  return {
    x: bounds.x + left,
    y: bounds.y + top,
    width: Math.max(1, bounds.width - left - right),
    height: Math.max(1, bounds.height - top - bottom),
  };
}
