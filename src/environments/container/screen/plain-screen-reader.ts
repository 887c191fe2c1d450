import type { Accessibility } from '../../accessibility/accessibility.js';
import type { ScreenReader } from '../../screen/screen.js';
import { cutPixels } from '../../x11/x-display.js';
import type { Runner } from '../exec/runner.js';
import type { WindowControl } from '../input/window-control.js';
import { capture } from './capture.js';
import { screenSize } from './screen-size.js';

/** Eyes by programs inside the container alone, where its display cannot be reached from here. */
export function plainEyes(
  runner: Runner,
  has: ReadonlySet<string>,
  control: WindowControl,
  display: string,
  accessibility?: Accessibility,
): ScreenReader {
  const take = async (signal?: AbortSignal) =>
    capture(runner, has, display, await screenSize(runner, display, signal), signal);
  // One at a time: two programs that grab the screen at once only slow each other down.
  let last: Promise<unknown> = Promise.resolve();
  const pixels: ScreenReader['pixels'] = (signal) => {
    const mine = last.then(() => take(signal));
    last = mine.catch(() => undefined); // told to whoever asked for it
    return mine;
  };
  return {
    size: (signal) => screenSize(runner, display, signal),
    windows: () => control.windows(),
    tree: async (request, signal) => (await accessibility?.tree(request, signal)) ?? { nodes: [], dropped: 0 },
    pixels,
    async picture({ region }, signal) {
      const whole = await pixels(signal);
      const part = region ?? { x: 0, y: 0, width: whole.width, height: whole.height };
      const { width, height, data } = region ? cutPixels(whole, region) : whole;
      const { default: sharp } = await import('sharp');
      const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .png({ compressionLevel: 2 })
        .toBuffer();
      return { bytes, type: 'png', size: { width, height }, region: part };
    },
  };
}
