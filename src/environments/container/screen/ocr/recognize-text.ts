import { contains, intersect, type Rect } from '../../../../core/geometry.js';
import type { ScreenNode, ScreenWindow } from '../../../screen/screen.js';

interface Word extends Rect {
  line: string;
  text: string;
}

interface TextBlock {
  name: string;
  bounds: Rect;
  window: string;
}

type TextRecognizer = (tables: readonly string[], windows: readonly ScreenWindow[], scale: number) => ScreenNode[];

/** Returns a function that converts word tables of tesseract into nodes. The same text at the same position keeps its key. */
export function createTextRecognizer(): TextRecognizer {
  let known: (TextBlock & { key: string })[] = [];
  let last = 0;
  return (tables, windows, scale) => {
    const unmatched = new Set(known);
    const blocks: TextBlock[] = [];
    for (const words of tables.flatMap((table) => splitLines(table, scale))) {
      const block = toBlock(words, windows);
      // Several tables may contain the same text.
      if (!blocks.some(({ bounds }) => intersect(bounds, block.bounds))) blocks.push(block);
    }
    blocks.sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
    known = blocks.map((block) => {
      const former = [...unmatched].find((one) => isSame(one, block));
      if (former) unmatched.delete(former);
      else last += 1;
      return { ...block, key: former?.key ?? `text:${last}` };
    });
    return known.map((block) => ({ ...block, role: 'Text', states: [], interactive: true }));
  };
}

/** Largest gap between words of one label, in letter heights. Menus in a menu bar are further apart. */
const maxGap = 0.9;

/** Splits a table into lines, and lines at large gaps, which separate labels. */
function splitLines(table: string, scale: number): Word[][] {
  const lines: Word[][] = [];
  for (const word of parseWords(table, scale)) {
    const line = lines.at(-1);
    const previous = line?.at(-1);
    const gap = previous ? word.x - (previous.x + previous.width) : 0;
    const isNear = previous?.line === word.line && gap <= Math.max(word.height, previous.height) * maxGap;
    if (line && isNear) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

const minConfidence = 40;

function parseWords(table: string, scale: number): Word[] {
  return table.split('\n').flatMap((row) => {
    const [level, page, block, paragraph, line, , x, y, width, height, confidence, ...rest] = row.split('\t');
    const text = rest.join('\t').trim();
    if (level !== '5' || Number(confidence) < minConfidence || !/[\p{L}\p{N}]/u.test(text)) return [];
    const toPixels = (value: string | undefined) => Math.round(Number(value) / scale);
    const bounds = { x: toPixels(x), y: toPixels(y), width: toPixels(width), height: toPixels(height) };
    return [{ line: [page, block, paragraph, line].join('.'), text, ...bounds }];
  });
}

function toBlock(words: readonly Word[], windows: readonly ScreenWindow[]): TextBlock {
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  const width = Math.max(...words.map((word) => word.x + word.width)) - x;
  const height = Math.max(...words.map((word) => word.y + word.height)) - y;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const window = windows.find(({ shown, bounds }) => shown && contains(bounds, middle))?.id ?? '';
  return { name: words.map(({ text }) => text).join(' '), bounds: { x, y, width, height }, window };
}

/** How far the position of a text may vary between two pictures. */
const tolerancePixels = 6;

function isSame(one: TextBlock, other: TextBlock): boolean {
  if (one.name !== other.name || one.window !== other.window) return false;
  return (
    Math.abs(one.bounds.x - other.bounds.x) <= tolerancePixels &&
    Math.abs(one.bounds.y - other.bounds.y) <= tolerancePixels
  );
}
