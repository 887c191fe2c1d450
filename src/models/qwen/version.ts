import { type CoordinateSpace, grid1000, pixelSpace } from '../../core/coordinate-space.js';
import type { ResizeLimits } from '../adapter/smart-resize.js';

/** The generations of Qwen with computer use: they differ in their coordinates and in how they write calls. */
export const qwenVersions = ['2.5', '3', '3.5'] as const;
export type QwenVersion = (typeof qwenVersions)[number];

export interface QwenVersionInfo {
  space: CoordinateSpace;
  resizing: ResizeLimits;
  /** How it was trained to write a call. Handrail reads both forms. */
  writes: 'json' | 'xml';
}

function resizing(factor: number): ResizeLimits {
  return { factor, minPixels: 4 * factor * factor, maxPixels: 16_384 * factor * factor };
}

export const qwenVersionInfo: Readonly<Record<QwenVersion, QwenVersionInfo>> = {
  '2.5': { space: pixelSpace, resizing: resizing(28), writes: 'json' },
  '3': { space: grid1000, resizing: resizing(32), writes: 'json' },
  // 999 is the far edge: the position is x / 999 of the width.
  '3.5': { space: { kind: 'grid', cells: 999, max: 999 }, resizing: resizing(32), writes: 'xml' },
};

/** The version in a model's name; the newest if the name has none. */
export function detectQwenVersion(model: string): QwenVersion {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const [, major, minor] = /qwen-?(\d+)(?:[._](\d+))?/.exec(name) ?? [];
  if (major === undefined) return /qwen-vl-(max|plus)/.test(name) ? '2.5' : '3.5';
  const number = Number(`${major}.${minor ?? 0}`);
  if (number < 3) return '2.5';
  return number < 3.5 ? '3' : '3.5';
}
