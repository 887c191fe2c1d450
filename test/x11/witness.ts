import type { ScreenWindow } from '../../src/environments/screen/screen.js';
import type { Seat, XDisplay } from '../../src/environments/x11/x-display.js';
import { looks } from '../support/looks.js';
import type { PrivateDesk } from '../support/private-desk.js';

/** Asks again until the answer fits, at most `ms`; gives the last answer. */
export async function eventually<T>(ask: () => Promise<T>, fits: (answer: T) => boolean, ms = 5000): Promise<T> {
  for await (const _ of looks(ms)) {
    const answer = await ask();
    if (fits(answer)) return answer;
  }
  return ask();
}

/** The window with this title, when it has come up. */
export async function windowCalled(x: XDisplay, title: string, ms = 10_000): Promise<ScreenWindow> {
  const find = async () => (await x.windows()).find((window) => window.title === title && window.shown);
  const found = await eventually(find, (window) => window !== undefined, ms);
  if (!found)
    throw new Error(`No window "${title}" came up: ${(await x.windows()).map((one) => one.title).join(', ')}`);
  return found;
}

/** Raises the window `front`, moves the user's pointer away from the windows, and opens a second seat. */
export async function openSeatBehind(desk: PrivateDesk, x: XDisplay): Promise<Seat> {
  await x.raise(await windowCalled(x, 'front'));
  await desk.run('xdotool', 'mousemove', '1100', '700');
  return x.openSeat();
}

/** Lines of letters, digits, signs, Cyrillic, Greek, Chinese and emoji, with this many different characters, always the same ones. */
export function mixedText(length: number, different: number): string[] {
  const ranges: [from: number, to: number][] = [
    [0x21, 0x7e],
    [0xa1, 0xff],
    [0x391, 0x3a1],
    [0x410, 0x44f],
    [0x4e00, 0x4fff],
    [0x1f600, 0x1f64f],
  ];
  const all = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
  const alphabet = all
    .filter((point) => point !== 0xad)
    .filter((_, index) => (index * different) % all.length < different);
  let seed = 7;
  const next = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return String.fromCodePoint(alphabet[seed % alphabet.length] ?? 0x41);
  };
  return Array.from({ length: Math.ceil(length / 100) }, () => Array.from({ length: 100 }, next).join(''));
}
