import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../processes/temporary-folder.js';
import { privateEnvironment } from '../desktop-variables.js';
import type { DesktopGround } from '../running-desktop.js';
import { type DesktopPrograms, desktopPrograms } from './desktop-programs.js';
import { writeStillSettings } from './disable-animations.js';
import { startGuardian } from './guardian.js';
import { makeHomes } from './home-folders.js';
import { openboxSettings } from './openbox-settings.js';
import { prepareRoot } from './prepare-root-window.js';
import { startBus } from './start-bus.js';
import { type Display, startDisplay } from './start-display.js';
import { writeAuthority } from './write-authority.js';

/** A desktop that nobody sits at: a display, a window manager, a message bus and AT-SPI, for one session alone. */
export interface PrivateDesktop extends DesktopGround {
  authority: string;
  bus: string;
  size: Size;
  /** Only for this user; gone with the desktop. */
  folder: string;
  lost: Promise<HandrailError>;
}

export interface PrivateDesktopOptions {
  size: Size;
  note?: (text: string) => void;
}

/** Starts a private desktop. Throws `desktop_missing` with the command that installs what is not there. */
export async function startPrivateDesktop(
  { size, note }: PrivateDesktopOptions,
  signal?: AbortSignal,
): Promise<PrivateDesktop> {
  checkSize(size);
  const programs = desktopPrograms();
  const [folder] = await Promise.all([makeTemporaryFolder(), sweepTemporaryFolders()]);
  const guardian = startGuardian(folder);
  try {
    const places = {
      authority: join(folder, 'authority'),
      runtime: join(folder, 'run'),
      temporary: join(folder, 'tmp'),
      mark: guardian.mark,
      settings: await writeStillSettings(folder),
      homes: await makeHomes(folder),
    };
    await mkdir(places.runtime, { mode: 0o700 });
    await mkdir(places.temporary, { mode: 0o700 });
    await writeAuthority(places.authority);
    const bare = privateEnvironment(places);
    const [display, bus] = await Promise.all([
      startDisplay(programs.display, { size, folder, authority: places.authority, env: bare }, signal),
      startBus(programs.bus, { folder, env: bare }, signal),
    ]);
    const env = privateEnvironment({ ...places, display: display.name, bus: bus.address });
    startProgram(programs.accessibility, ['--launch-immediately'], { env });
    await startWindowManager(programs, folder, env, note);
    const hasManager = programs.windowManager !== undefined;
    await prepareRoot({ display: display.name, authority: places.authority, hasManager }, signal);
    return {
      display: display.name,
      authority: places.authority,
      bus: bus.address,
      size,
      env,
      folder,
      lost: display.program.ended.then((how) => displayDied(display, how)),
      close: guardian.end,
    };
  } catch (error) {
    await guardian.end();
    throw error;
  }
}

function displayDied({ name }: Display, how: string): HandrailError {
  return new HandrailError('display_died', `The display ${name} died: Xvfb ended with ${how}.`);
}

async function startWindowManager(
  { windowManager }: DesktopPrograms,
  folder: string,
  env: Record<string, string>,
  note?: (text: string) => void,
): Promise<StartedProgram | undefined> {
  if (!windowManager) {
    note?.('There is no window manager on this machine, so windows have no frames. Install one: openbox.');
    return undefined;
  }
  if (basename(windowManager) !== 'openbox') return startProgram(windowManager, [], { env });
  const settings = join(folder, 'openbox.xml');
  await writeFile(settings, openboxSettings, { mode: 0o600 });
  return startProgram(windowManager, ['--config-file', settings, '--sm-disable'], { env });
}

const smallest = 100;
const largest = 16_384;

function checkSize({ width, height }: Size): void {
  const fits = (pixels: number) => Number.isInteger(pixels) && pixels >= smallest && pixels <= largest;
  if (fits(width) && fits(height)) return;
  throw new HandrailError(
    'invalid_option',
    `A desktop cannot be ${width}x${height} pixels.`,
    `Width and height are whole numbers from ${smallest} to ${largest}, such as 1280x800.`,
  );
}
