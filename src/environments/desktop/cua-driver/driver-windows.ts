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

/** Reads an answer of list_windows, front first: on every system the highest z_index is in front. */
export function readWindows(facts: Record<string, unknown>): ScreenWindow[] {
  const parsed = windowsSchema.safeParse(facts);
  if (!parsed.success) {
    throw new HandrailError('driver_failed', 'The desktop driver listed windows in a form that is not known.');
  }
  const ranked = parsed.data.windows
    .filter(({ bounds }) => bounds.width > 0 && bounds.height > 0)
    .sort((one, other) => (other.z_index ?? -1) - (one.z_index ?? -1));
  const front = ranked.find(({ is_on_screen: isShown }) => isShown !== false);
  return ranked.map((window) => ({
    id: String(window.window_id),
    app: window.app_name || window.title || 'unknown program',
    title: window.title ?? '',
    ...(typeof window.pid === 'number' ? { pid: window.pid } : {}),
    bounds: window.bounds,
    active: window === front,
    shown: window.is_on_screen !== false,
    dialog: false,
    popup: false,
  }));
}

/** What names a window to the driver. */
export function addressOf(window: ScreenWindow): { pid: number; window_id: number } {
  if (window.pid === undefined) {
    throw new HandrailError('unsupported', `Nobody knows which program the window "${window.title}" belongs to.`);
  }
  return { pid: window.pid, window_id: Number(window.id) };
}

/** What a window is when its outermost node is called so. */
export function isDialogRoot(root: string | undefined): boolean {
  return /^(alert|dialog|file chooser|color chooser|AXSheet|AXDialog)$/.test(root ?? '');
}
