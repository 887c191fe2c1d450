import { grid1000, pixels, type Space } from '../../core/space.js';
import type { Resizing } from '../adapter/smart-resize.js';

/** The generations of Qwen that use computers: they differ in how they count places and how they write calls. */
export const qwenVersions = ['2.5', '3', '3.5'] as const;
export type QwenVersion = (typeof qwenVersions)[number];

export interface QwenFacts {
  space: Space;
  resizing: Resizing;
  /** How it was taught to write a call. Both are read. */
  writes: 'json' | 'xml';
}

function resizing(factor: number): Resizing {
  return { factor, least: 4 * factor * factor, most: 16_384 * factor * factor };
}

export const qwenFacts: Readonly<Record<QwenVersion, QwenFacts>> = {
  '2.5': { space: pixels, resizing: resizing(28), writes: 'json' },
  '3': { space: grid1000, resizing: resizing(32), writes: 'json' },
  // 999 is the far edge: the place is x / 999 of the width.
  '3.5': { space: { kind: 'grid', cells: 999, last: 999 }, resizing: resizing(32), writes: 'xml' },
};

/** The version that a model's name tells; the newest where it tells none. */
export function qwenVersionOf(model: string): QwenVersion {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const [, major, minor] = /qwen-?(\d+)(?:[._](\d+))?/.exec(name) ?? [];
  if (major === undefined) return /qwen-vl-(max|plus)/.test(name) ? '2.5' : '3.5';
  const number = Number(`${major}.${minor ?? 0}`);
  if (number < 3) return '2.5';
  return number < 3.5 ? '3' : '3.5';
}
