import type { Duplex } from 'node:stream';
import type { Button, Modifier } from '../../core/action.js';
import type { HandrailError } from '../../core/errors.js';
import type { Point, Rect, Size } from '../../core/geometry.js';
import type { KeyChord } from '../../core/keys/keys.js';
import type { ChangeSignal, Pixels, ScreenWindow } from '../screen/screen.js';
import type { StartupNotice } from './windows/startup-notice.js';

export interface XOptions {
  /** ':99'. */
  display: string;
  /** Connects to the server: a socket of this machine, or one inside a container. */
  dial(): Promise<Duplex>;
  /** The Xauthority file with the cookie of the server. */
  authority?: string;
  /** Receives a sentence when Handrail gave the focus back to the user's window. */
  note?: (text: string) => void;
  /** False on a display that only Handrail uses: then nobody's focus is guarded. */
  hasUser?: boolean;
}

/** A connection to an X server. Every method throws `display_died` when the server is gone. */
export interface XDisplay {
  /** The size of the whole screen, which starts at 0, 0 and may span several monitors. */
  size(): Promise<Size>;
  /** The screen regions that monitors show, the primary monitor first. */
  monitors(): Promise<Rect[]>;
  /** Program windows, menus and tooltips, front first. */
  windows(): Promise<ScreenWindow[]>;
  pixels(): Promise<Pixels>;
  /** The pixels of a window without the windows in front of it. Undefined when the server cannot provide them. */
  windowPixels(window: ScreenWindow): Promise<Pixels | undefined>;
  /** For a new window: makes the server retain its pixels, so that they are available when it is covered. */
  retainPixels(window: ScreenWindow): void;
  /** The window that a click at this position would hit. */
  windowAt(point: Point): Promise<ScreenWindow | undefined>;
  /** The position of the user's pointer. */
  pointer(): Promise<Point>;
  /** Id of the window that has the user's focus. */
  focusedWindowId(): Promise<string | undefined>;
  /** Resolves when the window is in front and has the focus. */
  raise(window: ScreenWindow): Promise<void>;
  /**
   * For the next 5 s: a window that takes the user's focus by itself has to give it back, and one that opens in front of the user's window
   * goes below it. A seat does this by itself. Call it before a program is made to open windows in another way, with a window of that program;
   * `isLaunching` is for a program without windows.
   */
  guardFocus(options?: { ms?: number; window?: ScreenWindow; isLaunching?: boolean }): Promise<void>;
  /** Announces a program launch: for `ms`, its windows stay below the user's window and get no focus. `program` is its file name. */
  expectLaunch(program: string, ms: number): Promise<StartupNotice>;
  /** Asks the window to close. A program without support for this request is disconnected. */
  closeWindow(window: ScreenWindow): Promise<void>;
  readClipboard(signal?: AbortSignal): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  /** Notifies when a program draws, or a window opens or closes. */
  changes: ChangeSignal;
  /**
   * Resolves when the program of a window, and then the window manager, have processed everything they were sent before. False when that
   * took longer than `ms`. Skips those that cannot be asked.
   */
  waitForIdle(window: ScreenWindow | undefined, ms: number, signal?: AbortSignal): Promise<boolean>;
  /** Opens a second pointer and keyboard beside the user's. */
  openSeat(): Promise<Seat>;
  /** Opens the display's own pointer and keyboard (the core devices). Keys go to the window that has the focus. */
  openCoreSeat(): Promise<Seat>;
  /** Resolves with the reason when the server is gone. Never rejects. */
  lost: Promise<HandrailError>;
  close(): Promise<void>;
}

/**
 * A pointer and a keyboard. Keys of a second seat go to their window, in front or not, and the user's focus stays. A pointer reaches only the
 * window on top at its position.
 */
export interface Seat {
  move(point: Point): Promise<void>;
  press(button: Button): Promise<void>;
  release(button: Button): Promise<void>;
  click(point: Point, how: { button: Button; count: 1 | 2 | 3; modifiers: readonly Modifier[] }): Promise<void>;
  drag(path: readonly Point[], modifiers: readonly Modifier[], signal?: AbortSignal): Promise<void>;
  scroll(point: Point, by: { dx: number; dy: number }, modifiers: readonly Modifier[]): Promise<void>;
  /** Gives the window the keyboard. Resolves when its program knows that it has the focus. Presses no key. */
  focusWindow(window: ScreenWindow): Promise<void>;
  /** Types any text. Characters that the layout lacks get a key temporarily. */
  type(text: string, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  key(
    chord: KeyChord,
    how: { repeat: number; holdMs?: number; phase?: 'down' | 'up' },
    window: ScreenWindow,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * Makes the program of the window use this pointer and keyboard by default: an open menu grabs both. Returns the function that ends this.
   */
  lendDevices(window: ScreenWindow): Promise<() => void>;
  /** Whether a program receives all input of this pointer or keyboard, as one with an open menu does. */
  isGrabbed(): Promise<boolean>;
  /** Releases all held keys and buttons. */
  releaseAll(): Promise<void>;
  /** Removes the second pointer and keyboard. */
  close(): Promise<void>;
}

/** Draws `source` onto `target` with its corner at `corner`. Pixels outside of `target` are left out. */
export function pastePixels(source: Pixels, target: Pixels, corner: Point): void {
  const left = Math.max(0, corner.x);
  const width = Math.min(target.width, corner.x + source.width) - left;
  if (width <= 0) return;
  for (let y = Math.max(0, corner.y); y < Math.min(target.height, corner.y + source.height); y += 1) {
    const from = ((y - corner.y) * source.width + left - corner.x) * 4;
    source.data.copy(target.data, (y * target.width + left) * 4, from, from + width * 4);
  }
}

/** A copy of the pixels of a region. */
export function cropPixels(pixels: Pixels, region: Rect): Pixels {
  const data = Buffer.alloc(region.width * region.height * 4);
  for (let row = 0; row < region.height; row += 1) {
    const from = ((region.y + row) * pixels.width + region.x) * 4;
    pixels.data.copy(data, row * region.width * 4, from, from + region.width * 4);
  }
  return { width: region.width, height: region.height, data };
}
