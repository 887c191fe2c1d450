import { HandrailError } from '../core/errors.js';
import type { Picture } from '../core/observation.js';
import { detectPictureType } from '../journal/picture-type.js';
import type { Attachment } from '../models/model.js';

/** An attachment for the model: a picture of an observation, the bytes of a picture, or a file with its type. */
export type Attachable = Attachment | Pick<Picture, 'bytes' | 'type'> | Uint8Array;

/** Adds a name and a type to an attachment. Throws `invalid_option` if it has no bytes or its type cannot be detected. */
export function readAttachment(given: Attachable, index: number): Attachment {
  const name = `attachment-${index + 1}`;
  if (!(given instanceof Uint8Array)) {
    if (isFile(given)) return { name, ...given, bytes: Buffer.from(given.bytes) };
    throw new HandrailError(
      'invalid_option',
      `Attachment ${index + 1} has no bytes.`,
      'Pass bytes, a picture of an observation, or { name, type, bytes }.',
    );
  }
  const type = detectPictureType(given)?.mime;
  if (!type)
    throw new HandrailError(
      'invalid_option',
      `Attachment ${index + 1} is not a PNG, JPEG or WebP picture.`,
      'Pass its type: { name, type, bytes }.',
    );
  return { name, type, bytes: Buffer.from(given) };
}

/** Callers without type checks can pass anything. */
function isFile(given: unknown): given is { bytes: Uint8Array; type: string } {
  if (typeof given !== 'object' || given === null || !('bytes' in given) || !('type' in given)) return false;
  return given.bytes instanceof Uint8Array && typeof given.type === 'string';
}
