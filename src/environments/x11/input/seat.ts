import type { Modifier } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import type { KeyChord } from '../../../core/keys.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { FocusGuard } from '../focus/focus-guard.js';
import { createQuietFocus } from '../focus/quiet-focus.js';
import { type XConnection, XRefusal } from '../protocol/connection.js';
import { childAt, destroyWindow } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { coreKeyboard, type Xkb } from '../protocol/xkb.js';
import type { Ping } from '../windows/ping-window.js';
import type { Windows } from '../windows/windows.js';
import type { Seat } from '../x-display.js';
import { type Devices, personsPointer } from './devices.js';
import { createDropWait } from './drop-wait.js';
import { createTidyKeys, type TidyKeys } from './release-spare-keys.js';
import { createSeatKeyboard, type SeatKeyboard } from './seat-keyboard.js';
import { createSeatPointer, type Nudge, type SeatPointer } from './seat-pointer.js';
import { addSeatDevices } from './second-seat-devices.js';
import { createSpareKeys, sweepSpareKeys } from './spare-keys.js';

export interface SeatParts {
  x: XConnection;
  properties: Properties;
  windows: Windows;
  devices: Devices;
  xkb: Xkb;
  guard: FocusGuard;
  /** Comes back when a program has read its keys. */
  read(window: number): Promise<void>;
  ping: Ping;
}

/**
 * A second pointer and keyboard. Throws `background_unavailable` where the server has no such thing.
 *
 * The person's pointer, keyboard, focus and layout stay as they are. The person's keyboard has spare keys with other meanings while
 * characters are typed that the layout lacks; a program that a window is opened by may be given the focus by the window manager for a
 * moment. A click reaches what is on top at that place and nothing below.
 */
export async function takeSecondSeat(parts: SeatParts): Promise<Seat> {
  const { x, properties, devices, xkb, guard } = parts;
  const { pointer, keyboard, sendingPointer, sendingKeyboard, cover, window, isAlone } = await addSeatDevices(parts);
  if (isAlone) await sweepSpareKeys(x, xkb, properties);
  guard.ours([pointer, keyboard, sendingPointer, sendingKeyboard]);
  const spare = createSpareKeys(x, xkb, properties);
  const tidy = createTidyKeys(spare);

  const keys = createSeatKeyboard({
    x,
    xkb,
    spare,
    keyboard,
    own: [sendingKeyboard, keyboard],
    fake: (what, keycode) => devices.fake(what, keycode, sendingKeyboard),
  });
  const hand = createSeatPointer({
    x,
    warp: (to) => devices.warp(pointer, to),
    fake: (what, button) => devices.fake(what, button, sendingPointer),
    async shield(path, button) {
      await Promise.all(path.map((one) => devices.grabButton(one, button, pointer)));
      return {
        letThrough() {
          for (const _window of path) devices.replay(pointer); // each of them holds it once
        },
        end() {
          for (const one of path) devices.ungrabButton(one, button, pointer);
        },
      };
    },
  });
  const { give, rest } = createQuietFocus({
    x,
    devices,
    keyboard,
    ...(cover ? { cover: cover.keyboard } : {}),
    home: window,
    windows: parts.windows,
  });
  let left = false;
  return {
    ...seatOf(parts, keys, hand, {
      focus: give,
      begin: (window) => guard.keep(window === undefined ? {} : { window }),
      rest,
      tidy,
      lend: (window) => devices.setPointerOf(window, pointer),
      takeBack: (window) => devices.setPointerOf(window, personsPointer),
    }),
    async leave() {
      if (left) return;
      left = true;
      keys.letGo();
      hand.letGo();
      await tidy.now();
      rest();
      devices.removeMaster(pointer);
      if (cover) devices.removeMaster(cover.pointer);
      destroyWindow(x, window);
      await x.roundTrip();
    },
  };
}

/** The person's own pointer and keyboard, for work in the foreground. */
export async function takeOwnSeat(parts: SeatParts): Promise<Seat> {
  const { x, properties, devices, xkb } = parts;
  const spare = createSpareKeys(x, xkb, properties);
  const tidy = createTidyKeys(spare);
  const keys = createSeatKeyboard({ x, xkb, spare, keyboard: coreKeyboard, own: [], fake: devices.fakeCore });
  const hand = createSeatPointer({ x, warp: devices.fakeCoreMotion, fake: devices.fakeCore });
  return {
    ...seatOf(parts, keys, hand, {
      focus: async () => undefined,
      begin: async () => undefined,
      rest: () => undefined,
      tidy,
      lend: () => undefined,
      takeBack: () => undefined,
    }),
    async leave() {
      keys.letGo();
      hand.letGo();
      await tidy.now();
      await x.roundTrip();
    },
  };
}

