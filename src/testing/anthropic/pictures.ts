import { isRecord } from '../../core/is-record.js';
import { reject, type SentPicture } from '../contract.js';
import { readPictureText } from '../sent-picture.js';
import type { Head } from './head.js';
import { type Block, contentOf, type PlayedMessage } from './messages.js';

const maxText = 10_000_000;
const maxSide = 8_000;

/** All pictures of a request in order, checked against the limits of the model. */
export function readPictures(messages: readonly PlayedMessage[], head: Head): SentPicture[] {
  const blocks = messages.flatMap(({ content }) => content.flatMap(imagesIn));
  const pictures = blocks.map((block) => readImage(block, head));
  const many = pictures.length > 20 ? 2_000 : maxSide;
  for (const { width, height } of pictures) {
    if (Math.max(width, height) <= many) continue;
    const rule = many === 2_000 ? 'for many-image requests: 2000 pixels' : '8000 pixels';
    reject(`messages: At least one of the image dimensions exceed max allowed size ${rule}`);
  }
  return pictures;
}

export function imagesIn(block: Block): Block[] {
  if (block.type === 'image') return [block];
  return block.type === 'tool_result' ? contentOf(block).filter(({ type }) => type === 'image') : [];
}

function readImage({ source, transformations }: Block, { model, declared }: Head): SentPicture {
  if (!isRecord(source) || source.type !== 'base64' || typeof source.data !== 'string')
    reject('messages: image.source: Input should be a valid base64 image');
  if (source.data.length > maxText) reject('messages: image exceeds 10 MB maximum');
  const picture = readPictureText(source.data);
  if (picture.type === 'unknown') reject('messages: Could not process image');
  if (picture.type !== source.media_type)
    reject(`messages: The image was specified as ${String(source.media_type)}, but it is ${picture.type}`);
  const isStrict =
    declared.screen.some(({ type }) => type.includes('toolset')) ||
    (isRecord(transformations) && transformations.oversized_image === 'error');
  const squares = Math.ceil(picture.width / 28) * Math.ceil(picture.height / 28);
  if (isStrict && (Math.max(picture.width, picture.height) > model.maxSide || squares > model.maxSquares))
    reject(
      `messages: image of ${picture.width}x${picture.height} is too large: at most ${model.maxSide} pixels a side and ${model.maxSquares} tokens`,
    );
  return picture;
}

/** The cost of a picture in tokens: one for each square of 28 pixels. */
export function squaresOf({ source }: Block): number {
  if (!isRecord(source) || typeof source.data !== 'string') return 0;
  // The size is at the start of the file.
  const { width, height } = readPictureText(source.data.slice(0, 4_000));
  return Math.ceil(width / 28) * Math.ceil(height / 28);
}
