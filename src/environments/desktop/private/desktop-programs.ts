import { HandrailError } from '../../../core/errors.js';
import { findProgram, isProgram } from '../../processes/find-program.js';

/** The programs that a private desktop is made of. */
export interface DesktopPrograms {
  display: string;
  bus: string;
  accessibility: string;
  /** Without one, windows have no frames. */
  windowManager?: string;
}

/** Where distributions put what is not on the path. */
const launcherPlaces = ['/usr/libexec', '/usr/lib/at-spi2-core', '/usr/lib/at-spi2', '/usr/lib'].map(
  (folder) => `${folder}/at-spi-bus-launcher`,
);

/** In the order of liking. Each manages windows without a session around it. */
const windowManagers = ['openbox', 'xfwm4', 'metacity', 'marco', 'fluxbox', 'icewm', 'kwin_x11', 'i3', 'twm'];

/** The package of Debian and Ubuntu that has each of the programs. */
const packages = {
  display: 'xvfb',
  bus: 'dbus',
  accessibility: 'at-spi2-core',
  windowManager: 'openbox',
} as const;
type Part = keyof typeof packages;

const names: Record<Part, string> = {
  display: 'Xvfb',
  bus: 'dbus-daemon',
  accessibility: 'at-spi-bus-launcher',
  windowManager: 'openbox',
};

/** What is there of the programs that a private desktop needs. */
export function findDesktopPrograms(path?: string): Partial<DesktopPrograms> {
  const display = findProgram('Xvfb', path);
  const bus = findProgram('dbus-daemon', path);
  const accessibility = findProgram('at-spi-bus-launcher', path) ?? launcherPlaces.find(isProgram);
  const windowManager = windowManagers.map((name) => findProgram(name, path)).find((one) => one !== undefined);
  return {
    ...(display ? { display } : {}),
    ...(bus ? { bus } : {}),
    ...(accessibility ? { accessibility } : {}),
    ...(windowManager ? { windowManager } : {}),
  };
}

/** All that a private desktop needs. Throws `desktop_missing` that names everything that is not there and the command that installs it. */
export function desktopPrograms(path?: string): DesktopPrograms {
  const { display, bus, accessibility, ...others } = findDesktopPrograms(path);
  if (display && bus && accessibility) return { display, bus, accessibility, ...others };
  throw new HandrailError('desktop_missing', missingSentence(path), installDesktop(missingParts(path)));
}

/** What is not there, by part. */
export function missingParts(path?: string): Part[] {
  const found = findDesktopPrograms(path);
  return (Object.keys(packages) as Part[]).filter((part) => found[part] === undefined); // keys of a literal
}

function missingSentence(path?: string): string {
  return `A private desktop needs ${missingParts(path)
    .map((part) => names[part])
    .join(', ')}, not found on this machine.`;
}

/** The one command that installs these parts, in a sentence. */
export function installDesktop(parts: readonly Part[] = missingParts()): string {
  return aptSentence(parts.map((part) => packages[part]));
}

/** The command of Debian and Ubuntu that installs these packages, in a sentence. */
export function aptSentence(wanted: readonly string[]): string {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  const command = `${sudo}apt-get install -y --no-install-recommends ${wanted.join(' ')}`;
  if (findProgram('apt-get')) return `Install what is missing: \`${command}\`.`;
  return `Install these with the package manager of this system; on Debian and Ubuntu: \`${command}\`.`;
}
