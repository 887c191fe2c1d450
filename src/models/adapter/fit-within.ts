import type { Size } from '../../core/geometry.js';

/** The size scaled down so that no side is longer than `maxSide`. */
export function fitWithin(maxSide: number, { width, height }: Size): Size {
  const factor = Math.min(1, maxSide / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}
