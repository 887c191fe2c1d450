import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../processes/temporary-folder.js';
import { privateEnvironment } from '../desktop-variables.js';
import type { RunningDesktop } from '../running-desktop.js';
import { type DesktopPrograms, requireDesktopPrograms } from './desktop-programs.js';
import { disableAnimations } from './disable-animations.js';
import { startGuardian } from './guardian.js';
import { openboxSettings } from './openbox-settings.js';
import { prepareRoot } from './prepare-root-window.js';
import { startBus } from './start-bus.js';
import { type Display, startDisplay } from './start-display.js';
import { writeAuthority } from './write-authority.js';
import { createXdgHomes } from './xdg-homes.js';

/** A virtual desktop of one session: a display, a window manager, a message bus and AT-SPI. */
export interface PrivateDesktop extends RunningDesktop {
  authority: string;
  bus: string;
  size: Size;
  /** Only this user can read it. Removed with the desktop. */
  folder: string;
  lost: Promise<HandrailError>;
}

/** Starts a private desktop. Throws `desktop_missing` with the command that installs missing programs. */
export async function startPrivateDesktop(
  { size, note }: { size: Size; note?: (text: string) => void },
  signal?: AbortSignal,
): Promise<PrivateDesktop> {
  checkSize(size);
  const programs = requireDesktopPrograms();
  const [folder] = await Promise.all([makeTemporaryFolder(), sweepTemporaryFolders()]);
  const guardian = startGuardian(folder);
  try {
    const variables = {
      authority: join(folder, 'authority'),
      runtime: join(folder, 'run'),
      temporary: join(folder, 'tmp'),
      mark: guardian.mark,
      settings: await disableAnimations(folder),
      homes: await createXdgHomes(folder),
    };
    await mkdir(variables.runtime, { mode: 0o700 });
    await mkdir(variables.temporary, { mode: 0o700 });
    await writeAuthority(variables.authority);
    const baseEnv = privateEnvironment(variables);
    const [display, bus] = await Promise.all([
      startDisplay(programs.display, { size, folder, authority: variables.authority, env: baseEnv }, signal),
      startBus(programs.bus, { folder, env: baseEnv }, signal),
    ]);
    const env = privateEnvironment({ ...variables, display: display.name, bus: bus.address });
    startProgram(programs.accessibility, ['--launch-immediately'], { env });
    await startWindowManager(programs, folder, env, note);
    const hasManager = programs.windowManager !== undefined;
    await prepareRoot({ display: display.name, authority: variables.authority, hasManager }, signal);
    return {
      display: display.name,
      authority: variables.authority,
      bus: bus.address,
      size,
      env,
      folder,
      lost: display.program.ended.then((reason) => displayDied(display, reason)),
      close: guardian.end,
    };
  } catch (error) {
    await guardian.end();
    throw error;
  }
}

function displayDied({ name }: Display, reason: string): HandrailError {
  return new HandrailError('display_died', `The display ${name} died: Xvfb ended with ${reason}.`);
}

async function startWindowManager(
  { windowManager }: DesktopPrograms,
  folder: string,
  env: Record<string, string>,
  note?: (text: string) => void,
): Promise<StartedProgram | undefined> {
  if (!windowManager) {
    note?.('No window manager is installed, so windows have no frames. Install one: openbox.');
    return undefined;
  }
  if (basename(windowManager) !== 'openbox') return startProgram(windowManager, [], { env });
  const settings = join(folder, 'openbox.xml');
  await writeFile(settings, openboxSettings, { mode: 0o600 });
  return startProgram(windowManager, ['--config-file', settings, '--sm-disable'], { env });
}

const minPixels = 100;
const maxPixels = 16_384;

function checkSize({ width, height }: Size): void {
  const isValid = (pixels: number) => Number.isInteger(pixels) && pixels >= minPixels && pixels <= maxPixels;
  if (isValid(width) && isValid(height)) return;
  throw new HandrailError(
    'invalid_option',
    `A desktop cannot be ${width}x${height} pixels.`,
    `Use whole numbers from ${minPixels} to ${maxPixels} for width and height, such as 1280x800.`,
  );
}
