export interface PictureType {
  extension: 'webp' | 'png' | 'jpg';
  mime: 'image/webp' | 'image/png' | 'image/jpeg';
}

export function detectPictureType(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return { extension: 'webp', mime: 'image/webp' };
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return { extension: 'png', mime: 'image/png' };
  if (head.startsWith('\xff\xd8\xff')) return { extension: 'jpg', mime: 'image/jpeg' };
  return undefined;
}
