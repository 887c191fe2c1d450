import type sharpPackage from 'sharp';
import type { Sharp } from 'sharp';
import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { intersect, type Rect, type Size } from '../../core/geometry.js';
import type { Picture } from '../../core/observation.js';
import type { RawPicture } from '../../core/view.js';
import { drawMarks, maskRegion, type PixelBuffer } from './draw-marks.js';
import { labelScale, placeMarks } from './place-marks.js';

export interface FinishOptions {
  type: 'png' | 'jpeg' | 'webp';
  /** Only for jpeg and webp: 1 to 100. */
  quality?: number;
  /** The maximum size. The picture keeps its aspect ratio and is never enlarged. */
  size?: Partial<Size>;
  /** The size before `size` applies. A picture with fewer pixels is enlarged. */
  minSize?: Size;
  /** The exact size, whatever the aspect ratio. */
  exactSize?: Size;
  /** Draw the numbers of these elements. */
  marks?: readonly Element[];
}

/** Masks passwords, then resizes, marks and encodes a picture as requested. Returns the same bytes if there is nothing to do. */
export async function finishPicture(raw: RawPicture, options: FinishOptions): Promise<Picture> {
  const secrets = raw.secretRegions.filter((secret) => intersect(secret, raw.region));
  const size = options.exactSize ?? fitSize(largerSize(raw.size, options.minSize), options.size);
  const isResized = size.width !== raw.size.width || size.height !== raw.size.height;
  const marks = options.marks ? placeMarks(options.marks, raw.region, size) : [];
  const toPicture = (bytes: Buffer, pictureSize: Size): Picture => ({
    bytes,
    type: `image/${options.type}`,
    size: pictureSize,
    region: raw.region,
    marks: options.marks !== undefined,
  });
  if (!isResized && secrets.length === 0 && marks.length === 0 && raw.type === options.type) {
    return toPicture(raw.bytes, raw.size);
  }
  const sharp = await loadSharp();
  if (secrets.length === 0 && marks.length === 0) {
    const image = isResized ? sharp(raw.bytes).resize({ ...size, fit: 'fill' }) : sharp(raw.bytes);
    return toPicture(await encode(image, options, false), size);
  }
  let pixels = await decode(sharp(raw.bytes));
  for (const secret of secrets) maskRegion(pixels, toPicturePixels(secret, raw.region, pixels));
  if (isResized) pixels = await decode(fromPixels(sharp, pixels).resize({ ...size, fit: 'fill' }));
  drawMarks(pixels, marks, labelScale(raw.region, size));
  return toPicture(await encode(fromPixels(sharp, pixels), options, marks.length > 0), size);
}

function largerSize(size: Size, min: Size | undefined): Size {
  // A region with fractions of a pixel can be one pixel smaller. Resizing would blur it.
  if (!min || min.width < size.width + 2) return size;
  return { width: Math.round(min.width), height: Math.round(min.height) };
}

/** The largest size within `max` with the aspect ratio of `size`. */
export function fitSize(size: Size, max: Partial<Size> | undefined): Size {
  const ratio = Math.min(1, (max?.width ?? size.width) / size.width, (max?.height ?? size.height) / size.height);
  return {
    width: Math.max(1, Math.round(size.width * ratio)),
    height: Math.max(1, Math.round(size.height * ratio)),
  };
}

async function loadSharp(): Promise<typeof sharpPackage> {
  try {
    return (await import('sharp')).default;
  } catch (cause) {
    throw new HandrailError(
      'unsupported',
      'Marking, masking and resizing pictures needs the package "sharp", which could not be loaded.',
      'Install it with: npm install sharp',
      { cause },
    );
  }
}

async function decode(image: Sharp): Promise<PixelBuffer> {
  const { data, info } = await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function fromPixels(sharp: typeof sharpPackage, { data, width, height }: PixelBuffer): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const defaultQuality = 80;
const fastCompressionLevel = 2;

/** Encodes for speed: a picture is viewed once. */
function encode(image: Sharp, { type, quality = defaultQuality }: FinishOptions, isMarked: boolean): Promise<Buffer> {
  if (type === 'png') return image.png({ compressionLevel: fastCompressionLevel }).toBuffer();
  if (type === 'webp') return image.webp({ quality, effort: 0 }).toBuffer();
  // Chroma subsampling blurs small coloured labels.
  return image.jpeg({ quality, chromaSubsampling: isMarked ? '4:4:4' : '4:2:0' }).toBuffer();
}

function toPicturePixels(rect: Rect, region: Rect, size: Size): Rect {
  const across = size.width / region.width;
  const down = size.height / region.height;
  return {
    x: (rect.x - region.x) * across,
    y: (rect.y - region.y) * down,
    width: rect.width * across,
    height: rect.height * down,
  };
}
