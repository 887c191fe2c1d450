import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import type { ScreenWindow } from '../../screen/screen.js';

/** What the second pointer and keyboard do: press keys, or move and click. */
export type SeatUse = 'keys' | 'pointer';

/** Libraries of toolkits in the memory of a program. The first that matches decides: Java loads GTK for its own look. */
const toolkits: readonly (readonly [library: RegExp, supported: readonly SeatUse[]])[] = [
  [/\/libawt_xawt\.so/, []],
  [/\/libQt[56]Gui\.so/, []],
  [/\/libtk\d/, []],
  [/\/libgtk-(3|4|x11-2\.0)\.so/, ['keys', 'pointer']],
  [/\/libXaw\d?\.so|\/libXt\.so/, ['keys']],
];
/** Files beside every program that contains Chromium, Electron programs included. */
const chromiumFiles = ['icudtl.dat', 'v8_context_snapshot.bin', 'chrome_100_percent.pak'];
const chromiumNames = /chrom(e|ium)|electron|brave|vivaldi|opera|microsoft-edge/i;
const terminalNames = /^u?xterm$/i;

/**
 * Throws `background_unavailable` where a second pointer and keyboard would do harm: any Chromium on the display ignores its keyboard while
 * they exist, Qt computes Shift from the user's keyboard, and a menu of Tk or Swing never closes.
 */
export function checkSecondSeat(
  target: ScreenWindow | undefined,
  use: SeatUse,
  windows: readonly ScreenWindow[],
  isChromium: (window: ScreenWindow) => boolean = runsChromium,
): void {
  const chromium = windows.find(isChromium);
  if (chromium)
    throw unavailable(
      target,
      `"${chromium.title}" of ${chromium.app} would receive no keys of the user while there is a second keyboard`,
    );
  if (target && !supportedUses(target).includes(use))
    throw unavailable(
      target,
      `its program is not known to support a second ${use === 'keys' ? 'keyboard' : 'pointer'}`,
    );
}

function unavailable(target: ScreenWindow | undefined, why: string): HandrailError {
  const what = target ? `"${target.title}" cannot be used in the background this way` : 'This needs a second pointer';
  const raise = target ? `raise its window first: focus_app "${target.app}" with raise` : 'raise the window first';
  return new HandrailError(
    'background_unavailable',
    `${what}: ${why}.`,
    `Use elements, set_value or menu, which need no pointer and no keys. Or ${raise}.`,
  );
}

function supportedUses({ pid, app }: ScreenWindow): readonly SeatUse[] {
  const maps = pid === undefined ? undefined : readProcessFile(pid, 'maps');
  if (maps === undefined) return terminalNames.test(app) ? ['keys'] : [];
  return toolkits.find(([library]) => library.test(maps))?.[1] ?? [];
}

function runsChromium({ pid, app }: ScreenWindow): boolean {
  if (chromiumNames.test(app)) return true;
  if (pid === undefined) return false;
  try {
    const folder = dirname(readlinkSync(`/proc/${pid}/exe`));
    // The program may have a root folder of its own.
    return chromiumFiles.some((name) => existsSync(join(`/proc/${pid}/root`, folder, name)));
  } catch {
    return false; // a program of another user, or one that has ended
  }
}

function readProcessFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined; // a program of another user, or one that has ended
  }
}
