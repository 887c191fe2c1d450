import { HandrailError } from '../../core/errors.js';
import type { Accessibility } from '../accessibility/accessibility.js';
import type { ChangeSignal, Pixels, ScreenReader } from '../screen/screen.js';
import { encodePicture } from './encode-picture.js';
import { createSilentWindowNodes } from './silent-windows.js';
import { pastePixels, type XDisplay } from './x-display.js';

export interface LinuxScreenReaderOptions {
  x: XDisplay;
  accessibility?: Accessibility;
}

/** Reads windows and pixels from the X server, and the content of windows from their programs. */
export function createLinuxScreenReader({ x, accessibility }: LinuxScreenReaderOptions): ScreenReader {
  const addSilentWindows = createSilentWindowNodes();
  return {
    size: () => x.size(),
    windows: () => x.windows(),
    async tree(request, signal) {
      const tree = accessibility ? await accessibility.tree(request, signal) : { nodes: [], dropped: 0 };
      return addSilentWindows(tree, request);
    },
    async picture({ region, window }) {
      const own = window && (await x.windowPixels(window));
      if (own) return encodePicture(own, window.bounds, region);
      return encodePicture(await x.pixels(), { x: 0, y: 0 }, region ?? window?.bounds);
    },
    async pixels(_signal, over = []) {
      const shown = await x.pixels();
      if (over.length === 0) return shown;
      const screen = { ...shown, data: Buffer.from(shown.data) };
      for (const window of [...over].reverse()) {
        const own = await ignoreClosed(x.windowPixels(window));
        if (own) pastePixels(own, screen, window.bounds);
      }
      return screen;
    },
    changes: accessibility ? eitherOf(x.changes, accessibility.changes) : x.changes,
    waitForIdle: x.waitForIdle,
    nodeExists:
      accessibility &&
      (async (node, signal) => {
        // The round trip to the server makes its earlier events arrive first.
        const [exists] = await Promise.all([accessibility.nodeExists(node, signal), x.size()]);
        return exists;
      }),
  };
}

/** Undefined for a window that was closed in between. */
async function ignoreClosed(reading: Promise<Pixels | undefined>): Promise<Pixels | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'stale_element') return undefined;
    throw error;
  }
}

/** Notifies when one of the two signals does. */
function eitherOf(one: ChangeSignal, other: ChangeSignal): ChangeSignal {
  return {
    count: () => one.count() + other.count(),
    async waitForChange(ms, signal) {
      const stop = new AbortController();
      const until = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      const both = [one.waitForChange(ms, until), other.waitForChange(ms, until)];
      for (const waiting of both) waiting.catch(() => undefined); // the slower one is aborted
      try {
        const first = await Promise.race(both);
        return first || (await Promise.all(both)).includes(true);
      } finally {
        stop.abort();
      }
    },
  };
}
