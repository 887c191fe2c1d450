import type { Pixels } from '../screen/screen.js';
import { sleep } from '../screen/settle/sleep.js';
import type { XConnection } from './protocol/connection.js';
import { readGeometry } from './protocol/core-requests.js';
import { checkDepth, readImage } from './read-image.js';
import { createScreenPixels } from './screen-pixels.js';
import type { WindowChanges } from './window-changes.js';

/** Reads pixels from the X server. */
export interface Images {
  readScreen(): Promise<Pixels>;
  /** The pixels of a window without the windows in front of it. Undefined without Composite, or when the window is not shown. */
  readWindow(window: number): Promise<Pixels | undefined>;
  /** Makes the server retain the pixels of a window. For a new window, which draws itself anyway, `readWindow` is fast then. */
  retain(window: number): void;
}

const automaticUpdate = 0;
/** How long a program has to start drawing what was hidden, and the interval between two reads. */
const redrawTimeoutMs = 250;
const redrawPollMs = 40;

export async function createImages(x: XConnection, changes: WindowChanges): Promise<Images> {
  const composite = await x.extension('composite');
  const retained = new Set<number>();
  x.onEvent((event) => {
    if (event.name === 'DestroyNotify') retained.delete(event.wid); // its number may be reused
  });
  const root = await readGeometry(x, x.root);
  if (root) checkDepth(root.depth);
  const readScreen = await createScreenPixels(x, changes);

  async function readPixmap(window: number): Promise<Pixels | undefined> {
    const geometry = await readGeometry(x, window);
    if (!geometry || !composite) return undefined;
    const pixmap = x.allocateId();
    x.send(() => composite.NameWindowPixmap(window, pixmap));
    try {
      const { borderWidth, width, height, depth } = geometry;
      return await readImage(x, pixmap, { x: borderWidth, y: borderWidth, width, height }, depth);
    } finally {
      x.send((client) => client.FreePixmap(pixmap));
      x.releaseId(pixmap);
    }
  }

  /** Reads a window that was hidden until now, until its program has drawn it and the pixels stay the same. */
  async function readAfterRedraw(window: number): Promise<Pixels | undefined> {
    const deadline = performance.now() + redrawTimeoutMs;
    let last = await readPixmap(window);
    let isDrawing = false;
    while (last && performance.now() < (isDrawing ? deadline + redrawTimeoutMs : deadline)) {
      await sleep(redrawPollMs);
      const now = await readPixmap(window);
      if (!now || (isDrawing && now.data.equals(last.data))) return now;
      isDrawing ||= !now.data.equals(last.data);
      last = now;
    }
    return last;
  }

  function retain(window: number): void {
    if (!composite || retained.has(window)) return;
    x.send(() => composite.RedirectWindow(window, automaticUpdate));
    retained.add(window);
    changes.watch(window);
  }

  return {
    readScreen,
    async readWindow(window) {
      if (!composite) return undefined;
      if (retained.has(window)) return readPixmap(window);
      retain(window);
      return readAfterRedraw(window);
    },
    retain,
  };
}
