import type { XConnection } from '../protocol/connection.js';
import type { Properties } from '../protocol/properties.js';
import { timeOf } from '../protocol/server-time.js';
import { u32 } from '../protocol/wire.js';
import type { Windows } from '../windows/windows.js';

/**
 * Tells window managers that the person is busy with a window: they do not give the focus to another one then, and put it below. Programs of the
 * older kind do not say it themselves, and all others say it late.
 */
export interface BusyPerson {
  /** Learns what it takes. */
  begin(client: number): Promise<void>;
  /** Once more, without asking anything first; not more often than it is of use. */
  again(): void;
}

/** Window managers that take it from the window itself, look only at the last second, and believe no time to come. */
const heedingNow = /^openbox/i;
/** Those that compare it with the time of the new window; others would only tell the person's program of a property that changed. */
const heedingLater = /^(metacity|marco|mutter|muffin|gnome shell|kwin)/i;
const pauseMs = 300;
/** So long do programs take for what they are told. */
const busyMs = 1500;

export function createBusyPerson({
  x,
  properties,
  windows,
}: {
  x: XConnection;
  properties: Properties;
  windows: Pick<Windows, 'managerName'>;
}): BusyPerson {
  let say: (() => void) | undefined;
  let said = 0;

  return {
    async begin(client) {
      say = undefined;
      const manager = await windows.managerName();
      const isLater = heedingLater.test(manager);
      if (!isLater && !heedingNow.test(manager)) return;
      const [[other], name, number, time] = await Promise.all([
        isLater ? properties.numbers(client, '_NET_WM_USER_TIME_WINDOW') : [],
        properties.atom('_NET_WM_USER_TIME'),
        properties.atom('CARDINAL'),
        timeOf(x, properties),
      ]);
      const answered = performance.now(); // so what is reckoned from here is never ahead of the server
      const now = () => time + Math.floor(performance.now() - answered);
      say = () => {
        said = performance.now();
        properties.write(other || client, name, number, 32, u32(now() + (isLater ? busyMs : 0)));
      };
      say();
    },
    again() {
      if (performance.now() - said > pauseMs) say?.();
    },
  };
}
