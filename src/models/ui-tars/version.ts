import { type CoordinateSpace, grid1000, pixelSpace } from '../../core/coordinate-space.js';
import type { ResizeLimits } from '../adapter/smart-resize.js';

/** The generations of UI-TARS: they differ in how they write points and in their coordinates. */
export const uiTarsVersions = ['1.0', '1.5', 'doubao'] as const;
export type UiTarsVersion = (typeof uiTarsVersions)[number];

export interface UiTarsVersionInfo {
  space: CoordinateSpace;
  resizing: ResizeLimits;
  /** How the prompt writes a point. */
  pointFormat: string;
  /** The names of the fields that hold a point. */
  fields: { at: string; from: string; to: string };
}

const tokenPixels = 28 * 28;
const boxes = { at: 'start_box', from: 'start_box', to: 'end_box' };

export const uiTarsVersionInfo: Readonly<Record<UiTarsVersion, UiTarsVersionInfo>> = {
  '1.0': {
    space: grid1000,
    resizing: { factor: 28, minPixels: 100 * tokenPixels, maxPixels: 2_700 * tokenPixels },
    pointFormat: '<|box_start|>(x,y)<|box_end|>',
    fields: boxes,
  },
  '1.5': {
    space: pixelSpace,
    resizing: { factor: 28, minPixels: 100 * tokenPixels, maxPixels: 16_384 * tokenPixels },
    pointFormat: '(x,y)',
    fields: boxes,
  },
  doubao: {
    space: grid1000,
    resizing: { factor: 28, minPixels: 100 * tokenPixels, maxPixels: 5_120 * tokenPixels },
    pointFormat: '<point>x y</point>',
    fields: { at: 'point', from: 'start_point', to: 'end_point' },
  },
};

/** The version in a model's name; 1.5, which most servers run, if the name has none. */
export function detectUiTarsVersion(model: string): UiTarsVersion {
  // ByteDance-Seed publishes all of them: only the last part of the path tells the version.
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  if (/doubao|seed|tars-?v?2(?!\d*b)/.test(name)) return 'doubao';
  if (/1[._-]5/.test(name)) return '1.5';
  return /tars-?(v?1[._-]0|\d+b)/.test(name) ? '1.0' : '1.5';
}
