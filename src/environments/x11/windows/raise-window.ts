import { HandrailError } from '../../../core/errors.js';
import type { ChangeSignal } from '../../screen/screen.js';
import type { XConnection } from '../protocol/connection.js';
import { focusOf, mapWindow, raiseWindow, sendMessage, setFocus, toManager } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import type { Windows } from './windows.js';

export interface RaiseParts {
  x: XConnection;
  properties: Properties;
  windows: Windows;
  stir: ChangeSignal;
}

const patienceMs = 1500;
const fromPager = 2;

/** Brings a window to the front and gives it the person's keys; comes back when it has them. */
export async function raise({ x, properties, windows, stir }: RaiseParts, number: number): Promise<void> {
  mapWindow(x, number);
  const managed = await windows.managed();
  if (managed) {
    const activate = await properties.atom('_NET_ACTIVE_WINDOW');
    sendMessage(x, x.root, number, activate, [fromPager, 0, 0], toManager);
  } else {
    raiseWindow(x, number);
    setFocus(x, number);
  }
  const until = performance.now() + patienceMs;
  for (;;) {
    const [active] = managed ? await properties.numbers(x.root, '_NET_ACTIVE_WINDOW') : [];
    const focused = await windows.clientOf(await focusOf(x));
    if (focused === number && (!managed || active === number)) return;
    const left = until - performance.now();
    if (left <= 0) break;
    await stir.next(Math.min(left, 100));
  }
  throw new HandrailError(
    'not_visible',
    'The window did not come to the front.',
    'It may be a window that takes no keys, or another one may not let go. Look again.',
  );
}
