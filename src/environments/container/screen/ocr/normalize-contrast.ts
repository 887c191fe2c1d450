import type { Size } from '../../../../core/geometry.js';

const tilePixels = 16;
/** The background of a tile is measured in an area that is larger by this margin. */
const marginPixels = 8;
const contrast = 1.5;

/** Makes everything that differs from its background dark on white, also light text on a dark button. */
export function normalizeContrast(grey: Buffer, { width, height }: Size): Buffer {
  const normalized = Buffer.alloc(grey.length);
  for (let top = 0; top < height; top += tilePixels)
    for (let left = 0; left < width; left += tilePixels) {
      const background = mostFrequentShade(grey, width, {
        left: Math.max(0, left - marginPixels),
        right: Math.min(width, left + tilePixels + marginPixels),
        top: Math.max(0, top - marginPixels),
        bottom: Math.min(height, top + tilePixels + marginPixels),
      });
      for (let y = top; y < Math.min(height, top + tilePixels); y += 1)
        for (let x = left; x < Math.min(width, left + tilePixels); x += 1) {
          const index = y * width + x;
          normalized[index] = 255 - Math.min(255, Math.abs((grey[index] ?? 0) - background) * contrast);
        }
    }
  return normalized;
}

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function mostFrequentShade(grey: Buffer, width: number, { left, right, top, bottom }: Area): number {
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1)
    for (const shade of grey.subarray(y * width + left, y * width + right)) counts[shade] = (counts[shade] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}
