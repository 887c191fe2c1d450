import { HandrailError } from '../../../core/errors.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XConnection } from '../protocol/connection.js';
import { eventMasks, selectEvents } from '../protocol/core-requests.js';

/** Ids of windows. The server reuses the number of a destroyed window, an id is never reused. */
export interface WindowIds {
  idOf(number: number): string;
  /** The number of a registered window. Undefined after it was destroyed. */
  numberOf(window: ScreenWindow): number | undefined;
  /** As `numberOf`. Throws `stale_element` after the window was destroyed. */
  requireNumber(window: ScreenWindow): number;
  /** Watches a window until it is destroyed. */
  register(number: number): void;
}

export function createWindowIds(x: XConnection): WindowIds {
  /** How often each number was used before. */
  const generations = new Map<number, number>();
  const registered = new Set<number>();
  x.onEvent((event) => {
    if (event.name === 'DestroyNotify' && registered.delete(event.wid))
      generations.set(event.wid, (generations.get(event.wid) ?? 0) + 1);
  });
  const idOf = (number: number): string => {
    const generation = generations.get(number) ?? 0;
    return `0x${number.toString(16)}${generation > 0 ? `.${generation}` : ''}`;
  };
  const numberOf = (window: ScreenWindow): number | undefined => {
    const number = Number.parseInt(window.id, 16);
    return registered.has(number) && idOf(number) === window.id ? number : undefined;
  };
  return {
    idOf,
    numberOf,
    requireNumber(window) {
      const number = numberOf(window);
      if (number !== undefined) return number;
      throw new HandrailError('stale_element', `The window "${window.title}" is gone.`, 'Observe again.');
    },
    register(number) {
      if (registered.has(number)) return;
      registered.add(number);
      selectEvents(x, number, eventMasks.structure | eventMasks.property);
    },
  };
}
