import { HandrailError } from '../../core/errors.js';
import { intersect, type Point, type Rect } from '../../core/geometry.js';
import type { Pixels } from '../screen/screen.js';
import { cropPixels } from './x-display.js';

/** Encodes the pixels inside `region` as a PNG. `corner` is the screen position of the pixels. Throws `out_of_range`. */
export async function encodePicture(pixels: Pixels, corner: Point, region?: Rect) {
  const area = { x: corner.x, y: corner.y, width: pixels.width, height: pixels.height };
  const visible = region ? intersect(area, toWholePixels(region)) : area;
  if (!visible) {
    throw new HandrailError(
      'out_of_range',
      'The region is outside of the screen.',
      `The screen is ${area.width}x${area.height}.`,
    );
  }
  const { width, height } = visible;
  const isWhole = width === pixels.width && height === pixels.height;
  const cropped = isWhole ? pixels : cropPixels(pixels, { ...visible, x: visible.x - area.x, y: visible.y - area.y });
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(toRgb(cropped), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return { bytes, type: 'png' as const, size: { width, height }, region: visible };
}

function toWholePixels({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

/** The server stores blue first and an unused fourth byte. */
function toRgb({ data, width, height }: Pixels): Buffer {
  const count = width * height;
  const rgb = Buffer.allocUnsafe(count * 3);
  for (let pixel = 0, from = 0, to = 0; pixel < count; pixel += 1, from += 4, to += 3) {
    rgb[to] = data[from + 2] as number; // within bounds by the loop
    rgb[to + 1] = data[from + 1] as number;
    rgb[to + 2] = data[from] as number;
  }
  return rgb;
}
