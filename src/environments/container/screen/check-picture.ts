import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { Pixels } from '../../screen/screen.js';

/** The pixels of what a program in the container says is a picture of the screen. Throws `bad_picture` when it is none. */
export async function checkPicture(bytes: Buffer, screen: Size, display: string): Promise<Pixels> {
  const bad = (why: string, cause?: unknown) =>
    new HandrailError(
      'bad_picture',
      `Failed to capture screenshot from Docker: ${why}. Check X11 display ${display} is running.`,
      undefined,
      { cause },
    );
  if (bytes.length === 0) throw bad('there is no picture');
  const { default: sharp } = await import('sharp');
  let data: Buffer;
  let size: Size;
  try {
    const decoded = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    data = decoded.data;
    size = { width: decoded.info.width, height: decoded.info.height };
  } catch (error) {
    throw bad(`the ${bytes.length} bytes that came are not a picture`, error);
  }
  if (screen.width !== size.width || screen.height !== size.height)
    throw bad(`it is ${size.width}x${size.height}, the screen is ${screen.width}x${screen.height}`);
  return { ...size, data };
}
