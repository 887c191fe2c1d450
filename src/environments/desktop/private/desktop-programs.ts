import { HandrailError } from '../../../core/errors.js';
import { findProgram, isProgram } from '../../processes/find-program.js';

/** Paths of the programs that a private desktop consists of. */
export interface DesktopPrograms {
  display: string;
  bus: string;
  accessibility: string;
  /** Without one, windows have no frames. */
  windowManager?: string;
}

/** Where distributions install the launcher, which is not on the PATH. */
const launcherPaths = ['/usr/libexec', '/usr/lib/at-spi2-core', '/usr/lib/at-spi2', '/usr/lib'].map(
  (folder) => `${folder}/at-spi-bus-launcher`,
);

/** In order of preference. Each works without a desktop session. */
const windowManagers = ['openbox', 'xfwm4', 'metacity', 'marco', 'fluxbox', 'icewm', 'kwin_x11', 'i3', 'twm'];

/** The Debian and Ubuntu packages of the programs. */
const packages = {
  display: 'xvfb',
  bus: 'dbus',
  accessibility: 'at-spi2-core',
  windowManager: 'openbox',
} as const;
type DesktopProgram = keyof typeof packages;

const names: Record<DesktopProgram, string> = {
  display: 'Xvfb',
  bus: 'dbus-daemon',
  accessibility: 'at-spi-bus-launcher',
  windowManager: 'openbox',
};

/** The installed programs of a private desktop. */
export function findDesktopPrograms(): Partial<DesktopPrograms> {
  const display = findProgram('Xvfb');
  const bus = findProgram('dbus-daemon');
  const accessibility = findProgram('at-spi-bus-launcher') ?? launcherPaths.find(isProgram);
  const windowManager = windowManagers.map((name) => findProgram(name)).find((program) => program !== undefined);
  return { display, bus, accessibility, windowManager };
}

/** All programs of a private desktop. Throws `desktop_missing` with the missing ones and the command that installs them. */
export function requireDesktopPrograms(): DesktopPrograms {
  const { display, bus, accessibility, ...others } = findDesktopPrograms();
  if (display && bus && accessibility) return { display, bus, accessibility, ...others };
  throw new HandrailError('desktop_missing', describeMissing(), desktopInstallHint(missingDesktopPrograms()));
}

/** The programs that are not installed. */
export function missingDesktopPrograms(): DesktopProgram[] {
  const found = findDesktopPrograms();
  return (Object.keys(packages) as DesktopProgram[]).filter((program) => found[program] === undefined); // keys of a literal
}

function describeMissing(): string {
  return `A private desktop needs ${missingDesktopPrograms()
    .map((program) => names[program])
    .join(', ')}, not found on this machine.`;
}

/** A sentence with the command that installs these programs. */
export function desktopInstallHint(programs: readonly DesktopProgram[] = missingDesktopPrograms()): string {
  return aptInstallHint(programs.map((program) => packages[program]));
}

/** A sentence with the apt command that installs these packages. */
export function aptInstallHint(packageNames: readonly string[]): string {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  const command = `${sudo}apt-get install -y --no-install-recommends ${packageNames.join(' ')}`;
  if (findProgram('apt-get')) return `Install the missing packages: \`${command}\`.`;
  return `Install them with the package manager of this system; on Debian and Ubuntu: \`${command}\`.`;
}
