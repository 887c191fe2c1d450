import type { Rect } from '../../core/geometry.js';
import type { ChangeSignal } from '../screen/screen.js';
import { createChangeNotifier } from '../screen/settle/change-notifier.js';
import type { XConnection } from './protocol/connection.js';
import { eventMasks, selectEvents } from './protocol/core-requests.js';
import type { DamageArea, XEvent } from './protocol/events.js';
import type { Properties } from './protocol/properties.js';

/** Levels of damage reports: every growth of the bounding box, or only the first drawing. */
const reportBoundingBox = 2;
const reportNonEmpty = 3;

/** Notifies when a program draws, a window opens, closes or moves, or a window property changes. */
export interface WindowChanges extends ChangeSignal {
  /** Also notifies when this window is drawn where it is covered. The server must retain its pixels. */
  watch(window: number): void;
  /** False when the server lacks the Damage extension. */
  reportsDrawing: boolean;
  /** Subscribes to the areas of the screen that are drawn. */
  onDraw(listener: (area: Rect) => void): void;
}

export async function createWindowChanges(x: XConnection, properties: Properties): Promise<WindowChanges> {
  const userTime = await properties.atom('_NET_WM_USER_TIME');
  const damage = await x.extension('damage');
  const screenDamage = x.allocateId();
  if (damage) x.send(() => damage.Create(screenDamage, x.root, reportBoundingBox));
  const watch = (drawable: number): void => {
    if (damage) x.send(() => damage.Create(x.allocateId(), drawable, reportNonEmpty));
  };
  // Replies to pings arrive with these events, too: GTK sends them to the substructure mask, Qt to the structure mask.
  selectEvents(x, x.root, eventMasks.substructure | eventMasks.structure | eventMasks.property);
  const ourOwner = x.ownerOf(x.allocateId());
  const isChange = (event: XEvent): boolean => {
    switch (event.name) {
      case 'DestroyNotify':
      case 'UnmapNotify':
      case 'MapNotify':
      case 'ConfigureNotify':
      case 'DamageNotify':
        return true;
      case 'PropertyNotify': // the user time changes with every key and shows nothing; our own windows are hidden
        return event.atom !== userTime && x.ownerOf(event.wid) !== ourOwner;
      default:
        return false;
    }
  };
  const drawListeners: ((area: Rect) => void)[] = [];
  const notifier = createChangeNotifier();
  x.onEvent((event) => {
    // The server reports damage again only after it was subtracted.
    if (event.name === 'DamageNotify') {
      x.send(() => damage?.Subtract(event.damage, 0, 0));
      if (event.damage === screenDamage) for (const listener of drawListeners) listener(toRect(event.area));
    }
    if (isChange(event)) notifier.notify();
  });
  void x.lost.then(notifier.fail);
  return {
    watch,
    reportsDrawing: damage !== undefined,
    onDraw: (listener) => void drawListeners.push(listener),
    count: notifier.count,
    waitForChange: notifier.waitForChange,
  };
}

function toRect({ x, y, w, h }: DamageArea): Rect {
  return { x, y, width: w, height: h };
}
