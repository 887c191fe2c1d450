import type { XConnection } from '../protocol/connection.js';
import type { Properties } from '../protocol/properties.js';
import { u32 } from '../protocol/raw-request.js';
import { readServerTime } from '../protocol/server-time.js';
import type { Windows } from '../windows/windows.js';

/**
 * Tells window managers that the user works with a window (_NET_WM_USER_TIME). They do not focus another window then, and place it below.
 * Older programs do not set this time, and others set it late.
 */
export interface UserActivity {
  /** Reads what is needed and reports activity in this window. */
  start(client: number): Promise<void>;
  /** Reports activity again without a round trip, unless it was reported a moment ago. */
  repeat(): void;
}

export interface UserActivityOptions {
  x: XConnection;
  properties: Properties;
  windows: Pick<Windows, 'managerName'>;
}

/** Window managers that read the time from the window itself, consider the last second only, and reject a future time. */
const usesCurrentTime = /^openbox/i;
/** Window managers that compare it with the time of the new window. For others the property would be useless. */
const usesFutureTime = /^(metacity|marco|mutter|muffin|gnome shell|kwin)/i;
const minIntervalMs = 300;
/** Programs need this long to process a request. */
const leadMs = 1500;

export function createUserActivity({ x, properties, windows }: UserActivityOptions): UserActivity {
  let report: (() => void) | undefined;
  let reportedAt = 0;

  return {
    async start(client) {
      report = undefined;
      const manager = await windows.managerName();
      const isFuture = usesFutureTime.test(manager);
      if (!isFuture && !usesCurrentTime.test(manager)) return;
      const [[timeWindow], [name, type], serverTime] = await Promise.all([
        isFuture ? properties.numbers(client, '_NET_WM_USER_TIME_WINDOW') : [],
        properties.atoms('_NET_WM_USER_TIME', 'CARDINAL'),
        readServerTime(x, properties),
      ]);
      const readAt = performance.now(); // measured after the reply, so the estimate is never ahead of the server
      const now = () => serverTime + Math.floor(performance.now() - readAt);
      report = () => {
        reportedAt = performance.now();
        properties.write(timeWindow || client, name, type, 32, u32(now() + (isFuture ? leadMs : 0)));
      };
      report();
    },
    repeat() {
      if (performance.now() - reportedAt > minIntervalMs) report?.();
    },
  };
}
