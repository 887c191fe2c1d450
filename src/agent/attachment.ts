import { HandrailError } from '../core/errors.js';
import type { Picture } from '../core/observation.js';
import { pictureType } from '../journal/picture-type.js';
import type { Attachment } from '../models/model.js';

/** What can be shown to a model beside a text: a picture of an observation, bytes of one, or a file with its type. */
export type Attachable = Attachment | Pick<Picture, 'bytes' | 'type'> | Uint8Array;

/** An attachment with a name and a type. Throws `invalid_option` for what is none, and for bytes without a type that are no picture. */
export function readAttachment(given: Attachable, index: number): Attachment {
  const name = `attachment-${index + 1}`;
  if (!(given instanceof Uint8Array)) {
    if (isFile(given)) return { name, ...given, bytes: Buffer.from(given.bytes) };
    throw new HandrailError(
      'invalid_option',
      `Attachment ${index + 1} is not the bytes of a file.`,
      'Give bytes, a picture of an observation, or { name, type, bytes }.',
    );
  }
  const type = pictureType(given)?.mime;
  if (!type)
    throw new HandrailError(
      'invalid_option',
      `Attachment ${index + 1} is no PNG, JPEG or WebP picture.`,
      'Say what it is: { name, type, bytes }.',
    );
  return { name, type, bytes: Buffer.from(given) };
}

/** The type asks for it already; whoever writes plain JavaScript has to hear of it too. */
function isFile(given: unknown): given is { bytes: Uint8Array; type: string } {
  if (typeof given !== 'object' || given === null || !('bytes' in given) || !('type' in given)) return false;
  return given.bytes instanceof Uint8Array && typeof given.type === 'string';
}
