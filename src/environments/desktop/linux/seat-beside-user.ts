import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { Seat, XDisplay } from '../../x11/x-display.js';
import { checkSecondSeat, type SeatUse } from './second-seat-support.js';

/** A seat that exists only while an action needs it. */
export interface SeatBesideUser extends Seat {
  /** Call it after each action. Removes the second pointer and keyboard, unless they hold something, hover, or have a menu open. */
  endAction(): Promise<void>;
}

/**
 * The seat for a display with a user. In the window with the user's focus it is the user's pointer and keyboard, and the pointer returns to
 * its place. In other windows it is a second pair, which is added for one action, and only where it does no harm. Otherwise the input is
 * refused with `background_unavailable`.
 */
export async function openSeatBesideUser(x: XDisplay): Promise<SeatBesideUser> {
  const core = await x.openCoreSeat();
  let second: Seat | undefined;
  /** The seat that holds a key or a button. */
  let holding: Seat | undefined;
  /** The seat whose pointer was moved last. */
  let pointing: Seat | undefined;
  /** The pointer stays where it is until the next action. */
  let isHovering = false;
  /** The user's pointer position before this action moved the pointer. */
  let userPoint: Point | undefined;

  async function openSecond(window: ScreenWindow | undefined, use: SeatUse): Promise<Seat> {
    checkSecondSeat(window, use, await x.windows());
    second ??= await x.openSeat();
    return second;
  }

  async function seatFor(window: ScreenWindow | undefined, use: SeatUse): Promise<Seat> {
    const isActive = window !== undefined && (await x.focusedWindowId()) === window.id;
    return isActive ? core : openSecond(window, use);
  }

  async function seatAt(point: Point): Promise<Seat> {
    if (holding) return holding;
    const top = await x.windowAt(point);
    const seat = await seatFor(top?.popup ? await ownerOf(top) : top, 'pointer');
    if (seat === core) userPoint ??= await x.pointer();
    pointing = seat;
    return seat;
  }

  /** The window of the program that opened a menu. */
  async function ownerOf(popup: ScreenWindow): Promise<ScreenWindow> {
    const own = (await x.windows()).filter((one) => !one.popup && one.pid !== undefined && one.pid === popup.pid);
    return own.find(({ active }) => active) ?? own[0] ?? popup;
  }

  async function closeSecond(): Promise<void> {
    const seat = second;
    second = undefined;
    await seat?.close();
  }

  return {
    async move(point) {
      await (await seatAt(point)).move(point);
      isHovering = true;
    },
    async press(button) {
      const seat = pointing ?? (await seatAt(await x.pointer()));
      holding = seat;
      await seat.press(button);
    },
    async release(button) {
      await holding?.release(button);
      holding = undefined;
    },
    click: async (point, how) => (await seatAt(point)).click(point, how),
    async drag(path, modifiers, signal) {
      const [start] = path;
      if (start) await (await seatAt(start)).drag(path, modifiers, signal);
    },
    scroll: async (point, by, modifiers) => (await seatAt(point)).scroll(point, by, modifiers),
    async focusWindow(window) {
      // Without the focus, the program reports less. The input itself is refused later.
      const seat = await seatFor(window, 'keys').catch(ignoreUnavailable);
      await seat?.focusWindow(window);
    },
    type: async (text, window, signal) => (await seatFor(window, 'keys')).type(text, window, signal),
    async key(chord, how, window, signal) {
      const seat = holding ?? (await seatFor(window, 'keys'));
      if (how.phase === 'down') holding = seat;
      await seat.key(chord, how, window, signal);
      if (how.phase === 'up') holding = undefined;
    },
    lendDevices: async (window) => (await seatFor(window, 'pointer')).lendDevices(window),
    isGrabbed: async () => (await core.isGrabbed()) || ((await second?.isGrabbed()) ?? false),
    async releaseAll() {
      holding = undefined;
      await core.releaseAll();
      await second?.releaseAll();
    },
    async endAction() {
      const stays = holding !== undefined || isHovering;
      isHovering = false;
      if (stays) return;
      pointing = undefined;
      if (userPoint) await core.move(userPoint);
      userPoint = undefined;
      if (second && !(await second.isGrabbed())) await closeSecond();
    },
    async close() {
      await closeSecond();
      await core.close();
    },
  };
}

function ignoreUnavailable(error: unknown): undefined {
  if (error instanceof HandrailError && error.code === 'background_unavailable') return undefined;
  throw error;
}
