import type { Devices } from '../input/devices.js';
import type { XConnection } from '../protocol/connection.js';
import { familyOf, focusOf, pointerOf, setFocus } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { calmWindows } from '../windows/clear-attention.js';
import { watchNewcomers } from '../windows/new-windows.js';
import { createStackGuard } from '../windows/stack-guard.js';
import type { Windows } from '../windows/windows.js';
import { createStrayKeys } from './stray-keys.js';
import { createBusyPerson } from './user-activity.js';

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
  /** What the start of the program was announced with. */
  startupId?: string;
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
/** Window managers that move the focus with the time of the last event they have heard of, which is mostly an old one. */
const late = /^xfwm4/i;
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
  let startupId: string | undefined;
  /** Of the window manager: it makes frames. */
  let manager: number | undefined;
  const isOurs = (window: number): boolean =>
    working.has(x.ownerOf(window)) || (starting && !known.has(window) && window > 1 && x.ownerOf(window) !== manager);
  const stack = createStackGuard({ x, properties, windows }, isOurs);
  const busy = createBusyPerson({ x, properties, windows });
  const stray = createStrayKeys(devices, (window) => {
    if (person && isUndisturbed() && isOurs(window)) setFocus(x, person.focus);
    else stray.stop();
  });
  let atoms: Awaited<ReturnType<typeof readAtoms>> | undefined;
  let isLateManager = false;
  /** The focus is elsewhere, and it is not known yet whose doing that is. */
  let isTaken = false;
  let calming: Promise<void> | undefined;
  let ending: NodeJS.Timeout | undefined;
  let until = 0;
  let person: Person | undefined;
  let actedAt = Number.NEGATIVE_INFINITY;
  let returns = 0;
  const isOn = () => performance.now() < until;
  const isPersonsDoing = () => performance.now() - actedAt < personMs;
  const isUndisturbed = () => person !== undefined && isOn() && !isPersonsDoing();

  devices.listenToInput((device, what) => {
    if (notPersons.has(device) || !isOn()) return;
    if (what === 'button') act();
    else askForSteering().catch(() => undefined); // the display is gone, and everything else says so
  });

  /** A click, or keys that are meant for the window manager: what changes now is the person's doing. */
  function act(): void {
    actedAt = performance.now();
    stack.stop();
    stray.stop();
  }
  /** Keys that a person types into a window move no focus; those that do are held together with Alt or Super. */
  async function askForSteering(): Promise<void> {
    if ((await pointerOf(x)).state & altOrSuper) act();
  }

  async function learn(): Promise<void> {
    const focus = await focusOf(x);
    const [client, managed] = await Promise.all([windows.clientOf(focus), windows.managed()]);
    const list = managed ? await windows.order() : ((await familyOf(x, x.root))?.children ?? []);
    known = new Set(list);
    returns = 0;
    // A window manager that gives the keys to nobody gives them to a window of its own.
    person = client === undefined || (managed && !known.has(client)) ? undefined : { focus, client };
    if (!person) return stack.stop();
    devices.listenToFocus(focus);
    for (const window of list) if (isOthers(window)) stray.watch(window);
    const [sign] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
    manager = sign && x.ownerOf(sign);
    isLateManager = late.test(await windows.managerName());
    await Promise.all([stack.keep(person.client), busy.begin(person.client)]);
  }

  /** A window of a program that works for us, while the person is busy with another program. */
  function isOthers(window: number): boolean {
    return person !== undefined && isOurs(window) && x.ownerOf(window) !== x.ownerOf(person.client);
  }

  /** Programs of the older kind do not say it themselves. */
  function sayStartedBy(window: number, id: string): void {
    if (atoms) properties.write(window, atoms.startup, atoms.text, 8, Buffer.from(id));
  }

  watchNewcomers(x, {
    meet(window) {
      if (!isUndisturbed() || !isOthers(window)) return false;
      stray.watch(window);
      if (startupId) sayStartedBy(window, startupId);
      busy.again();
      renew();
      return true;
    },
    await() {
      busy.again();
      renew();
    },
  });

  /** Managers that move the focus with the time of an older event come too late for a focus that was given just now. */
  function renew(): void {
    if (isLateManager && person && isUndisturbed() && !isTaken) setFocus(x, person.focus);
  }

  async function giveBack(): Promise<void> {
    const former = person;
    const taker = await focusOf(x);
    isTaken = false;
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
    isTaken = true;
    giveBack().catch(() => undefined); // the display is gone, and everything else says so
  });

  return {
    async keep({ ms = usualMs, window, starting: isStarting = false, startupId: id } = {}) {
      const wasOn = isOn();
      starting = isStarting;
      startupId = id;
      if (id) atoms ??= await readAtoms(properties);
      calming ??= calmWindows({ x, properties }, (one) => isOn() && isOthers(one));
      await calming;
      if (window !== undefined) working.add(x.ownerOf(window));
      until = performance.now() + ms;
      returns = 0;
      stack.until(until);
      clearTimeout(ending);
      ending = setTimeout(stray.stop, ms).unref();
      if (!wasOn || !person) await learn();
      else busy.again();
      if (window !== undefined && isOthers(window)) stray.watch(window);
    },
    release() {
      until = 0;
      person = undefined;
      stack.stop();
      stray.stop();
    },
    ours(ids) {
      for (const id of ids) notPersons.add(id);
    },
  };
}

async function readAtoms(properties: Properties) {
  const [startup, text] = await Promise.all([properties.atom('_NET_STARTUP_ID'), properties.atom('UTF8_STRING')]);
  return { startup, text };
}
