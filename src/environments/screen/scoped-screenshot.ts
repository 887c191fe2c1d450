import { intersect, type Rect, type Size } from '../../core/geometry.js';
import type { RawPicture } from '../../core/view.js';
import type { ScreenReader, ScreenWindow } from './screen.js';

const elsewhere = { r: 128, g: 128, b: 128 };

/** The screen with nothing on it but these windows, each as it looks with nothing foreign in front of it. */
export async function scopedPicture(
  eyes: ScreenReader,
  { size, windows, region }: { size: Size; windows: readonly ScreenWindow[]; region?: Rect },
  signal?: AbortSignal,
): Promise<Omit<RawPicture, 'secrets'>> {
  const { default: sharp } = await import('sharp');
  const screen: Rect = { x: 0, y: 0, ...size };
  const shown = region ? (intersect(region, screen) ?? screen) : screen;
  const layers = [];
  // The one in front is drawn last.
  for (const window of [...windows].reverse()) {
    if (!window.shown || !intersect(window.bounds, screen)) continue;
    const { bytes, region: place } = await eyes.picture({ window }, signal);
    const part = intersect(place, screen);
    if (!part) continue;
    const inside = { left: part.x - place.x, top: part.y - place.y, width: part.width, height: part.height };
    layers.push({
      input: await sharp(bytes).extract(inside).png({ compressionLevel: 0 }).toBuffer(),
      left: part.x,
      top: part.y,
    });
  }
  const whole = await sharp({ create: { ...size, channels: 3, background: elsewhere } })
    .composite(layers)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { x: left, y: top, width, height } = shown;
  const bytes = region
    ? await sharp(whole).extract({ left, top, width, height }).png({ compressionLevel: 1 }).toBuffer()
    : whole;
  return { bytes, type: 'png', size: { width, height }, region: shown };
}
