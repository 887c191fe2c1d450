import type { SentPicture } from './contract.js';

/** Reads the header of a picture. The type `unknown` means that it is not a picture. */
export function readPicture(bytes: Buffer): SentPicture {
  const picture = (type: SentPicture['type'], width: number, height: number): SentPicture => ({
    type,
    width,
    height,
    bytes,
  });
  if (bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47)
    return picture('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  if (bytes.length > 10 && bytes.toString('latin1', 0, 3) === 'GIF')
    return picture('image/gif', bytes.readUInt16LE(6), bytes.readUInt16LE(8));
  if (bytes.length > 30 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return webp(bytes, picture);
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return jpeg(bytes, picture);
  return picture('unknown', 0, 0);
}

/** Reads a picture in base64, with or without `data:…;base64,`. */
export function readPictureText(text: string): SentPicture {
  return readPicture(Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64'));
}

type Make = (type: SentPicture['type'], width: number, height: number) => SentPicture;

function webp(bytes: Buffer, picture: Make): SentPicture {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return picture('image/webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (kind === 'VP8 ') return picture('image/webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  const bits = bytes.readUInt32LE(21);
  return picture('image/webp', (bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
}

function jpeg(bytes: Buffer, picture: Make): SentPicture {
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return picture('image/jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return picture('unknown', 0, 0);
}
