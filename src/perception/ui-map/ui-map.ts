import type { Element, ElementId } from '../../core/element.js';
import type { View, ViewRequest } from '../../core/view.js';
import { formatNumber, quoteText } from '../page-text.js';
import { countTokens } from '../tokens.js';
import { fillLines, firstLines } from './fit-lines.js';
import { arrangeRows, type Folding, type MapLine, type RowBlock, rankOf, rowLines } from './fold-rows.js';
import { fitFrame, wholeFrame } from './ui-header.js';
import { elementLine } from './ui-line.js';

export interface MapOptions {
  /** Tokens the text may cost at most; less than 60 is taken as 60. */
  budget: number;
  /** What the view is a look at: rows that were asked for do not fold. */
  look?: ViewRequest;
  /** False for readers who act by id alone: no places, no landmarks without a name. Default true. */
  coordinates?: boolean;
}

export interface UiMap {
  text: string;
  /** Elements shown with their own id and name, and all that are not: folded, left out or never collected. */
  shown: number;
  truncated: number;
}

const smallestBudget = 60;
/** Kept free for the line that counts what was left out. */
const tailReserve = 24;
const all = Number.POSITIVE_INFINITY;

/** From everything to the least that is still worth reading. Lists give way first, then long names, then running text. */
const foldings: readonly Folding[] = [
  { rows: all, terse: false, texts: 'all', name: 80, text: 200, describe: true },
  { rows: all, terse: true, texts: 'all', name: 80, text: 160, describe: false },
  { rows: 120, terse: true, texts: 'all', name: 64, text: 120, describe: false },
  { rows: 84, terse: true, texts: 'all', name: 64, text: 120, describe: false },
  { rows: 60, terse: true, texts: 'all', name: 60, text: 100, describe: false },
  { rows: 42, terse: true, texts: 'all', name: 60, text: 100, describe: false },
  { rows: 30, terse: true, texts: 'all', name: 48, text: 80, describe: false },
  { rows: 21, terse: true, texts: 'all', name: 48, text: 80, describe: false },
  { rows: 15, terse: true, texts: 'all', name: 40, text: 60, describe: false },
  { rows: 9, terse: true, texts: 'all', name: 40, text: 60, describe: false },
  { rows: 9, terse: true, texts: 'fill', name: 40, text: 120, describe: false },
  { rows: 9, terse: true, texts: 'fill', name: 24, text: 80, describe: false },
  { rows: 6, terse: true, texts: 'fill', name: 24, text: 80, describe: false },
  { rows: 3, terse: true, texts: 'fill', name: 24, text: 80, describe: false },
];

/** The view as text for a model: one line an element, never more than `budget` tokens. */
export function renderMap(seen: View, options: MapOptions): UiMap {
  const coordinates = options.coordinates ?? true;
  const view = coordinates ? seen : { ...seen, elements: seen.elements.filter((element) => !isBareLandmark(element)) };
  const budget = Math.max(smallestBudget, Math.floor(options.budget) || 0);
  const arranged = arrangeRows(view.elements);
  const lines = (level: number): MapLine[] =>
    bodyLines(arranged, { ...at(level), coordinates }, options.look, view.unseenRows, view.app !== undefined);
  const whole = lines(0);
  if (view.dropped === 0) {
    const { top, bottom } = wholeFrame(view);
    const text = [...top, ...whole.map((line) => line.text), ...bottom].join('\n');
    if (Buffer.byteLength(text) <= budget) return { text, ...counts(view, whole) };
  }
  const frame = fitFrame(view, Math.min(budget - tailReserve, Math.max(36, Math.floor(budget * 0.4))));
  const room = budget - frame.tokens;
  const body = fitBody(room, view.dropped, options.look, (level) => (level === 0 ? whole : lines(level)));
  return close(view, options.look, frame, body, budget);
}

function isBareLandmark({ role, name, interactive }: Element): boolean {
  return role === 'Container' && name === '' && !interactive;
}

/** The lines of some elements within `budget` tokens, without a header. */
export function renderElements(elements: readonly Element[], budget: number, coordinates = true): string[] {
  const arranged = arrangeRows(elements);
  const kept = fitBody(budget, 0, { find: '' }, (level) =>
    bodyLines(arranged, { ...at(level), coordinates }, { find: '' }),
  );
  const left = elements.length - sum(kept, 'shown') - sum(kept, 'folded');
  const lines = kept.map((line) => line.text);
  return left > 0 ? [...lines, tailLine(left)] : lines;
}

function at(level: number): Folding {
  return foldings[level] ?? { rows: 3, terse: true, texts: 'fill', name: 24, text: 80, describe: false };
}

