import { grid1000, pixels, type Space } from '../../core/space.js';
import type { Resizing } from '../adapter/smart-resize.js';

/** The generations of UI-TARS: they differ in how they write places and how they count them. */
export const uiTarsVersions = ['1.0', '1.5', 'doubao'] as const;
export type UiTarsVersion = (typeof uiTarsVersions)[number];

export interface UiTarsFacts {
  space: Space;
  resizing: Resizing;
  /** How its prompt writes a place, and the names of the fields that hold one. */
  place: string;
  fields: { at: string; from: string; to: string };
}

const cell = 28 * 28;
const boxes = { at: 'start_box', from: 'start_box', to: 'end_box' };

export const uiTarsFacts: Readonly<Record<UiTarsVersion, UiTarsFacts>> = {
  '1.0': {
    space: grid1000,
    resizing: { factor: 28, least: 100 * cell, most: 2_700 * cell },
    place: '<|box_start|>(x,y)<|box_end|>',
    fields: boxes,
  },
  '1.5': {
    space: pixels,
    resizing: { factor: 28, least: 100 * cell, most: 16_384 * cell },
    place: '(x,y)',
    fields: boxes,
  },
  doubao: {
    space: grid1000,
    resizing: { factor: 28, least: 100 * cell, most: 5_120 * cell },
    place: '<point>x y</point>',
    fields: { at: 'point', from: 'start_point', to: 'end_point' },
  },
};

/** The version that a model's name tells; 1.5, which most servers run, where it tells none. */
export function uiTarsVersionOf(model: string): UiTarsVersion {
  // ByteDance-Seed is who publishes all of them: only the last word of the path says which it is.
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  if (/doubao|seed|tars-?v?2(?!\d*b)/.test(name)) return 'doubao';
  if (/1[._-]5/.test(name)) return '1.5';
  return /tars-?(v?1[._-]0|\d+b)/.test(name) ? '1.0' : '1.5';
}
