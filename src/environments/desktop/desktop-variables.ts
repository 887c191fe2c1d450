import { childEnvironment } from '../processes/child-environment.js';
import { markName } from './private/guardian.js';
import type { XdgHomes } from './private/xdg-homes.js';

/** Values for the environment variables of a desktop's programs. */
export interface DesktopVariables {
  display?: string;
  authority?: string;
  /** Address of the session bus. */
  bus?: string;
  /** The folder for sockets. Only this user can read it. */
  runtime?: string;
  /** The folder for temporary files. */
  temporary?: string;
  mark?: string;
  /** A folder with settings, in addition to those of the system. */
  settings?: string;
  /** The folders for settings and state, instead of the user's. */
  homes?: XdgHomes;
}

/** Makes programs use X11 and provide AT-SPI. */
const accessibilityVariables = {
  GTK_MODULES: 'gail:atk-bridge',
  NO_AT_BRIDGE: '0',
  GTK_A11Y: 'atspi',
  QT_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  ACCESSIBILITY_ENABLED: '1',
  SAL_USE_VCLPLUGIN: 'gtk3',
  GDK_BACKEND: 'x11',
  QT_QPA_PLATFORM: 'xcb',
  XDG_SESSION_TYPE: 'x11',
};

/** Variables that would connect a program of a private desktop to the user's own session. */
const sessionVariables = [
  'WAYLAND_DISPLAY',
  'DESKTOP_SESSION',
  'XDG_SESSION_ID',
  'XDG_SEAT',
  'XDG_VTNR',
  'XDG_CURRENT_DESKTOP',
  'DISPLAY',
  'DBUS_SESSION_BUS_ADDRESS',
];

/** The environment of a program on a private desktop, without keys and tokens. */
export function privateEnvironment(
  variables: DesktopVariables & Required<Pick<DesktopVariables, 'authority' | 'runtime' | 'temporary' | 'mark'>>,
): Record<string, string> {
  const { display, authority, bus, runtime, temporary, mark, settings, homes } = variables;
  const inherited = childEnvironment(temporary);
  for (const name of sessionVariables) delete inherited[name];
  return withoutUndefined({
    ...inherited,
    ...accessibilityVariables,
    XAUTHORITY: authority,
    XDG_RUNTIME_DIR: runtime,
    // Otherwise programs start desktop services and wait long until that fails.
    GIO_USE_VFS: 'local',
    GTK_USE_PORTAL: '0',
    ...(settings === undefined
      ? {}
      : { XDG_CONFIG_DIRS: [settings, process.env.XDG_CONFIG_DIRS || '/etc/xdg'].join(':') }),
    ...homes,
    [markName]: mark,
    DISPLAY: display,
    DBUS_SESSION_BUS_ADDRESS: bus,
  });
}

/** The environment of a program on a desktop that is already running. */
export function sharedEnvironment({
  display,
  authority,
  bus,
  runtime,
  mark,
}: DesktopVariables): Record<string, string> {
  const { TMPDIR: _, WAYLAND_DISPLAY: __, ...inherited } = childEnvironment('');
  const overrides = withoutUndefined({
    TMPDIR: process.env.TMPDIR || undefined,
    DISPLAY: display,
    XAUTHORITY: authority,
    DBUS_SESSION_BUS_ADDRESS: bus,
    XDG_RUNTIME_DIR: runtime,
    [markName]: mark,
  });
  return { ...inherited, ...accessibilityVariables, ...overrides };
}

function withoutUndefined(variables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
