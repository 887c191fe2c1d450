import type { Accessibility } from '../../accessibility/accessibility.js';
import type { ScreenReader } from '../../screen/screen.js';
import { cropPixels } from '../../x11/x-display.js';
import type { Runner } from '../exec/runner.js';
import type { WindowControl } from '../input/window-control.js';
import { captureScreen } from './capture.js';
import { readScreenSize } from './screen-size.js';

/** Reads a screen through programs in the container, for a container without an X connection. */
export function createCaptureReader(
  runner: Runner,
  programs: ReadonlySet<string>,
  control: WindowControl,
  displayName: string,
  accessibility?: Accessibility,
): ScreenReader {
  const size: ScreenReader['size'] = (signal) => readScreenSize(runner, displayName, signal);
  // One capture at a time: two at once only slow each other down.
  let last: Promise<unknown> = Promise.resolve();
  const pixels: ScreenReader['pixels'] = (signal) => {
    const capture = last.then(async () => captureScreen(runner, programs, displayName, await size(signal), signal));
    last = capture.catch(() => undefined); // the caller gets the error
    return capture;
  };
  return {
    size,
    windows: () => control.windows(),
    tree: async (request, signal) => (await accessibility?.tree(request, signal)) ?? { nodes: [], dropped: 0 },
    pixels,
    async picture({ region }, signal) {
      const screen = await pixels(signal);
      const { width, height, data } = region ? cropPixels(screen, region) : screen;
      const { default: sharp } = await import('sharp');
      const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .png({ compressionLevel: 2 })
        .toBuffer();
      return { bytes, type: 'png', size: { width, height }, region: region ?? { x: 0, y: 0, width, height } };
    },
  };
}