interface SeatWays {
  /** Gives the keyboard to a window. */
  focus(window: number): Promise<void>;
  /** Comes before everything that may make a program open windows, with the window it is done to. */
  begin(window?: number): Promise<void>;
  /** Takes the keyboard from the window that has it. */
  rest(): void;
  tidy: TidyKeys;
  /** The program of this window takes our pointer and keyboard for those there are. */
  lend(window: number): void;
  takeBack(window: number): void;
}

/**
 * What makes programs open and close windows. A window manager takes a window with our keyboard for the one in use, and gives the person's
 * focus to the dialogs it opens, or to another when it goes: so it is not to have our keyboard by then. Plain typing leaves it there, because
 * what is being edited in place ends with the focus.
 */
function isCommand({ key, modifiers }: KeyChord): boolean {
  return modifiers.some((one) => one !== 'Shift') || key === 'Enter' || key === 'Escape';
}

function seatOf(
  { x, windows, read, properties, ping }: SeatParts,
  keys: SeatKeyboard,
  hand: SeatPointer,
  { focus, begin, rest, tidy, lend, takeBack }: SeatWays,
): Omit<Seat, 'leave'> {
  const dropWait = createDropWait(x, properties, ping);
  const clientAt = async (point: Point): Promise<number | undefined> =>
    windows.clientOf(await childAt(x, x.root, { x: Math.round(point.x), y: Math.round(point.y) }));
  /** GTK heeds keys that are held around a click only in a window that has the keyboard. */
  async function holding(modifiers: readonly Modifier[], client: number | undefined, work: () => Promise<void>) {
    if (modifiers.length > 0 && client !== undefined)
      await focus(client).catch((error: unknown) => {
        if (!(error instanceof XRefusal)) throw error; // it takes no keys, and may heed the click all the same
      });
    await keys.holding(modifiers, work);
  }
  async function attend(window: ScreenWindow): Promise<number> {
    const number = windows.numberOf(window);
    if (number === undefined) throw gone(window);
    await begin(number);
    try {
      await focus(number);
    } catch (error) {
      if (!(error instanceof XRefusal)) throw error;
      throw new HandrailError(
        'not_visible',
        `The window "${window.title}" is not shown, so it takes no keys.`,
        'Bring it up first: focus_app with raise.',
        { cause: error },
      );
    }
    return number;
  }
  return {
    move: hand.move,
    async press(button) {
      await begin();
      await hand.press(button);
    },
    release: hand.release,
    async click(point, { button, count, modifiers }) {
      const client = await clientAt(point);
      await begin(client);
      await hand.move(point);
      await holding(modifiers, client, () => hand.click(button, count));
    },
    async drag(path, modifiers, signal) {
      const [source, target] = await Promise.all([path[0], path.at(-1)].map((point) => point && clientAt(point)));
      await begin(source);
      const clients = [source, target].flatMap((client) => client ?? []);
      const arrived = (nudge: Nudge) => dropWait(clients, nudge, signal);
      await holding(modifiers, source, () => hand.drag(path, arrived, signal));
    },
    async scroll(point, by, modifiers) {
      await hand.move(point);
      await keys.holding(modifiers, () => hand.wheel(by));
    },
    async attend(window) {
      await read(await attend(window));
    },
    async type(text, window, signal) {
      const number = await attend(window);
      await tidy.typing(
        (isRead) => keys.type(text, isRead, signal),
        () => read(number),
      );
    },
    async key(chord, how, window, signal) {
      const number = await attend(window);
      const after = isCommand(chord) && how.phase === undefined ? { sent: rest } : {};
      await tidy.typing(
        (isRead) => keys.key(chord, { ...how, ...after }, isRead, signal),
        () => read(number),
      );
    },
    async lending(window, act) {
      const number = windows.numberOf(window);
      if (number === undefined) throw gone(window);
      lend(number);
      try {
        return await act();
      } finally {
        takeBack(number);
      }
    },
    async letGo() {
      keys.letGo();
      hand.letGo();
      rest();
      await x.roundTrip();
    },
  };
}

function gone(window: ScreenWindow): HandrailError {
  return new HandrailError('stale_element', `The window "${window.title}" is gone.`, 'Look again.');
}
