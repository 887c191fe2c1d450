import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Element, Role } from '../../src/core/element.js';
import type { Rect, Size } from '../../src/core/geometry.js';
import type { RawPicture } from '../../src/core/view.js';
import { finishPicture, fitSize } from '../../src/perception/marks/finish-picture.js';
import { placeMarks } from '../../src/perception/marks/place-marks.js';
import { intersectionArea } from '../../src/perception/marks/rect-grid.js';
import { element, tableView } from './sample-views.js';

const region: Rect = { x: 0, y: 0, width: 1280, height: 720 };
const size: Size = { width: 1280, height: 720 };

async function picture(rest: Partial<RawPicture> = {}): Promise<RawPicture> {
  const { width, height } = rest.size ?? size;
  const blank = { create: { width, height, channels: 3 as const, background: '#ffffff' } };
  const bytes = await sharp(blank)
    .toFormat(rest.type ?? 'png')
    .toBuffer();
  return { bytes, type: 'png', size, region, secretRegions: [], ...rest };
}

async function pixelAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}

describe('placeMarks', () => {
  const anyElements = (max: number): fc.Arbitrary<Element[]> =>
    fc
      .array(
        fc.record({
          role: fc.constantFrom<Role>('Button', 'Link', 'TextInput', 'Checkbox', 'Text'),
          name: fc.constantFrom('', 'OK', 'Add to cart', 'A rather long name of a link in a list'),
          x: fc.integer({ min: -50, max: 1300 }),
          y: fc.integer({ min: -50, max: 740 }),
          width: fc.integer({ min: 1, max: 400 }),
          height: fc.integer({ min: 1, max: 120 }),
        }),
        { maxLength: max },
      )
      .map((made) => made.map(({ role, name, ...place }, index) => element(index + 1, role, name, place)));

  test('no label overlaps another or leaves the picture, and each element gets one', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyElements(120), fc.constantFrom(0.5, 0.8, 1, 2), (elements, scale) => {
        const picture = { width: 1280 * scale, height: 720 * scale };
        const marks = placeMarks(elements, region, picture);
        const visible = elements.filter((one) => one.interactive && intersectionArea(one.bounds, region) > 0);
        expect(marks.map((mark) => mark.id)).toEqual(visible.map((one) => one.id));
        marks.forEach((mark, index) => {
          const { x, y, width, height } = mark.label;
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(picture.width);
          expect(y + height).toBeLessThanOrEqual(picture.height);
          expect(height).toBeGreaterThanOrEqual(12);
          for (const other of marks.slice(index + 1)) expect(intersectionArea(mark.label, other.label)).toBe(0);
        });
        expect(placeMarks(elements, region, picture)).toEqual(marks);
      }),
      { numRuns: 60 },
    );
  });

  test('with enough space, a label is outside of all elements', () => {
    const elements = Array.from({ length: 60 }, (_, index) =>
      element(index + 1, 'Button', 'Press here', {
        x: 40 + (index % 6) * 200,
        y: 30 + Math.floor(index / 6) * 66,
        width: 90,
        height: 24,
      }),
    );
    const marks = placeMarks(elements, region, size);
    expect(marks).toHaveLength(60);
    for (const mark of marks) {
      expect(mark.leader).toBeUndefined();
      for (const one of elements) expect(intersectionArea(mark.label, one.bounds)).toBe(0);
    }
  });

  test('in a dense table no label covers the text of its own element', () => {
    const marks = placeMarks(tableView().elements, region, size);
    expect(marks).toHaveLength(30 + 28 * 3);
    for (const mark of marks) {
      const middle = { ...mark.box, y: mark.box.y + 4, height: mark.box.height - 8 };
      expect(intersectionArea(mark.label, middle), mark.id).toBe(0);
    }
  });

  test('an unnamed element that fills the screen is marked in its corner', () => {
    const canvas = element(7, 'Other', '', { interactive: true, x: 0, y: 0, width: 1280, height: 720 });
    const [mark] = placeMarks([canvas], region, size);
    expect(mark?.number).toBe(7);
    expect(intersectionArea(mark?.label ?? region, region)).toBeGreaterThan(0);
  });

  test('covered, offscreen, outside and passive elements are not marked', () => {
    const elements = [
      element(1, 'Button', 'A', { states: ['covered'] }),
      element(2, 'Button', 'B', { states: ['offscreen'] }),
      element(3, 'Button', 'C', { x: 2000 }),
      element(4, 'Text', 'D'),
      element(5, 'Button', 'E'),
    ];
    expect(placeMarks(elements, region, size).map((mark) => mark.number)).toEqual([5]);
    expect(placeMarks(elements, { x: 900, y: 500, width: 100, height: 100 }, { width: 100, height: 100 })).toEqual([]);
  });
});

