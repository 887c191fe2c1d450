import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Affine,
  center,
  compose,
  contains,
  identity,
  intersect,
  invert,
  mapPoint,
  mapRect,
} from '../../src/core/geometry.js';

const number = fc.double({ min: -1_000, max: 1_000, noNaN: true });
const affine = fc
  .tuple(number, number, number, number, number, number)
  .filter(([a, b, c, d]) => Math.abs(a * d - b * c) > 1)
  .map((values): Affine => values);
const point = fc.record({ x: number, y: number });

describe('mappings between surfaces', () => {
  it('invert', () => {
    fc.assert(
      fc.property(affine, point, (mapping, at) => {
        const back = mapPoint(invert(mapping), mapPoint(mapping, at));
        expect(back.x).toBeCloseTo(at.x, 2);
        expect(back.y).toBeCloseTo(at.y, 2);
      }),
    );
  });

  it('compose with the inner one applied first', () => {
    fc.assert(
      fc.property(affine, affine, point, (outer, inner, at) => {
        const once = mapPoint(compose(outer, inner), at);
        const twice = mapPoint(outer, mapPoint(inner, at));
        expect(Math.abs(once.x - twice.x)).toBeLessThan(1e-3 * (1 + Math.abs(twice.x)));
        expect(Math.abs(once.y - twice.y)).toBeLessThan(1e-3 * (1 + Math.abs(twice.y)));
      }),
    );
  });

  it('refuse a surface without size', () => expect(() => invert([0, 0, 0, 0, 5, 5])).toThrow(RangeError));

  it('return the bounding box', () => {
    const quarter: Affine = [0, 1, -1, 0, 100, 0];
    expect(mapRect(quarter, { x: 10, y: 20, width: 30, height: 5 })).toEqual({ x: 75, y: 10, width: 5, height: 30 });
    expect(mapRect(identity, { x: 1, y: 2, width: 3, height: 4 })).toEqual({ x: 1, y: 2, width: 3, height: 4 });
  });
});

describe('rectangles', () => {
  it('intersect', () => {
    expect(intersect({ x: 0, y: 0, width: 10, height: 10 }, { x: 5, y: 5, width: 10, height: 10 })).toEqual({
      x: 5,
      y: 5,
      width: 5,
      height: 5,
    });
    expect(intersect({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 10, height: 10 })).toBeUndefined();
  });
  it('contain their center', () => {
    const rect = { x: 3, y: 4, width: 10, height: 2 };
    expect(contains(rect, center(rect))).toBe(true);
    expect(contains(rect, { x: 13, y: 5 })).toBe(false);
  });
});
