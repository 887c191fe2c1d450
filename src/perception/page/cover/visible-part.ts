import { newRange } from '../dom/native-document.js';
import type { Box } from '../protocol.js';

/** In pixels. */
const tolerance = 2;
/** A line break has no box. The characters after it are tried. */
const maxProbes = 8;

/** The lines of a text that are inside `clip`. Assumes lines that follow each other down the page. */
export function visiblePart(text: Text, clip: Box): string {
  const range = newRange();
  range.selectNodeContents(text);
  const { top, bottom } = range.getBoundingClientRect();
  if (top >= clip.top - tolerance && bottom <= clip.bottom + tolerance) return text.data;
  const middleAt = (offset: number): number => {
    for (let at = offset; at < Math.min(text.length, offset + maxProbes); at += 1) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const box = range.getBoundingClientRect();
      if (box.height > 0) return (box.top + box.bottom) / 2;
    }
    return bottom;
  };
  const firstBelow = (limit: number): number => {
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (middleAt(middle) < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return text.data.slice(firstBelow(clip.top), firstBelow(clip.bottom));
}
