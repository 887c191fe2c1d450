import type { Duplex } from 'node:stream';
import type { Button, Modifier } from '../../core/action.js';
import type { HandrailError } from '../../core/errors.js';
import type { Point, Rect, Size } from '../../core/geometry.js';
import type { KeyChord } from '../../core/keys.js';
import type { ChangeSignal, Pixels, ScreenWindow } from '../screen/screen.js';
import type { StartupNotice } from './windows/startup-notice.js';

export interface XOptions {
  /** ':99'. */
  display: string;
  /** Reaches the server: a socket of this machine, or one inside a container. */
  dial(): Promise<Duplex>;
  /** The file with the cookie of the server, when it asks for one. */
  authority?: string;
  /** Hears what was done on its own account: a focus that was given back. */
  note?: (text: string) => void;
}

/** A connection to an X server. Everything throws `display_died` when the server is gone. */
export interface XDisplay {
  /** Of the whole screen, however many monitors show it. It begins at 0, 0. */
  size(): Promise<Size>;
  /** Parts of the screen that are shown on a monitor each, the first one first. */
  monitors(): Promise<Rect[]>;
  /** Windows of programs, menus and tooltips among them; front first. */
  windows(): Promise<ScreenWindow[]>;
  pixels(): Promise<Pixels>;
  /** A window as it looks with nothing in front of it. Undefined where the server cannot tell. */
  windowPixels(window: ScreenWindow): Promise<Pixels | undefined>;
  /** For a window that is new: its picture is kept from now on, and is at hand when it is behind others. */
  keepPicture(window: ScreenWindow): void;
  /** The window that a click at this place would hit, if any. */
  windowAt(point: Point): Promise<ScreenWindow | undefined>;
  /** Where the person's own pointer is. */
  pointer(): Promise<Point>;
  /** Id of the window that has the person's keys. */
  focus(): Promise<string | undefined>;
  /** Comes back when the window is in front and has the keys. */
  raise(window: ScreenWindow): Promise<void>;
  /**
   * For the next moments (five seconds): a window that takes the person's focus without the person's doing has to give it back, and one that
   * comes up in front of the person's goes below it. A seat does this by itself; whoever makes a program open windows in another way asks for it,
   * and says whose window it is about; `starting` is for a program that has none yet.
   */
  keepFocus(how?: { ms?: number; window?: ScreenWindow; starting?: boolean }): Promise<void>;
  /**
   * A program is about to be started, for so many milliseconds: what it shows stays below the person's window and takes no focus. `program` is
   * the name of its file.
   */
  expectProgram(program: string, ms: number): Promise<StartupNotice>;
  /** Asks it to close; one that knows no asking is disconnected. */
  closeWindow(window: ScreenWindow): Promise<void>;
  readClipboard(signal?: AbortSignal): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  /** Rings when something was drawn, or a window came or went. */
  stir: ChangeSignal;
  /**
   * Comes back when the program of a window, and after it the window manager, have dealt with all they were sent before. False when that
   * took longer. Whoever cannot be asked is not waited for.
   */
  caughtUp(window: ScreenWindow | undefined, ms: number, signal?: AbortSignal): Promise<boolean>;
  /** A pointer and a keyboard of our own beside the person's. */
  takeSeat(): Promise<Seat>;
  /** The person's own pointer and keyboard, for work in the foreground: keys go to the window that has the person's focus. */
  takeOwnSeat(): Promise<Seat>;
  /** Settles when the server is gone, with the reason. Never rejects. */
  lost: Promise<HandrailError>;
  close(): Promise<void>;
}

/**
 * A second pointer and keyboard. Keys go to the window they are meant for, in front or not, and the person's focus stays; a pointer reaches
 * only what is on top at that place.
 */
export interface Seat {
  move(point: Point): Promise<void>;
  press(button: Button): Promise<void>;
  release(button: Button): Promise<void>;
  click(point: Point, how: { button: Button; count: 1 | 2 | 3; modifiers: readonly Modifier[] }): Promise<void>;
  drag(path: readonly Point[], modifiers: readonly Modifier[], signal?: AbortSignal): Promise<void>;
  scroll(point: Point, by: { dx: number; dy: number }, modifiers: readonly Modifier[]): Promise<void>;
  /** Gives the window the keyboard, and comes back when the program knows: it takes itself for the one in use then. No key is pressed. */
  attend(window: ScreenWindow): Promise<void>;
  /** Any text: characters that the layout lacks get a key for the moment. */
  type(text: string, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  key(
    chord: KeyChord,
    how: { repeat: number; holdMs?: number; phase?: 'down' | 'up' },
    window: ScreenWindow,
    signal?: AbortSignal,
  ): Promise<void>;
  /** What the program of the window takes for itself meanwhile is our pointer and keyboard, not the person's: an open menu takes both. */
  lending<T>(window: ScreenWindow, act: () => Promise<T>): Promise<T>;
  /** Lets go of every key and button that is held. */
  letGo(): Promise<void>;
  /** Takes the second pointer and keyboard away. */
  leave(): Promise<void>;
}

/** Draws `piece` onto `whole`, with its corner at `corner`; what lies outside is left out. */
export function pastePixels(piece: Pixels, whole: Pixels, corner: Point): void {
  const left = Math.max(0, corner.x);
  const width = Math.min(whole.width, corner.x + piece.width) - left;
  if (width <= 0) return;
  for (let y = Math.max(0, corner.y); y < Math.min(whole.height, corner.y + piece.height); y += 1) {
    const from = ((y - corner.y) * piece.width + left - corner.x) * 4;
    piece.data.copy(whole.data, (y * whole.width + left) * 4, from, from + width * 4);
  }
}

/** What `Pixels` are made of, cut to a part. */
export function cutPixels(pixels: Pixels, region: Rect): Pixels {
  const data = Buffer.alloc(region.width * region.height * 4);
  for (let row = 0; row < region.height; row += 1) {
    const from = ((region.y + row) * pixels.width + region.x) * 4;
    pixels.data.copy(data, row * region.width * 4, from, from + region.width * 4);
  }
  return { width: region.width, height: region.height, data };
}
