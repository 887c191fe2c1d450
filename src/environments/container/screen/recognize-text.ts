import { contains, intersect, type Rect } from '../../../core/geometry.js';
import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';

interface Word extends Rect {
  line: string;
  text: string;
}

interface Piece {
  name: string;
  bounds: Rect;
  window: string;
}

const leastConfidence = 40;
/** Between words of one thing, in heights of a letter: menus side by side stand further apart. */
const widestGap = 0.9;
/** How far the reader may be off from one picture to the next. */
const slack = 6;

/** Makes elements of the words of a picture, as tesseract tells them. The same words at the same place stay the same element. */
export function textReader(): (
  tables: readonly string[],
  windows: readonly ScreenWindow[],
  scale: number,
) => ScreenNode[] {
  let known: (Piece & { key: string })[] = [];
  let last = 0;
  return (tables, windows, scale) => {
    const free = new Set(known);
    const pieces: Piece[] = [];
    for (const words of tables.flatMap((table) => linesOf(table, scale))) {
      const piece = pieceOf(words, windows);
      // What was read in one way is not read again in another.
      if (!pieces.some(({ bounds }) => intersect(bounds, piece.bounds))) pieces.push(piece);
    }
    pieces.sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
    known = pieces.map((piece) => {
      const same = [...free].find((one) => isSame(one, piece));
      if (same) free.delete(same);
      else last += 1;
      return { ...piece, key: same?.key ?? `text:${last}` };
    });
    return known.map((piece) => ({ ...piece, role: 'Text', states: [], interactive: true }));
  };
}

/** Words of one line that stand far apart are labels of different things. */
function linesOf(table: string, scale: number): Word[][] {
  const lines: Word[][] = [];
  for (const word of wordsOf(table, scale)) {
    const line = lines.at(-1);
    const before = line?.at(-1);
    const gap = before ? word.x - (before.x + before.width) : 0;
    if (line && before?.line === word.line && gap <= Math.max(word.height, before.height) * widestGap) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

function wordsOf(table: string, scale: number): Word[] {
  return table.split('\n').flatMap((row) => {
    const [level, page, block, paragraph, line, , x, y, width, height, confidence, ...rest] = row.split('\t');
    const text = rest.join('\t').trim();
    if (level !== '5' || Number(confidence) < leastConfidence || !/[\p{L}\p{N}]/u.test(text)) return [];
    const px = (value: string | undefined) => Math.round(Number(value) / scale);
    const bounds = { x: px(x), y: px(y), width: px(width), height: px(height) };
    return [{ line: [page, block, paragraph, line].join('.'), text, ...bounds }];
  });
}

function pieceOf(words: readonly Word[], windows: readonly ScreenWindow[]): Piece {
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  const width = Math.max(...words.map((word) => word.x + word.width)) - x;
  const height = Math.max(...words.map((word) => word.y + word.height)) - y;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const window = windows.find(({ shown, bounds }) => shown && contains(bounds, middle))?.id ?? '';
  return { name: words.map(({ text }) => text).join(' '), bounds: { x, y, width, height }, window };
}

function isSame(one: Piece, other: Piece): boolean {
  if (one.name !== other.name || one.window !== other.window) return false;
  return Math.abs(one.bounds.x - other.bounds.x) <= slack && Math.abs(one.bounds.y - other.bounds.y) <= slack;
}
