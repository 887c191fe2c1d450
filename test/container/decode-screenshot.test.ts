import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeScreenshot } from '../../src/environments/container/screen/decode-screenshot.js';
import { parseWindowDump } from '../../src/environments/container/screen/window-dump.js';

const screen = { width: 320, height: 200 };
const black = { create: { ...screen, channels: 3, background: '#000' } } as const;

test('a screen of one colour is a valid picture, however small', async () => {
  const png = await sharp(black).png({ palette: true, compressionLevel: 9 }).toBuffer();
  expect(png.length).toBeLessThan(300);
  const { width, height, data } = await decodeScreenshot(png, screen, ':99');
  expect({ width, height }).toEqual(screen);
  expect(data.subarray(0, 4)).toEqual(Buffer.from([0, 0, 0, 255]));
});

test('a picture of another size, a truncated one and an empty one are refused', async () => {
  const png = await sharp(black).png().toBuffer();
  const refusals: [Buffer, string][] = [
    [await sharp(png).resize(319, 200).png().toBuffer(), 'it is 319x200, the screen is 320x200'],
    [png.subarray(0, 60), 'are not a picture'],
    [Buffer.alloc(3_000), 'are not a picture'],
    [Buffer.alloc(0), 'there is no picture'],
  ];
  for (const [bytes, why] of refusals)
    await expect(decodeScreenshot(bytes, screen, ':99')).rejects.toMatchObject({
      code: 'bad_picture',
      message: expect.stringContaining(why),
    });
});

/** As xwd writes it: numbers with the highest byte first, a name, a table of colours, rows. */
function dumpOf(bitsPerPixel: number, bytesPerPixel: number): Buffer {
  const [head, colours] = [Buffer.alloc(104), 2];
  const fields = { 0: 104, 1: 7, 4: screen.width, 5: screen.height, 11: bitsPerPixel, 19: colours };
  for (const [index, value] of Object.entries(fields)) head.writeUInt32BE(value, Number(index) * 4);
  head.writeUInt32BE(screen.width * bytesPerPixel, 12 * 4);
  const pixels = Buffer.alloc(screen.width * screen.height * bytesPerPixel);
  for (let at = 0; at + 4 <= pixels.length; at += bytesPerPixel) pixels.writeUInt32LE(0x00aabbcc, at);
  return Buffer.concat([head, Buffer.alloc(colours * 12), pixels]);
}

test('a dump with 24 bits and four bytes per pixel is parsed like one with 32 bits', () => {
  for (const bits of [24, 32]) {
    const { data } = parseWindowDump(dumpOf(bits, 4), screen, ':99');
    expect([...data.subarray(0, 4)]).toEqual([0xaa, 0xbb, 0xcc, 255]);
    expect(data.length).toBe(320 * 200 * 4);
  }
  expect(() => parseWindowDump(dumpOf(16, 2), screen, ':99')).toThrow('16 bits per pixel');
  expect(() => parseWindowDump(dumpOf(32, 4).subarray(0, 5_000), screen, ':99')).toThrow('truncated');
});
