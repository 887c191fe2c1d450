import type { XConnection } from './connection.js';
import { focusOf, pointerOf, setFocus } from './core-requests.js';
import type { Devices } from './devices.js';
import type { Properties } from './properties.js';
import { timeOf } from './server-time.js';
import { createStackGuard } from './stack-guard.js';
import type { Windows } from './windows.js';
import { u32 } from './wire.js';

/**
 * Keeps the person's focus where it is, and the person's window in front. Window managers give the focus to a window that just came up, and
 * put it on top; where that was not the person's doing, the window that had both gets them back.
 */
export interface FocusGuard {
  /** From now on, for so many milliseconds: from programs that were given work, and while one is being started, from all that is new. */
  keep(how?: KeepHow): Promise<void>;
  /** Another window is about to get the focus, and is meant to. */
  release(): void;
  /** Devices that are not the person's. */
  ours(devices: readonly number[]): void;
}

export interface KeepHow {
  ms?: number;
  /** Of the program that is about to be given work. */
  window?: number;
  /** A program is being started: any window that comes is taken for its own. */
  starting?: boolean;
}

export interface FocusGuardParts {
  x: XConnection;
  properties: Properties;
  windows: Windows;
  note?: (text: string) => void;
}

/** Programs that are asked for something answer with a window within this time, on a busy machine, too. */
const usualMs = 5000;
/** What happens so soon after a click of the person is the person's doing. */
const personMs = 700;
/** Window managers that look when a person was last busy; others would only tell the person's program of a property that changed. */
const heeding = /^(metacity|marco|mutter|muffin|gnome shell|kwin)/i;
/** So long do programs take for what they are told. */
const busyMs = 1500;
const mostReturns = 20;
const altOrSuper = (1 << 3) | (1 << 6);

interface Person {
  /** The window that has the keys: of a program, or a part of it. */
  focus: number;
  /** The window of the program. */
  client: number;
}

export function createFocusGuard({ x, properties, windows, note }: FocusGuardParts, devices: Devices): FocusGuard {
  const notPersons = new Set<number>();
  /** Programs that were given work, by their connection. */
  const working = new Set<number>();
  /** Windows that were there when it began. */
  let known = new Set<number>();
  let starting = false;
  const isOurs = (window: number): boolean =>
    working.has(x.ownerOf(window)) || (starting && !known.has(window) && window > 1);
  const stack = createStackGuard({ x, properties, windows }, isOurs);
  let until = 0;
  let person: Person | undefined;
  let actedAt = Number.NEGATIVE_INFINITY;
  let returns = 0;
  const isOn = () => performance.now() < until;
  const isPersonsDoing = () => performance.now() - actedAt < personMs;

  devices.listenToInput((device, what) => {
    if (notPersons.has(device) || !isOn()) return;
    if (what === 'button') act();
    else askForSteering().catch(() => undefined); // the display is gone, and everything else says so
  });

  /** A click, or keys that are meant for the window manager: what changes now is the person's doing. */
  function act(): void {
    actedAt = performance.now();
    stack.stop();
  }
  /** Keys that a person types into a window move no focus; those that do are held together with Alt or Super. */
  async function askForSteering(): Promise<void> {
    if ((await pointerOf(x)).state & altOrSuper) act();
  }

  async function learn(): Promise<void> {
    const focus = await focusOf(x);
    const [client, list, managed] = await Promise.all([windows.clientOf(focus), windows.order(), windows.managed()]);
    known = new Set(list);
    returns = 0;
    // A window manager that gives the keys to nobody gives them to a window of its own.
    person = client === undefined || (managed && !known.has(client)) ? undefined : { focus, client };
    if (!person) return stack.stop();
    devices.listenToFocus(focus);
    await stack.keep(person.client);
  }

  /**
   * Window managers that leave the focus to a person who is busy with something else know it from this. Programs of the older kind do not say
   * it, and all others say it late; what our keys bring about is to be earlier.
   */
  async function sayBusy({ client }: Person): Promise<void> {
    if (!heeding.test(await windows.managerName())) return;
    const [[other], name, number] = await Promise.all([
      properties.numbers(client, '_NET_WM_USER_TIME_WINDOW'),
      properties.atom('_NET_WM_USER_TIME'),
      properties.atom('CARDINAL'),
    ]);
    properties.write(other || client, name, number, 32, u32((await timeOf(x, properties)) + busyMs));
  }

  async function giveBack(): Promise<void> {
    const former = person;
    const taker = await focusOf(x);
    if (!former || !isOn() || taker === former.focus) return;
    const isOwn = taker > 1 && x.ownerOf(taker) === x.ownerOf(former.client);
    if (isOwn || isPersonsDoing() || !isOurs(taker)) return learn();
    returns += 1;
    if (returns > mostReturns) return;
    setFocus(x, former.focus); // nothing happens when that window is gone
    const list = await windows.list();
    const title = (number: number | undefined) => list.find((window) => window.number === number)?.title;
    const name = title(await windows.clientOf(taker));
    if (name) note?.(`"${name}" took the focus by itself; it was given back to "${title(former.client) ?? ''}".`);
  }

  devices.onFocusOut((keyboard, window) => {
    if (notPersons.has(keyboard) || window !== person?.focus || !isOn()) return;
    giveBack().catch(() => undefined); // the display is gone, and everything else says so
  });

  return {
    async keep({ ms = usualMs, window, starting: isStarting = false } = {}) {
      const wasOn = isOn();
      starting = isStarting;
      if (window !== undefined) working.add(x.ownerOf(window));
      until = performance.now() + ms;
      stack.until(until);
      if (!wasOn || !person) await learn();
      if (person && window !== undefined && x.ownerOf(person.client) !== x.ownerOf(window)) await sayBusy(person);
    },
    release() {
      until = 0;
      person = undefined;
      stack.stop();
    },
    ours(ids) {
      for (const id of ids) notPersons.add(id);
    },
  };
}
