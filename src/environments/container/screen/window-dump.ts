import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { Pixels } from '../../screen/screen.js';

const version = 7;

/** Reads what xwd writes of a screen with 24 or 32 bits: a head, a table of colours, rows of four bytes. */
export function readWindowDump(dump: Buffer, screen: Size, display: string): Pixels {
  const bad = (why: string) =>
    new HandrailError(
      'bad_picture',
      `Failed to capture screenshot from Docker: ${why}. Check X11 display ${display} is running.`,
    );
  if (dump.length < 1_000 || dump.readUInt32BE(4) !== version) throw bad('what xwd wrote is not a picture');
  const field = (index: number) => dump.readUInt32BE(index * 4);
  const [headSize, width, height, isBigEndian] = [field(0), field(4), field(5), field(7) === 1];
  const [bitsPerPixel, bytesPerRow, colours] = [field(11), field(12), field(19)];
  // Where windows of several kinds are on the screen, xwd says 24 bits and writes four bytes all the same.
  if (bitsPerPixel < 24 || bytesPerRow < width * 4) throw bad(`the screen has ${bitsPerPixel} bits for a pixel`);
  if (width !== screen.width || height !== screen.height)
    throw bad(`it is ${width}x${height}, the screen is ${screen.width}x${screen.height}`);
  const start = headSize + colours * 12;
  if (dump.length < start + bytesPerRow * height) throw bad('the picture is cut off');
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
