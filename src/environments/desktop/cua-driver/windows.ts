import { z } from 'zod';
import { HandrailError } from '../../../core/errors.js';
import type { ScreenWindow } from '../../screen/screen.js';

const windowsSchema = z.object({
  windows: z.array(
    z.object({
      window_id: z.number(),
      pid: z.number().nullish(),
      app_name: z.string().nullish(),
      title: z.string().nullish(),
      bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
      is_on_screen: z.boolean().nullish(),
      z_index: z.number().nullish(),
    }),
  ),
});

/** Parses a reply of list_windows. Front first: on every platform the front window has the highest z_index. */
export function parseWindows(data: Record<string, unknown>): ScreenWindow[] {
  const parsed = windowsSchema.safeParse(data);
  if (!parsed.success) throw unknownFormat('the windows');
  const sorted = parsed.data.windows
    .filter(({ bounds }) => bounds.width > 0 && bounds.height > 0)
    .sort((one, other) => (other.z_index ?? -1) - (one.z_index ?? -1));
  const front = sorted.find((window) => window.is_on_screen !== false);
  return sorted.map((window) => ({
    id: String(window.window_id),
    app: window.app_name || window.title || 'unknown program',
    title: window.title ?? '',
    pid: window.pid ?? undefined,
    bounds: window.bounds,
    active: window === front,
    shown: window.is_on_screen !== false,
    dialog: false,
    popup: false,
  }));
}

/** For a reply that does not have the expected structure. */
export function unknownFormat(subject: string): HandrailError {
  return new HandrailError(
    'driver_failed',
    `The desktop driver described ${subject} in an unknown format.`,
    'Check the installed version of @trycua/cua-driver.',
  );
}

/** The parameters that identify a window to the driver. */
export function windowParameters(window: ScreenWindow): { pid: number; window_id: number } {
  if (window.pid === undefined)
    throw new HandrailError(
      'unsupported',
      `The program of the window "${window.title}" is unknown.`,
      'Use another window.',
    );
  return { pid: window.pid, window_id: Number(window.id) };
}

/** True when the outermost node of a window has the role of a dialog. */
export function isDialogRole(rootRole: string | undefined): boolean {
  return /^(alert|dialog|file chooser|color chooser|AXSheet|AXDialog)$/.test(rootRole ?? '');
}
