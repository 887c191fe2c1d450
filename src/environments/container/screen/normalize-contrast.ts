import type { Size } from '../../../core/geometry.js';

const tile = 16;
/** How far around a tile it is looked what lies behind the letters. */
const around = 8;
const contrast = 1.5;

/** A grey picture in which whatever stands out from its surroundings is dark on white: light letters on a dark button, too. */
export function evenPicture(grey: Buffer, { width, height }: Size): Buffer {
  const even = Buffer.alloc(grey.length);
  for (let top = 0; top < height; top += tile)
    for (let left = 0; left < width; left += tile) {
      const ground = mostCommon(grey, width, {
        left: Math.max(0, left - around),
        right: Math.min(width, left + tile + around),
        top: Math.max(0, top - around),
        bottom: Math.min(height, top + tile + around),
      });
      for (let y = top; y < Math.min(height, top + tile); y += 1)
        for (let x = left; x < Math.min(width, left + tile); x += 1) {
          const at = y * width + x;
          even[at] = 255 - Math.min(255, Math.abs((grey[at] ?? 0) - ground) * contrast);
        }
    }
  return even;
}

interface Part {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function mostCommon(grey: Buffer, width: number, { left, right, top, bottom }: Part): number {
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1)
    for (const shade of grey.subarray(y * width + left, y * width + right)) counts[shade] = (counts[shade] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}
