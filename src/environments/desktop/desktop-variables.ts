import { childEnvironment } from '../processes/child-environment.js';
import { markName } from './private/guardian.js';
import type { Homes } from './private/home-folders.js';

/** Where programs of a desktop find its parts. */
export interface DesktopPlaces {
  display: string;
  authority?: string;
  /** Address of the session's message bus. */
  bus?: string;
  /** For sockets, only for this user. */
  runtime?: string;
  /** For temporary files. */
  temporary?: string;
  mark?: string;
  /** Settings of programs, beside those of the system. */
  settings?: string;
  /** Where programs keep settings and state, instead of the person's. */
  homes?: Homes;
}

/** What makes programs tell of themselves over AT-SPI, and speak to an X server. */
const speaking = {
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

/** On a private desktop: what would speak to the person's own session. */
const keptOut = ['WAYLAND_DISPLAY', 'DESKTOP_SESSION', 'XDG_SESSION_ID', 'XDG_SEAT', 'XDG_VTNR', 'XDG_CURRENT_DESKTOP'];

/** The environment of a program on a private desktop: what it needs, never keys and tokens. */
export function privateEnvironment(
  places: Required<Pick<DesktopPlaces, 'authority' | 'runtime' | 'temporary' | 'mark'>> & Partial<DesktopPlaces>,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = childEnvironment(places.temporary, env);
  for (const name of [...keptOut, 'DISPLAY', 'DBUS_SESSION_BUS_ADDRESS']) delete kept[name];
  return {
    ...kept,
    ...speaking,
    XAUTHORITY: places.authority,
    XDG_RUNTIME_DIR: places.runtime,
    // Programs would start services of the person's desktop, which take long to find that there is none.
    GIO_USE_VFS: 'local',
    GTK_USE_PORTAL: '0',
    ...(places.settings === undefined
      ? {}
      : { XDG_CONFIG_DIRS: [places.settings, env.XDG_CONFIG_DIRS || '/etc/xdg'].join(':') }),
    ...places.homes,
    [markName]: places.mark,
    ...(places.display === undefined ? {} : { DISPLAY: places.display }),
    ...(places.bus === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: places.bus }),
  };
}

/** The environment of a program on a desktop that is there already. */
export function sharedEnvironment(
  { display, authority, bus, runtime, mark }: DesktopPlaces,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const { TMPDIR, ...kept } = childEnvironment('', env);
  delete kept.WAYLAND_DISPLAY;
  return {
    ...kept,
    ...(env.TMPDIR ? { TMPDIR: env.TMPDIR } : {}),
    ...speaking,
    DISPLAY: display,
    ...(authority === undefined ? {} : { XAUTHORITY: authority }),
    ...(bus === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: bus }),
    ...(runtime === undefined ? {} : { XDG_RUNTIME_DIR: runtime }),
    ...(mark === undefined ? {} : { [markName]: mark }),
  };
}
