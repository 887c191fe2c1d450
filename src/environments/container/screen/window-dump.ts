import type { Size } from '../../../core/geometry.js';
import type { Pixels } from '../../screen/screen.js';
import { badCapture } from './bad-capture.js';

const formatVersion = 7;
const minDumpBytes = 1_000;
const bytesPerColour = 12;

/** Parses the output of xwd for a screen with 24 or 32 bits per pixel: a header, a colour table, rows of four-byte pixels. */
export function parseWindowDump(dump: Buffer, screen: Size, displayName: string): Pixels {
  const bad = (reason: string) => badCapture(reason, displayName);
  if (dump.length < minDumpBytes || dump.readUInt32BE(4) !== formatVersion)
    throw bad('the output of xwd is not a picture');
  const field = (index: number) => dump.readUInt32BE(index * 4);
  const [headerBytes, width, height, isBigEndian] = [field(0), field(4), field(5), field(7) === 1];
  const [bitsPerPixel, bytesPerRow, colours] = [field(11), field(12), field(19)];
  // With several visuals on the screen, xwd reports 24 bits but still writes four bytes.
  if (bitsPerPixel < 24 || bytesPerRow < width * 4) throw bad(`the screen has ${bitsPerPixel} bits per pixel`);
  if (width !== screen.width || height !== screen.height)
    throw bad(`it is ${width}x${height}, the screen is ${screen.width}x${screen.height}`);
  const start = headerBytes + colours * bytesPerColour;
  if (dump.length < start + bytesPerRow * height) throw bad('the picture is truncated');
  const data = Buffer.alloc(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = start + row * bytesPerRow + column * 4;
      const to = (row * width + column) * 4;
      const pixel = isBigEndian ? dump.readUInt32BE(from) : dump.readUInt32LE(from);
      data[to] = (pixel >> 16) & 255;
      data[to + 1] = (pixel >> 8) & 255;
      data[to + 2] = pixel & 255;
      data[to + 3] = 255;
    }
  }
  return { width, height, data };
}