function bodyLines(
  arranged: readonly (Element | RowBlock)[],
  folding: Folding,
  look: ViewRequest | undefined,
  unseen: View['unseenRows'] = {},
  isDesktop = false,
): MapLine[] {
  const lines: MapLine[] = [];
  const lastBlock = new Map<ElementId, RowBlock>();
  for (const entry of arranged) if ('rows' in entry) lastBlock.set(entry.of, entry);
  const seen = new Map<ElementId, { low: number; high: number }>();
  let frame: string | undefined;
  for (const entry of arranged) {
    const first = 'rows' in entry ? (entry.rows[0]?.elements[0] ?? entry.rows[0]?.blank[0]) : entry;
    if (first && first.frame !== frame) {
      frame = first.frame;
      const own = isDesktop ? 'in the window in use:' : 'in the page:';
      const kind = isDesktop ? 'window' : 'frame';
      const text = frame === undefined ? own : `in ${kind} ${quoteText(frame, folding.name)}:`;
      lines.push({ text, shown: 0, folded: 0, rank: 0 });
    }
    if (!('rows' in entry)) {
      lines.push({ text: elementLine(entry, folding), shown: 1, folded: 0, rank: rankOf(entry, folding) });
      continue;
    }
    const asked = look?.find !== undefined || look?.inside?.element === entry.of;
    lines.push(...rowLines(entry, asked ? { ...folding, rows: all } : folding));
    if (asked) continue;
    const range = seen.get(entry.of) ?? { low: all, high: 0 };
    for (const { row } of entry.rows) {
      range.low = Math.min(range.low, row);
      range.high = Math.max(range.high, row);
    }
    seen.set(entry.of, range);
    if (lastBlock.get(entry.of) === entry) lines.push(...unseenLine(entry, range, folding, unseen[entry.of]));
  }
  return lines;
}

function unseenLine(
  block: RowBlock,
  { low, high }: { low: number; high: number },
  folding: Folding,
  [before, after]: readonly [before: number, after: number] = [low, block.total - high - 1],
): MapLine[] {
  const spans: string[] = [];
  if (before > 0) spans.push(low === 1 ? '1' : `1–${low}`);
  if (after > 0) spans.push(high + 2 === block.total ? `${block.total}` : `${high + 2}–${block.total}`);
  if (spans.length === 0) return [];
  const from = before > 0 ? 0 : high + 1;
  const text = `rows ${spans.join(' and ')} of ${block.total} not in view: expand ${block.of} from row ${from}`;
  return [{ text, shown: 0, folded: 0, rank: folding.texts === 'all' ? 0 : 1 }];
}

/** The most detailed lines that fit into `room` tokens. */
function fitBody(
  room: number,
  dropped: number,
  look: ViewRequest | undefined,
  linesAt: (level: number) => MapLine[],
): MapLine[] {
  const paged = look?.find !== undefined || look?.inside !== undefined;
  let strongest = paged ? 1 : foldings.length - 1;
  let weakest = 0;
  let best: MapLine[] | undefined;
  while (weakest <= strongest) {
    // Most views fit whole, so the first try is the first folding; after that, halves.
    const level = weakest === 0 && best === undefined && strongest > 0 ? 0 : (weakest + strongest) >> 1;
    const lines = linesAt(level);
    const reserve = dropped > 0 || at(level).texts === 'fill' ? tailReserve : 0;
    const fitting = fillLines(lines, room - reserve);
    if (fitting) {
      best = fitting;
      strongest = level - 1;
    } else weakest = level + 1;
  }
  return best ?? firstLines(linesAt(paged ? 1 : foldings.length - 1), room - tailReserve);
}

/** Puts the parts together. The last word on the budget is the count of the finished text. */
function close(
  view: View,
  look: ViewRequest | undefined,
  frame: { top: string[]; bottom: string[] },
  body: readonly MapLine[],
  budget: number,
): UiMap {
  const kept = [...body];
  for (;;) {
    const { shown, truncated } = counts(view, kept);
    const left = truncated - sum(kept, 'folded');
    const tail = restOfRows(view, look, kept) ?? (left > 0 ? tailLine(left) : undefined);
    const lines = [...frame.top, ...kept.map((line) => line.text), ...(tail ? [tail] : []), ...frame.bottom];
    const text = lines.join('\n');
    if (countTokens(text) <= budget) return { text, shown, truncated };
    if (kept.length > 0) kept.pop();
    else if (frame.bottom.length > 0) frame.bottom.pop();
    else frame.top.pop();
  }
}

/** In an expanded list: which rows come after the last one shown, and how to see them. */
function restOfRows(view: View, look: ViewRequest | undefined, kept: readonly MapLine[]): string | undefined {
  const inside = look?.inside;
  const place = inside && view.elements.find((element) => element.list?.of === inside.element)?.list;
  if (!inside || !place) return undefined;
  const last = kept.findLast((line) => line.row?.of === inside.element)?.row;
  const next = last ? last.row + 1 : (inside.from ?? 0);
  if (next >= place.rows) return undefined;
  const isWhole = view.unseenRows?.[inside.element]?.[1] === 0;
  if (isWhole && !view.elements.some(({ list }) => list?.of === inside.element && list.row >= next)) return undefined;
  return `rows ${next + 1}–${place.rows} not shown: expand ${inside.element} from row ${next}`;
}

function tailLine(left: number): string {
  return `… ${formatNumber(left)} more elements: observe with find, region or expand`;
}

function counts(view: View, lines: readonly MapLine[]): { shown: number; truncated: number } {
  const shown = sum(lines, 'shown');
  return { shown, truncated: view.elements.length - shown + view.dropped };
}

function sum(lines: readonly MapLine[], field: 'shown' | 'folded'): number {
  return lines.reduce((total, line) => total + line[field], 0);
}
