import type { FocusGuard } from '../focus/focus-guard.js';
import { createQuietFocus } from '../focus/quiet-focus.js';
import type { XConnection } from '../protocol/connection.js';
import { destroyWindow } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { coreKeyboard, type Xkb } from '../protocol/xkb.js';
import type { Ping } from '../windows/ping-window.js';
import type { Windows } from '../windows/windows.js';
import type { Seat } from '../x-display.js';
import { type Devices, type FakeEvent, userKeyboard, userPointer } from './devices.js';
import { createHeldInputMark, releaseStaleInput } from './held-input-mark.js';
import { createSpareKeyRelease } from './release-spare-keys.js';
import { createSeatActions } from './seat-actions.js';
import { createSeatKeyboard } from './seat-keyboard.js';
import { createSeatPointer } from './seat-pointer.js';
import { addSeatDevices } from './second-seat-devices.js';
import { createSpareKeys, removeStaleSpareKeys } from './spare-keys.js';
import type { WaitUntilKeysRead } from './wait-until-keys-read.js';

export interface SeatOptions {
  x: XConnection;
  properties: Properties;
  windows: Windows;
  devices: Devices;
  xkb: Xkb;
  focusGuard: FocusGuard;
  waitUntilKeysRead: WaitUntilKeysRead;
  ping: Ping;
}

/**
 * Opens a second pointer and keyboard. Throws `background_unavailable` when the server does not support them.
 *
 * The user's pointer, keyboard, focus and layout stay as they are, with two exceptions: the user's keyboard has spare keys with other symbols
 * while characters are typed that the layout lacks, and a window manager may focus a new window for a moment. A click reaches the window on
 * top at that position only.
 */
export async function openSecondSeat(options: SeatOptions): Promise<Seat> {
  const { properties, devices, focusGuard, windows } = options;
  const { x, xkb, unsubscribe } = trackSubscriptions(options);
  const seat = await addSeatDevices(options);
  const { pointer, keyboard: keyboardId, sendingPointer, sendingKeyboard, cover } = seat;
  if (seat.isOnlySeat) await removeStaleSpareKeys(x, xkb, properties);
  focusGuard.addDevices([pointer, keyboardId, sendingPointer, sendingKeyboard]);
  const spareKeys = createSpareKeys(x, xkb, properties);
  const spareKeyRelease = createSpareKeyRelease(spareKeys);
  const keyboard = createSeatKeyboard({
    x,
    xkb,
    spareKeys,
    keyboard: keyboardId,
    copies: [sendingKeyboard, keyboardId],
    fake: (event, keycode) => devices.fake(event, keycode, sendingKeyboard),
  });
  const mouse = createSeatPointer({
    x,
    movePointer: (to) => devices.movePointer(pointer, to),
    fake: (event, button) => devices.fake(event, button, sendingPointer),
    async shield(path, button) {
      await Promise.all(path.map((window) => devices.grabButton(window, button, pointer)));
      return {
        letThrough() {
          for (const _window of path) devices.replay(pointer); // each grab holds the press once
        },
        remove() {
          for (const window of path) devices.ungrabButton(window, button, pointer);
        },
      };
    },
  });
  const { focus, unfocus } = createQuietFocus({
    x,
    devices,
    keyboard: keyboardId,
    coverKeyboard: cover?.keyboard,
    idleWindow: seat.window,
    windows,
  });
  let isClosed = false;
  return {
    ...createSeatActions(options, keyboard, mouse, {
      focus,
      unfocus,
      beforeAction: (window) => focusGuard.start({ window }),
      spareKeyRelease,
      lend: (window) => devices.setClientPointer(window, pointer),
      takeBack: (window) => devices.setClientPointer(window, userPointer),
      masters: [pointer, keyboardId],
    }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      keyboard.releaseAll();
      mouse.releaseAll();
      await spareKeyRelease.releaseNow();
      unfocus();
      devices.removeMaster(pointer);
      if (cover) devices.removeMaster(cover.pointer);
      destroyWindow(x, seat.window);
      unsubscribe();
      await x.sync();
    },
  };
}

/** The connection with all event subscriptions of a seat. Seats come and go on one connection. */
function trackSubscriptions({ x, xkb }: SeatOptions): Pick<SeatOptions, 'x' | 'xkb'> & { unsubscribe(): void } {
  const ends: (() => void)[] = [];
  const track = (end: () => void): (() => void) => {
    ends.push(end);
    return end;
  };
  return {
    x: { ...x, onEvent: (...listeners) => track(x.onEvent(...listeners)) },
    xkb: { ...xkb, onMapChange: (listener) => track(xkb.onMapChange(listener)) },
    unsubscribe() {
      for (const end of ends) end();
    },
  };
}

/**
 * Opens the pointer and keyboard of the display itself (the core devices), for work in the foreground. Every program understands them, also
 * while it has a menu open.
 */
export async function openCoreSeat(options: SeatOptions): Promise<Seat> {
  const { x, properties, devices, xkb } = options;
  await releaseStaleInput(options);
  const mark = createHeldInputMark(options);
  const fake = (event: FakeEvent, detail: number): void => {
    mark.note(event, detail);
    devices.fakeUserEvent(event, detail);
  };
  const spareKeys = createSpareKeys(x, xkb, properties);
  const spareKeyRelease = createSpareKeyRelease(spareKeys);
  const keyboard = createSeatKeyboard({ x, xkb, spareKeys, keyboard: coreKeyboard, copies: [], fake });
  const mouse = createSeatPointer({ x, movePointer: devices.fakeUserMotion, fake });
  const actions = createSeatActions(options, keyboard, mouse, {
    focus: async () => undefined,
    unfocus: () => undefined,
    beforeAction: async () => undefined,
    spareKeyRelease,
    lend: () => undefined,
    takeBack: () => undefined,
    masters: devices.missing ? [] : [userPointer, userKeyboard],
  });
  return {
    ...actions,
    async press(button) {
      await actions.press(button);
      await mark.save();
    },
    async release(button) {
      await actions.release(button);
      await mark.save();
    },
    async key(...parameters) {
      await actions.key(...parameters);
      await mark.save();
    },
    async releaseAll() {
      await actions.releaseAll();
      await mark.save();
    },
    async close() {
      keyboard.releaseAll();
      mouse.releaseAll();
      await spareKeyRelease.releaseNow();
      await mark.save();
      await x.sync();
    },
  };
}
