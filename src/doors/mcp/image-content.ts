import type { ImageContent } from '@modelcontextprotocol/server';
import type { Picture } from '../../core/observation.js';
import type { RawPicture } from '../../core/view.js';
import { finishPicture } from '../../perception/marks/finish-picture.js';

const maxImageBytes = 600_000;

/** Tried in order. The size is reduced last, because models point at pixels of the picture. */
const reductions = [
  { quality: 80, scale: 1 },
  { quality: 60, scale: 1 },
  { quality: 60, scale: 0.6 },
  { quality: 40, scale: 0.3 },
];

/** Converts a picture to image content. Compresses a picture with too many bytes. */
export async function toImageContent(picture: Picture): Promise<ImageContent> {
  const { bytes, type } = await reduce(picture);
  return { type: 'image', data: bytes.toString('base64'), mimeType: type };
}

async function reduce(picture: Picture): Promise<Picture> {
  let reduced = picture;
  for (const { quality, scale } of reductions) {
    if (reduced.bytes.length <= maxImageBytes) break;
    const size = { width: Math.max(1, Math.round(picture.size.width * scale)) };
    reduced = await finishPicture(toRaw(picture), { type: 'webp', quality, size });
  }
  return reduced;
}

function toRaw({ bytes, size, region, type }: Picture): RawPicture {
  return {
    bytes,
    size,
    region,
    secretRegions: [],
    type: type === 'image/jpeg' ? 'jpeg' : type === 'image/webp' ? 'webp' : 'png',
  };
}
