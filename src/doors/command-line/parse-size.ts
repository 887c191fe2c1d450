import type { Size } from '../../core/geometry.js';

/** Parses `1280x800`. Returns undefined for anything else. */
export function parseSize(text: string): Size | undefined {
  const [, width, height] = /^(\d{2,5})\s*[x×,]\s*(\d{2,5})$/i.exec(text.trim()) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
