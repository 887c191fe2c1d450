import type { XConnection } from '../protocol/connection.js';
import type { Properties } from '../protocol/properties.js';

/** What a window manager that supports EWMH publishes on the root window. */
export interface WindowManager {
  isManaged(): Promise<boolean>;
  /** Empty when there is no window manager, or it has no name. */
  managerName(): Promise<string>;
  /** The program windows, front last. */
  stackingOrder(): Promise<number[]>;
}

export function createWindowManager(x: XConnection, properties: Properties): WindowManager {
  return {
    async isManaged() {
      const [manager] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
      if (!manager) return false;
      const [self] = await properties.numbers(manager, '_NET_SUPPORTING_WM_CHECK');
      return self === manager; // a window manager that is gone leaves its property on the root
    },
    async managerName() {
      const [manager] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
      return (manager && (await properties.text(manager, '_NET_WM_NAME'))) || '';
    },
    async stackingOrder() {
      const stacked = await properties.numbers(x.root, '_NET_CLIENT_LIST_STACKING');
      // Some window managers publish the stacking order only while there are windows.
      return stacked.length > 0 ? stacked : properties.numbers(x.root, '_NET_CLIENT_LIST');
    },
  };
}
