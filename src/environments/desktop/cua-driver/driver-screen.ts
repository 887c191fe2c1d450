import { tmpdir } from 'node:os';
import { childEnvironment } from '../../processes/child-environment.js';
import type { Screen } from '../../screen/screen.js';
import { openDriverLine } from './driver-connection.js';
import { driverPointer } from './driver-pointer.js';
import { driverPrograms } from './driver-programs.js';
import { driverEyes } from './driver-screen-reader.js';
import { createSnapshots } from './driver-snapshots.js';
import { driverText } from './driver-text.js';

export interface DriverScreenOptions {
  /** All that the driver is told of the environment: on Linux the display and the message bus. Without it: what is ours, without secrets. */
  env?: Record<string, string>;
  /** Told what a person would want to know. */
  note?: ((text: string) => void) | undefined;
  /** For trials: the parameters of Node, instead of the program that holds the driver. */
  program?: readonly string[];
  /** How long the driver may take for one call. */
  callMs?: number;
  platform?: NodeJS.Platform;
}

/** The name under which the driver keeps what belongs together. */
const session = 'handrail';

const everywhere = [
  'Keys and buttons of the mouse cannot be held by the driver, except while dragging, and no pointer is moved.',
  'The driver tells the place of what can be acted on; other text is found only when it is searched for.',
  'The driver does not tell what has the focus on every system, nor whether boxes are ticked.',
];
const linuxLimits = [
  'On Linux the driver acts on elements and menus only: no keys, no drag, no scroll, no double or right click. The seat of the desktop (without via: driver) does all of it.',
  'On Linux the driver puts text with characters beyond ASCII at the end of a field, and reads 4,096 characters of one.',
  'Of LibreOffice on Linux the driver reads six levels: deeper down it hangs over the cells.',
];
const untried = (system: string) => [`The driver was not tried on ${system} yet: run handrail doctor.`];

/** A screen by way of @trycua/cua-driver, in a process of its own. Throws `driver_missing` or `driver_failed`. */
export async function openDriverScreen(options: DriverScreenOptions): Promise<Screen> {
  const { env = childEnvironment(tmpdir()), note, program, callMs, platform = process.platform } = options;
  // A picture of a pointer over everything would be seen by whoever looks, us included.
  const greeting = ['set_agent_cursor_enabled', { session, enabled: false }] as const;
  const line = openDriverLine({ env, note, program, callMs, greeting });
  try {
    await line.read('get_screen_size', { session });
  } catch (error) {
    await line.close();
    throw error;
  }
  const snapshots = createSnapshots(line, session);
  const parts = { line, snapshots, session, platform };
  const system = platform === 'darwin' ? 'macOS' : platform === 'win32' ? 'Windows' : undefined;
  return {
    reader: driverEyes(line, snapshots, session),
    input: { ...driverPointer(parts), ...driverText(parts), ...driverPrograms({ ...parts, note }) },
    limits: [...everywhere, ...(system === undefined ? linuxLimits : untried(system))],
    close: () => line.close(),
  };
}
