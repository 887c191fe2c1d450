import type sharpPackage from 'sharp';
import type { Sharp } from 'sharp';
import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { intersect, type Rect, type Size } from '../../core/geometry.js';
import type { Picture } from '../../core/observation.js';
import type { RawPicture } from '../../core/view.js';
import { drawMarks, maskOut, type Pixels } from './draw-marks.js';
import { labelScale, placeMarks } from './place-marks.js';

export interface FinishOptions {
  type: 'png' | 'jpeg' | 'webp';
  /** Only for jpeg and webp: 1 to 100. */
  quality?: number;
  /** The picture is fitted into this, keeping its shape; it is never enlarged. */
  size?: Partial<Size>;
  /** The picture has exactly this size, whatever its shape was. */
  exactly?: Size;
  /** Number these elements on the picture. */
  marks?: readonly Element[];
}

/** A picture fit to be seen: passwords masked, then resized, marked and encoded as asked. Untouched when there is nothing to do. */
export async function finishPicture(raw: RawPicture, options: FinishOptions): Promise<Picture> {
  const secrets = raw.secrets.filter((secret) => intersect(secret, raw.region));
  const wanted = options.exactly ?? fitSize(raw.size, options.size);
  const resized = wanted.width !== raw.size.width || wanted.height !== raw.size.height;
  const marks = options.marks ? placeMarks(options.marks, raw.region, wanted) : [];
  const finished = (bytes: Buffer, size: Size): Picture => ({
    bytes,
    type: `image/${options.type}`,
    size,
    region: raw.region,
    marks: options.marks !== undefined,
  });
  if (!resized && secrets.length === 0 && marks.length === 0 && raw.type === options.type) {
    return finished(raw.bytes, raw.size);
  }
  const sharp = await loadSharp();
  if (secrets.length === 0 && marks.length === 0) {
    const image = resized ? sharp(raw.bytes).resize({ ...wanted, fit: 'fill' }) : sharp(raw.bytes);
    return finished(await encode(image, options, false), wanted);
  }
  let pixels = await decode(sharp(raw.bytes));
  for (const secret of secrets) maskOut(pixels, onPicture(secret, raw.region, pixels));
  if (resized) pixels = await decode(fromPixels(sharp, pixels).resize({ ...wanted, fit: 'fill' }));
  drawMarks(pixels, marks, labelScale(raw.region, wanted));
  return finished(await encode(fromPixels(sharp, pixels), options, marks.length > 0), wanted);
}

/** The largest size within `asked` that keeps the shape of `size`. */
export function fitSize(size: Size, asked: Partial<Size> | undefined): Size {
  const ratio = Math.min(1, (asked?.width ?? size.width) / size.width, (asked?.height ?? size.height) / size.height);
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

async function decode(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function fromPixels(sharp: typeof sharpPackage, { data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Settings that favour speed: a picture is seen once. */
function encode(image: Sharp, { type, quality = 80 }: FinishOptions, marked: boolean): Promise<Buffer> {
  if (type === 'png') return image.png({ compressionLevel: 2 }).toBuffer();
  if (type === 'webp') return image.webp({ quality, effort: 0 }).toBuffer();
  // Small coloured labels blur when colour is stored at half the sharpness.
  return image.jpeg({ quality, chromaSubsampling: marked ? '4:4:4' : '4:2:0' }).toBuffer();
}

function onPicture(rect: Rect, region: Rect, size: Size): Rect {
  const across = size.width / region.width;
  const down = size.height / region.height;
  return {
    x: (rect.x - region.x) * across,
    y: (rect.y - region.y) * down,
    width: rect.width * across,
    height: rect.height * down,
  };
}
