import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smartResize } from '../../../src/models/adapter/smart-resize.js';

const qwen28 = { factor: 28, minPixels: 3_136, maxPixels: 12_845_056 };
const qwen32 = { factor: 32, minPixels: 4_096, maxPixels: 16_777_216 };
const uiTars = { factor: 28, minPixels: 78_400, maxPixels: 12_845_056 };
const words = ({ width, height }: { width: number; height: number }): string => `${width}x${height}`;
const size = (text: string) => {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
};

describe('The size to which a model of the Qwen family resizes a picture', () => {
  it.each([
    ['1440x900', '1428x896', qwen28],
    ['1920x1080', '1932x1092', qwen28],
    ['1280x720', '1288x728', qwen28],
    ['1024x768', '1036x756', qwen28],
    ['1440x900', '1440x896', qwen32],
    // half of a factor rounds to the even number
    ['70x98', '56x112', qwen28],
    // too many pixels are reduced, too few increased
    ['8000x4500', '4760x2688', qwen28],
    ['200x150', '336x252', uiTars],
    ['10x10', '56x56', qwen28],
  ])('%s is %s', (screen, seen, rule) => {
    expect(words(smartResize(size(screen), rule))).toBe(seen);
  });

  it('does not exist for a narrow strip', () => {
    expect(() => smartResize({ width: 4_030, height: 20 }, qwen28)).toThrow('too narrow');
  });

  it('is not resized again', () => {
    const side = fc.integer({ min: 100, max: 8_000 });
    fc.assert(
      fc.property(side, side, fc.constantFrom(qwen28, qwen32, uiTars), (width, height, rule) => {
        const seen = smartResize({ width, height }, rule);
        expect([seen.width % rule.factor, seen.height % rule.factor]).toEqual([0, 0]);
        expect(seen.width * seen.height).toBeGreaterThanOrEqual(rule.minPixels);
        expect(seen.width * seen.height).toBeLessThanOrEqual(rule.maxPixels);
        expect(smartResize(seen, rule)).toEqual(seen);
      }),
      { numRuns: Number(process.env.HANDRAIL_FUZZ_RUNS ?? 300) },
    );
  });
});
