import sharp from 'sharp';
import type { Rect } from '../../src/core/geometry.js';
import { digitMask } from '../../src/perception/marks/digit-shapes.js';

/** A number that stands on a picture, and where. */
export interface ReadMark {
  number: number;
  label: Rect;
}

const height = 12;
const padding = 3;
const advance = 7;

/** Reads the numbers off a picture, pixel by pixel: white digits on a label of one dark colour. The picture is as large as what it shows. */
export async function readMarks(png: Buffer): Promise<ReadMark[]> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number => {
    const place = (y * info.width + x) * 3;
    return ((data[place] ?? 0) << 16) | ((data[place + 1] ?? 0) << 8) | (data[place + 2] ?? 0);
  };
  /** A column of one colour, `long` pixels high. */
  const isColumn = (x: number, y: number, long: number, colour: number): boolean => {
    for (let row = 0; row < long; row += 1) if (at(x, y + row) !== colour) return false;
    return true;
  };
  /** The digit that stands at a corner, drawn in white on a colour. */
  const digitAt = (left: number, top: number, colour: number): number | undefined => {
    for (let digit = 0; digit < 10; digit += 1) {
      const mask = digitMask(digit, 1);
      const fits = mask.coverage.every((coverage, index) => {
        const found = at(left + (index % mask.width), top + Math.floor(index / mask.width));
        return [16, 8, 0].every((shift) => {
          const below = (colour >> shift) & 255;
          return Math.abs(((found >> shift) & 255) - (below + ((255 - below) * coverage) / 255)) <= 2;
        });
      });
      if (fits) return digit;
    }
    return undefined;
  };
  const marks: ReadMark[] = [];
  for (let y = 0; y <= info.height - height; y += 1) {
    for (let x = 0; x < info.width - 2 * padding - advance; x += 1) {
      const colour = at(x + 1, y);
      if (!isDark(colour)) continue;
      if (
        !isColumn(x + 1, y, height, colour) ||
        !isColumn(x + 2, y, height, colour) ||
        !isColumn(x, y + 1, height - 2, colour)
      )
        continue;
      let digits = '';
      for (let left = x + padding; left + advance <= info.width; left += advance) {
        const digit = digitAt(left, y + 1, colour);
        if (digit === undefined) break;
        digits += digit;
      }
      if (digits)
        marks.push({
          number: Number(digits),
          label: { x, y, width: 2 * padding + advance * digits.length - 1, height },
        });
    }
  }
  return marks;
}

/** White can be read on it. */
const isDark = (colour: number): boolean => (colour >> 16) + ((colour >> 8) & 255) + (colour & 255) < 420;
