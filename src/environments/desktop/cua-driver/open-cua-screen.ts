import { tmpdir } from 'node:os';
import { childEnvironment } from '../../processes/child-environment.js';
import type { Screen } from '../../screen/screen.js';
import { openDriverConnection } from './connection.js';
import { createDriverPointer } from './pointer.js';
import { createDriverPrograms } from './programs.js';
import { createDriverReader } from './screen-reader.js';
import { createSnapshots } from './snapshots.js';
import { createDriverTextInput } from './text-input.js';

export interface CuaScreenOptions {
  /** The complete environment of the driver, on Linux with display and message bus. Default: ours, without secrets. */
  env?: Record<string, string>;
  note?: ((text: string) => void) | undefined;
  /** For tests: arguments for Node, instead of the program that runs the driver. */
  program?: readonly string[];
  /** Upper limit for the timeout of all calls. */
  maxCallMs?: number;
  platform?: NodeJS.Platform;
}

/** The name of our session in the driver. */
const session = 'handrail';

const commonLimitations = [
  'The driver cannot hold keys or mouse buttons, except while dragging, and cannot move the pointer.',
  'The driver reports bounds only for interactive elements; other text is found only by search.',
  'The driver does not report focus and checkbox states on every system.',
];
const linuxLimitations = [
  'On Linux the driver acts only on elements and menus: no keys, drag, scroll, double click or right click. The default driver (without via: driver) can do all of it.',
  'On Linux the driver appends text beyond ASCII at the end of a field, and reads at most 4,096 characters of it.',
  'On Linux the driver reads only six levels of LibreOffice windows: it would hang at the cells.',
];
const untestedOn = (system: string) => [`The driver is not tested on ${system} yet: run handrail doctor.`];

/** Opens a screen through @trycua/cua-driver, which runs in its own process. Throws `driver_missing` or `driver_failed`. */
export async function openCuaScreen(options: CuaScreenOptions): Promise<Screen> {
  const { env = childEnvironment(tmpdir()), note, program, maxCallMs, platform = process.platform } = options;
  // The driver's own cursor would show in all pictures.
  const firstCall = ['set_agent_cursor_enabled', { session, enabled: false }] as const;
  const connection = openDriverConnection({ env, note, program, maxCallMs, firstCall });
  try {
    await connection.read('get_screen_size', { session });
  } catch (error) {
    await connection.close();
    throw error;
  }
  const snapshots = createSnapshots(connection, session);
  const parts = { connection, snapshots, session, platform };
  const system = platform === 'darwin' ? 'macOS' : platform === 'win32' ? 'Windows' : undefined;
  return {
    reader: createDriverReader(connection, snapshots, session),
    input: {
      ...createDriverPointer(parts),
      ...createDriverTextInput(parts),
      ...createDriverPrograms({ ...parts, note }),
    },
    limitations: [...commonLimitations, ...(system === undefined ? linuxLimitations : untestedOn(system))],
    close: () => connection.close(),
  };
}
