import type { ImageContent } from '@modelcontextprotocol/server';
import type { Picture } from '../../core/observation.js';
import type { RawPicture } from '../../core/view.js';
import { finishPicture } from '../../perception/marks/finish-picture.js';

const mostBytes = 600_000;

/** Weaker and weaker; a picture keeps its size as long as possible, because models point at its pixels. */
const attempts = [
  { quality: 80, scale: 1 },
  { quality: 60, scale: 1 },
  { quality: 60, scale: 0.6 },
  { quality: 40, scale: 0.3 },
];

/** A picture as image content, made smaller where it has too many bytes. */
export async function imageContent(picture: Picture): Promise<ImageContent> {
  const { bytes, type } = await shrink(picture);
  return { type: 'image', data: bytes.toString('base64'), mimeType: type };
}

async function shrink(picture: Picture): Promise<Picture> {
  let smaller = picture;
  for (const { quality, scale } of attempts) {
    if (smaller.bytes.length <= mostBytes) break;
    const size = { width: Math.max(1, Math.round(picture.size.width * scale)) };
    smaller = await finishPicture(asRaw(picture), { type: 'webp', quality, size });
  }
  return smaller;
}

function asRaw({ bytes, size, region, type }: Picture): RawPicture {
  return {
    bytes,
    size,
    region,
    secrets: [],
    type: type === 'image/jpeg' ? 'jpeg' : type === 'image/webp' ? 'webp' : 'png',
  };
}
