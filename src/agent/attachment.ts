import { HandrailError } from '../core/errors.js';
import type { Picture } from '../core/observation.js';
import { pictureType } from '../journal/picture-type.js';
import type { Attachment } from '../models/model.js';

/** What can be shown to a model beside a text: a picture of an observation, bytes of one, or a file with its type. */
export type Attachable = Attachment | Pick<Picture, 'bytes' | 'type'> | Uint8Array;

/** An attachment with a name and a type. Throws `invalid_option` for bytes that are no picture. */
export function readAttachment(given: Attachable, index: number): Attachment {
  const name = `attachment-${index + 1}`;
  if (!(given instanceof Uint8Array)) return { name, ...given };
  const type = pictureType(given)?.mime;
  if (!type)
    throw new HandrailError(
      'invalid_option',
      `Attachment ${index + 1} is no PNG, JPEG or WebP picture.`,
      'Say what it is: { name, type, bytes }.',
    );
  return { name, type, bytes: Buffer.from(given) };
}
