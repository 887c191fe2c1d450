import type { Point } from '../../core/geometry.js';

/** How much of each pixel a digit covers, 0 to 255, row by row. */
export interface DigitMask {
  width: number;
  height: number;
  coverage: Uint8Array;
}

/** The angle between two points of an arc. */
const degreesPerStep = 15;

/** The strokes of each digit, in pixels at scale 1. */
const digits: readonly (readonly (readonly Point[])[])[] = [
  [arc(2, 4, 2, 4, 0, 360)],
  [line(0.4, 1.7, 2.3, 0, 2.3, 8)],
  [[...arc(2, 2.2, 1.9, 2.2, 190, 390), ...line(0, 8, 4, 8)]],
  [arc(1.9, 2.05, 1.9, 2.05, 205, 450), arc(1.9, 5.9, 2.1, 2.1, 270, 515)],
  [line(3.1, 8, 3.1, 0, 0, 5.7, 4.2, 5.7)],
  [[...line(3.7, 0, 0.6, 0, 0.35, 3.7), ...arc(1.9, 5.4, 2.1, 2.6, 228, 505)]],
  [arc(2, 5.55, 2, 2.45, 0, 360), arc(4.2, 5.6, 4.2, 5.6, 180, 262)],
  [line(0, 0, 4, 0, 1.3, 8)],
  [arc(2, 1.95, 1.75, 1.95, 0, 360), arc(2, 5.9, 2, 2.1, 0, 360)],
  [arc(2, 2.45, 2, 2.45, 0, 360), arc(-0.2, 2.4, 4.2, 5.6, 0, 82)],
];

const cache = new Map<string, DigitMask>();

/** A digit drawn at `scale`. It needs no font, so labels look the same on every machine. */
export function digitMask(digit: number, scale: number): DigitMask {
  const key = `${digit}@${scale}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const mask = draw(digits[digit] ?? [], scale);
  cache.set(key, mask);
  return mask;
}

/** In pixels at scale 1. */
const strokeWidth = 1.7;
/** At scale 1 the path of a digit is 4 by 8 pixels, with this margin around it. */
const margin = 1;
const pathWidth = 4;
const pathHeight = 8;

function draw(strokes: readonly (readonly Point[])[], scale: number): DigitMask {
  const width = Math.ceil((pathWidth + 2 * margin) * scale);
  const height = Math.ceil((pathHeight + 2 * margin) * scale);
  const coverage = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = { x: (x + 0.5) / scale - margin, y: (y + 0.5) / scale - margin };
      const distance = Math.min(...strokes.map((stroke) => distanceTo(stroke, point)));
      coverage[y * width + x] = Math.round(255 * Math.min(1, Math.max(0, (strokeWidth / 2 - distance) * scale + 0.5)));
    }
  }
  return { width, height, coverage };
}

function distanceTo(stroke: readonly Point[], { x, y }: Point): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < stroke.length; index++) {
    const from = stroke[index - 1];
    const to = stroke[index];
    if (!from || !to) continue;
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
    lowest = Math.min(lowest, Math.hypot(x - from.x - along * dx, y - from.y - along * dy));
  }
  return lowest;
}

function line(...numbers: number[]): Point[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    x: numbers[index * 2] ?? 0,
    y: numbers[index * 2 + 1] ?? 0,
  }));
}

/** An arc from one angle to another, in degrees clockwise from the right. */
function arc(x: number, y: number, radiusX: number, radiusY: number, from: number, to: number): Point[] {
  const steps = Math.ceil(Math.abs(to - from) / degreesPerStep);
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / steps) * Math.PI) / 180;
    return { x: x + radiusX * Math.cos(angle), y: y + radiusY * Math.sin(angle) };
  });
}
