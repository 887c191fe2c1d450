import type { Size } from '../../../core/geometry.js';
import type { Pixels } from '../../screen/screen.js';
import { badCapture } from './bad-capture.js';

/** Decodes a capture of the screen. Throws `bad_picture` when it is no image, or has another size than the screen. */
export async function decodeScreenshot(bytes: Buffer, screen: Size, displayName: string): Promise<Pixels> {
  if (bytes.length === 0) throw badCapture('there is no picture', displayName);
  const { width, height, data } = await decode(bytes, displayName);
  if (screen.width !== width || screen.height !== height)
    throw badCapture(`it is ${width}x${height}, the screen is ${screen.width}x${screen.height}`, displayName);
  return { width, height, data };
}

async function decode(bytes: Buffer, displayName: string): Promise<Pixels> {
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch (error) {
    throw badCapture(`the ${bytes.length} bytes received are not a picture`, displayName, error);
  }
}
