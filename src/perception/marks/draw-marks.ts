import type { Point, Rect } from '../../core/geometry.js';
import { digitMask } from './digit-shapes.js';
import { labelMetrics, type PlacedMark } from './place-marks.js';

/** A picture as RGB bytes, row by row. */
export interface PixelBuffer {
  data: Buffer;
  width: number;
  height: number;
}

type Colour = readonly [red: number, green: number, blue: number];

const white: Colour = [255, 255, 255];
const maskColour: Colour = [40, 40, 40];

/** Dark enough for white digits. Consecutive numbers get different colours. */
const colours: readonly Colour[] = [
  [198, 40, 40],
  [21, 101, 192],
  [46, 125, 50],
  [106, 27, 154],
  [191, 54, 12],
  [0, 105, 92],
  [173, 20, 87],
  [62, 39, 135],
];

/** Draws the marks. Boxes come first and labels last, so that no line crosses a number. */
export function drawMarks(pixels: PixelBuffer, marks: readonly PlacedMark[], scale: number): void {
  const stroke = Math.max(1, Math.round(scale));
  for (const mark of marks) outline(pixels, mark.box, stroke, colourOf(mark));
  for (const mark of marks) if (mark.leader) drawLine(pixels, ...mark.leader, stroke, colourOf(mark));
  for (const mark of marks) drawLabel(pixels, mark, scale);
}

/** Paints a solid rectangle over a secret, one pixel larger on each side. */
export function maskRegion(pixels: PixelBuffer, { x, y, width, height }: Rect): void {
  const left = Math.floor(x) - 1;
  const top = Math.floor(y) - 1;
  const box = { x: left, y: top, width: Math.ceil(x + width) + 1 - left, height: Math.ceil(y + height) + 1 - top };
  fill(pixels, box, maskColour);
}

function colourOf(mark: PlacedMark): Colour {
  return colours[mark.number % colours.length] ?? maskColour;
}

function drawLabel(pixels: PixelBuffer, { number, label, ...mark }: PlacedMark, scale: number): void {
  const colour = colourOf({ number, label, ...mark });
  const corner = Math.max(1, Math.round(scale));
  fill(pixels, { ...label, y: label.y + corner, height: label.height - 2 * corner }, colour);
  fill(pixels, { ...label, x: label.x + corner, width: label.width - 2 * corner }, colour);
  let x = label.x + labelMetrics.padding * scale;
  for (const digit of String(number)) {
    const mask = digitMask(Number(digit), scale);
    const left = Math.round(x);
    const top = label.y + Math.round((label.height - mask.height) / 2);
    for (let row = 0; row < mask.height; row++) {
      for (let column = 0; column < mask.width; column++) {
        blend(pixels, left + column, top + row, white, mask.coverage[row * mask.width + column] ?? 0);
      }
    }
    x += labelMetrics.digit * scale;
  }
}

function outline(pixels: PixelBuffer, { x, y, width, height }: Rect, stroke: number, colour: Colour): void {
  fill(pixels, { x, y, width, height: stroke }, colour);
  fill(pixels, { x, y: y + height - stroke, width, height: stroke }, colour);
  fill(pixels, { x, y, width: stroke, height }, colour);
  fill(pixels, { x: x + width - stroke, y, width: stroke, height }, colour);
}

function drawLine(pixels: PixelBuffer, from: Point, to: Point, stroke: number, colour: Colour): void {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y)));
  for (let step = 0; step <= steps; step++) {
    const x = Math.round(from.x + ((to.x - from.x) * step) / steps);
    const y = Math.round(from.y + ((to.y - from.y) * step) / steps);
    fill(pixels, { x, y, width: stroke, height: stroke }, colour);
  }
}

function fill(pixels: PixelBuffer, rect: Rect, [red, green, blue]: Colour): void {
  const left = Math.max(0, rect.x);
  const right = Math.min(pixels.width, rect.x + rect.width);
  const bottom = Math.min(pixels.height, rect.y + rect.height);
  for (let y = Math.max(0, rect.y); y < bottom; y++) {
    let index = (y * pixels.width + left) * 3;
    for (let x = left; x < right; x++) {
      pixels.data[index++] = red;
      pixels.data[index++] = green;
      pixels.data[index++] = blue;
    }
  }
}

function blend(pixels: PixelBuffer, x: number, y: number, colour: Colour, coverage: number): void {
  if (coverage === 0 || x < 0 || y < 0 || x >= pixels.width || y >= pixels.height) return;
  const index = (y * pixels.width + x) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const background = pixels.data[index + channel] ?? 0;
    pixels.data[index + channel] = background + (((colour[channel] ?? 0) - background) * coverage) / 255;
  }
}
