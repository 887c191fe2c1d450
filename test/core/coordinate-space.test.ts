import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CoordinateSpace,
  grid999,
  grid1000,
  maxCoordinates,
  type PictureGeometry,
  pixelSpace,
  toModelPoint,
  toScreenPoint,
} from '../../src/core/coordinate-space.js';
import { isLongJob } from '../support/sample.js';

const screen = (width: number, height: number, pictureWidth = width, pictureHeight = height): PictureGeometry => ({
  size: { width: pictureWidth, height: pictureHeight },
  region: { x: 0, y: 0, width, height },
});

describe('a point from a model', () => {
  it.each([
    ['the grid 0–999', grid999, { x: 500, y: 500 }, screen(1440, 900), { x: 720, y: 450 }],
    ['its last cell', grid999, { x: 999, y: 999 }, screen(1440, 900), { x: 1438, y: 899 }],
    ['the grid 0–1000', grid1000, { x: 1000, y: 1000 }, screen(1440, 900), { x: 1439, y: 899 }],
    ['pixels of the screen', pixelSpace, { x: 512, y: 305 }, screen(1440, 900), { x: 512, y: 305 }],
    ['pixels of a smaller picture', pixelSpace, { x: 714, y: 448 }, screen(1440, 900, 1428, 896), { x: 720, y: 450 }],
    ['pixels of half the size', pixelSpace, { x: 10, y: 10 }, screen(2000, 1000, 1000, 500), { x: 21, y: 21 }],
    [
      'a pixel that division would miss',
      pixelSpace,
      { x: 100, y: 100 },
      screen(3200, 2000, 1600, 1000),
      { x: 201, y: 201 },
    ],
    ['the corner', pixelSpace, { x: 0, y: 0 }, screen(1440, 900), { x: 0, y: 0 }],
  ] as const)('in %s is found on the screen', (_, space, given, shown, meant) => {
    expect(toScreenPoint(space, given, shown)).toEqual(meant);
  });

  it('is relative to the region of the picture', () => {
    const shown: PictureGeometry = {
      size: { width: 100, height: 100 },
      region: { x: 300, y: 40, width: 100, height: 100 },
    };
    expect(toScreenPoint(pixelSpace, { x: 5, y: 5 }, shown)).toEqual({ x: 305, y: 45 });
  });

  it.each([
    ['negative', grid999, { x: -1, y: 5 }],
    ['past the grid', grid999, { x: 1000, y: 5 }],
    ['past the picture', pixelSpace, { x: 1440, y: 5 }],
    ['no number', pixelSpace, { x: Number.NaN, y: 5 }],
    ['endless', pixelSpace, { x: Number.POSITIVE_INFINITY, y: 5 }],
    ['a fraction of the screen', pixelSpace, { x: 0.5, y: 0.3 }],
  ] as const)('that is %s is refused with what is valid', (_, space, given) => {
    const last = maxCoordinates(space, screen(1440, 900));
    expect(() => toScreenPoint(space, given, screen(1440, 900))).toThrow(
      expect.objectContaining({
        code: 'out_of_range',
        hint: expect.stringContaining(`x ${'x' in given && given.x === 0.5 ? 'from' : 'goes from'} 0 to ${last.width}`),
      }),
    );
  });

  it('suggests swapped x and y if that would fit', () => {
    expect(() => toScreenPoint(pixelSpace, { x: 300, y: 1200 }, screen(1440, 900))).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('swapped') }),
    );
  });

  it('survives a round trip up to the resolution of the space', () => {
    const spaces: CoordinateSpace[] = [pixelSpace, grid999, grid1000];
    fc.assert(
      fc.property(
        fc.constantFrom(...spaces),
        fc.integer({ min: 300, max: 3_000 }),
        fc.integer({ min: 300, max: 3_000 }),
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (space, width, height, ratio, across, down) => {
          const shown = screen(width, height, Math.ceil(width * ratio), Math.ceil(height * ratio));
          const point = { x: Math.floor(across * width), y: Math.floor(down * height) };
          const back = toScreenPoint(space, toModelPoint(space, point, shown), shown);
          const grain = 1 + Math.max(1 / ratio, width / 1_000, height / 1_000);
          expect(Math.abs(back.x - point.x)).toBeLessThanOrEqual(grain);
          expect(Math.abs(back.y - point.y)).toBeLessThanOrEqual(grain);
        },
      ),
      { numRuns: isLongJob ? 300 : 60 },
    );
  });
});
