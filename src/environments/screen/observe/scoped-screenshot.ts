import { intersect, type Rect, type Size } from '../../../core/geometry.js';
import type { RawPicture } from '../../../core/view.js';
import type { ScreenReader, ScreenWindow } from '../screen.js';

const background = { r: 128, g: 128, b: 128 };

/** A picture of the screen with only these windows (front first) on it, without what covers them. */
export async function scopedPicture(
  reader: ScreenReader,
  { size, windows, region }: { size: Size; windows: readonly ScreenWindow[]; region?: Rect },
  signal?: AbortSignal,
): Promise<Omit<RawPicture, 'secretRegions'>> {
  const { default: sharp } = await import('sharp');
  const screen: Rect = { x: 0, y: 0, ...size };
  const shown = region ? (intersect(region, screen) ?? screen) : screen;
  const layers = [];
  // The front window is drawn last.
  for (const window of [...windows].reverse()) {
    if (!window.shown || !intersect(window.bounds, screen)) continue;
    const { bytes, region: bounds } = await reader.picture({ window }, signal);
    const visible = intersect(bounds, screen);
    if (!visible) continue;
    const { x: left, y: top, width, height } = visible;
    const crop = { left: left - bounds.x, top: top - bounds.y, width, height };
    layers.push({ input: await sharp(bytes).extract(crop).png({ compressionLevel: 0 }).toBuffer(), left, top });
  }
  const whole = await sharp({ create: { ...size, channels: 3, background } })
    .composite(layers)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { x: left, y: top, width, height } = shown;
  const bytes = region
    ? await sharp(whole).extract({ left, top, width, height }).png({ compressionLevel: 1 }).toBuffer()
    : whole;
  return { bytes, type: 'png', size: { width, height }, region: shown };
}