describe('finishPicture', () => {
  test('returns the same bytes if there is nothing to do', async () => {
    const raw = await picture();
    const done = await finishPicture(raw, { type: 'png' });
    expect(done.bytes).toBe(raw.bytes);
    expect(done).toMatchObject({ type: 'image/png', size, region, marks: false });
    expect((await finishPicture(raw, { type: 'png', size: { width: 5000 } })).bytes).toBe(raw.bytes);
  });

  test('secrets are masked, with and without resizing', async () => {
    const raw = await picture({
      secretRegions: [
        { x: 100, y: 100, width: 200, height: 40 },
        { x: 5000, y: 0, width: 9, height: 9 },
      ],
    });
    for (const options of [
      { type: 'png' as const },
      { type: 'png' as const, size: { width: 640 } },
      { type: 'webp' as const },
    ]) {
      const { bytes, size: made } = await finishPicture(raw, options);
      const scale = made.width / 1280;
      for (const [x, y] of [
        [101, 101],
        [298, 138],
        [200, 120],
      ] as const) {
        const pixel = await pixelAt(bytes, Math.round(x * scale), Math.round(y * scale));
        expect(Math.max(...pixel), `${x},${y} ${JSON.stringify(options)}`).toBeLessThan(100);
      }
      expect(Math.min(...(await pixelAt(bytes, Math.round(600 * scale), Math.round(400 * scale))))).toBeGreaterThan(
        240,
      );
    }
  });

  test('secrets are masked on high-density screens and in regions', async () => {
    const part = { x: 100, y: 100, width: 400, height: 200 };
    const raw = await picture({
      size: { width: 800, height: 400 },
      region: part,
      secretRegions: [{ x: 150, y: 150, width: 50, height: 20 }],
    });
    const { bytes } = await finishPicture(raw, { type: 'png' });
    expect(Math.max(...(await pixelAt(bytes, 150, 120)))).toBeLessThan(60);
    expect(Math.min(...(await pixelAt(bytes, 250, 120)))).toBeGreaterThan(240);
  });

  test('boxes and labels are drawn, in every format', async () => {
    const button = element(42, 'Button', 'Press', { x: 300, y: 300, width: 80, height: 24 });
    for (const type of ['png', 'jpeg', 'webp'] as const) {
      const done = await finishPicture(await picture(), { type, marks: [button] });
      expect(done).toMatchObject({ type: `image/${type}`, marks: true, size });
      expect(Math.min(...(await pixelAt(done.bytes, 340, 300)))).toBeLessThan(120);
      expect((await sharp(done.bytes).metadata()).format).toBe(type);
    }
  });

  test('fits the requested size, keeps the aspect ratio and reports the size', async () => {
    const done = await finishPicture(await picture(), { type: 'jpeg', quality: 60, size: { width: 640, height: 640 } });
    expect(done.size).toEqual({ width: 640, height: 360 });
    const { width, height } = await sharp(done.bytes).metadata();
    expect({ width, height }).toEqual(done.size);
    expect(fitSize({ width: 100, height: 50 }, { height: 10 })).toEqual({ width: 20, height: 10 });
    expect(fitSize({ width: 100, height: 50 }, { width: 400, height: 400 })).toEqual({ width: 100, height: 50 });
    expect(fitSize({ width: 1000, height: 1 }, { width: 10 })).toEqual({ width: 10, height: 1 });
  });

  test('converts between formats', async () => {
    const done = await finishPicture(await picture({ type: 'jpeg' }), { type: 'webp' });
    expect((await sharp(done.bytes).metadata()).format).toBe('webp');
  });
});
