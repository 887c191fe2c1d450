import type { Element, ElementId } from '../../core/element.js';
import type { View, ViewRequest } from '../../core/view.js';
import { countTokens } from '../count-tokens.js';
import { formatNumber, quoteText } from '../quote-text.js';
import { splitCovered } from './covered-elements.js';
import { fitLines, fitRequiredLines } from './fit-lines.js';
import { compactLevels, detailedLevels, minimalDetail, shortLevels } from './fold-levels.js';
import { type FoldLevel, groupRows, type MapLine, type RowBlock, renderLine, renderRows } from './fold-rows.js';
import { fitFrame, fullFrame } from './header-lines.js';
import { joinLines } from './join-lines.js';
import { findSecondary } from './landmarks.js';
import { withoutRepeatedTexts } from './repeated-texts.js';
import { findUniqueNames } from './unique-names.js';

export interface MapOptions {
  /** Maximum tokens of the text. At least 60. */
  budget: number;
  /** The request of the view. Requested rows do not fold. */
  request?: ViewRequest;
  /** False for readers who act by id: omits positions and unnamed landmarks. Default true. */
  coordinates?: boolean;
  /** For readers who act by id or name: a long map of a page puts several controls into a line and omits most ids. */
  compact?: boolean;
  /** All elements of the screen, if the view contains only some of them. */
  all?: readonly Element[];
}

export interface UiMap {
  text: string;
  /** How many elements are shown with id and name. */
  shown: number;
  /** How many are not: folded, omitted or not collected. */
  truncated: number;
}

/** Reserved for the line that counts the omitted elements. */
const tailReserve = 24;
const unlimited = Number.POSITIVE_INFINITY;
const minBudget = 60;
/** In characters. Longer maps are compacted for readers who act by id. */
const maxUncompacted = 700;
const maxUncompactedElements = 8;

/** Renders a view as text for a model: one line per element, at most `budget` tokens. */
export function renderMap(original: View, options: MapOptions): UiMap {
  const coordinates = options.coordinates ?? true;
  const view = coordinates
    ? original
    : { ...original, elements: original.elements.filter((element) => !isUnnamedContainer(element)) };
  const budget = Math.max(minBudget, Math.floor(options.budget) || 0);
  const isPartial = options.request?.find !== undefined || options.request?.inside !== undefined;
  const isWindow = view.app !== undefined;
  const { front, behind, line } = isPartial
    ? { front: view.elements, behind: 0, line: '' }
    : splitCovered(view.elements, isWindow);
  const framed = isPartial && !coordinates ? withoutPlace(view) : view;
  const groups = groupRows(front);
  const isCompact = options.compact === true && !coordinates && !isPartial && !isWindow;
  const levels = isCompact ? compactLevels : coordinates ? detailedLevels : shortLevels;
  const compactGroups = isCompact ? groupRows(withoutRepeatedTexts(front)) : groups;
  const all = options.all ?? original.elements;
  const marked = isCompact ? { uniqueNames: findUniqueNames(all), secondary: findSecondary(all) } : {};
  const behindLines: MapLine[] = behind > 0 ? [{ text: line, shown: 0, folded: behind, rank: 0 }] : [];
  const linesAt = (level: number): MapLine[] => [
    ...renderBody(
      levels[level]?.compact ? compactGroups : groups,
      { ...(levels[level] ?? minimalDetail), ...marked },
      options.request,
      view.offscreenRows,
      isWindow,
    ),
    ...behindLines,
  ];
  const fullLines = linesAt(0);
  if (view.dropped === 0) {
    const { top, bottom } = fullFrame(framed);
    const text = [...top, ...fullLines.map((line) => line.text), ...bottom].join('\n');
    const isShort = !isCompact || text.length <= maxUncompacted;
    if (isShort && Buffer.byteLength(text) <= budget) return { text, ...counts(view, fullLines) };
  }
  const frame = fitFrame(framed, Math.min(budget - tailReserve, Math.max(36, Math.floor(budget * 0.4))));
  const room = budget - frame.tokens;
  const isLong = isCompact && sumLengths(fullLines) > maxUncompacted;
  const body = fitBody(room, { dropped: view.dropped, levels, first: isLong ? 1 : 0, isPaged: isPartial }, (level) =>
    level === 0 ? fullLines : linesAt(level),
  );
  return assemble(view, options.request, frame, body, budget);
}

/** A view whose header does not repeat what the map of the whole page shows: title, scroll position and tabs. */
function withoutPlace(view: View): View {
  const isPage = view.app === undefined;
  const { title, url } = isPage ? {} : view;
  return { ...view, title, url, scroll: undefined, above: undefined, below: undefined, tabs: undefined };
}

function isUnnamedContainer({ role, name, interactive, more }: Element): boolean {
  return role === 'Container' && name === '' && !interactive && !more;
}

/** Renders elements of a screen within `budget` tokens, without a header. */
export function renderElements(
  elements: readonly Element[],
  budget: number,
  { coordinates = true, compact = false, all = [] }: Omit<MapOptions, 'budget' | 'request'> = {},
): string[] {
  const groups = groupRows(elements);
  const isCompact = compact && !coordinates && elements.length > maxUncompactedElements;
  const levels = isCompact ? compactLevels : coordinates ? detailedLevels : shortLevels;
  const uniqueNames = isCompact ? findUniqueNames(all) : undefined;
  const kept = fitBody(budget, { dropped: 0, levels, first: isCompact ? 1 : 0, isPaged: !isCompact }, (level) =>
    renderBody(groups, { ...(levels[level] ?? minimalDetail), uniqueNames }, isCompact ? undefined : { find: '' }),
  );
  const omitted = elements.length - sum(kept, 'shown') - sum(kept, 'folded');
  const lines = kept.map((line) => line.text);
  return omitted > 0 ? [...lines, omittedLine(omitted)] : lines;
}

function renderBody(
  groups: readonly (Element | RowBlock)[],
  folding: FoldLevel,
  request: ViewRequest | undefined,
  offscreenRows: View['offscreenRows'] = {},
  isDesktop = false,
): MapLine[] {
  const lines = foldEqualTexts(renderGroups(groups, folding, request, offscreenRows, isDesktop));
  return folding.compact ? joinLines(lines, { maxRun: folding.maxRun }) : lines;
}

/** Fewer equal lines are shown one by one. */
const minEqualLines = 4;

/** One line for equal texts below each other. A line with an id is never equal to another one. */
function foldEqualTexts(lines: readonly MapLine[]): MapLine[] {
  const folded: MapLine[] = [];
  for (let from = 0; from < lines.length; ) {
    const first = lines[from] as MapLine;
    let to = from + 1;
    while (first.text.startsWith('"') && lines[to]?.text === first.text) to += 1;
    const equal = lines.slice(from, to);
    if (equal.length < minEqualLines) folded.push(...equal);
    else
      folded.push({ ...(equal.at(-1) ?? first), text: `${first.text} × ${equal.length}`, shown: sum(equal, 'shown') });
    from = to;
  }
  return folded;
}

function renderGroups(
  groups: readonly (Element | RowBlock)[],
  folding: FoldLevel,
  request: ViewRequest | undefined,
  offscreenRows: NonNullable<View['offscreenRows']>,
  isDesktop: boolean,
): MapLine[] {
  const lines: MapLine[] = [];
  const lastBlock = new Map<ElementId, RowBlock>();
  for (const entry of groups) if ('rows' in entry) lastBlock.set(entry.container, entry);
  const ranges = new Map<ElementId, { low: number; high: number }>();
  let frame: string | undefined;
  for (const entry of groups) {
    const first = 'rows' in entry ? (entry.rows[0]?.elements[0] ?? entry.rows[0]?.blankCells[0]) : entry;
    if (first && first.frame !== frame) {
      frame = first.frame;
      lines.push({ text: frameLine(frame, isDesktop, folding), shown: 0, folded: 0, rank: 0 });
    }
    if (!('rows' in entry)) {
      lines.push(renderLine(entry, folding));
      continue;
    }
    const isRequested = request?.find !== undefined || request?.inside?.element === entry.container;
    lines.push(...renderRows(entry, isRequested ? { ...folding, maxRowElements: unlimited } : folding));
    if (isRequested) continue;
    const range = ranges.get(entry.container) ?? { low: unlimited, high: 0 };
    for (const { row } of entry.rows) {
      range.low = Math.min(range.low, row);
      range.high = Math.max(range.high, row);
    }
    ranges.set(entry.container, range);
    if (lastBlock.get(entry.container) === entry)
      lines.push(...offscreenRowsLine(entry, range, folding, offscreenRows[entry.container]));
  }
  return lines;
}

/** The line before the elements of another frame or window. */
function frameLine(frame: string | undefined, isDesktop: boolean, { nameLength }: FoldLevel): string {
  if (frame === undefined) return isDesktop ? 'in the active window:' : 'in the page:';
  return `in ${isDesktop ? 'window' : 'frame'} ${quoteText(frame, nameLength)}:`;
}

function offscreenRowsLine(
  block: RowBlock,
  { low, high }: { low: number; high: number },
  folding: FoldLevel,
  [before, after]: readonly [before: number, after: number] = [low, block.rowCount - high - 1],
): MapLine[] {
  const spans: string[] = [];
  if (before > 0) spans.push(low === 1 ? '1' : `1–${low}`);
  if (after > 0) spans.push(high + 2 === block.rowCount ? `${block.rowCount}` : `${high + 2}–${block.rowCount}`);
  if (spans.length === 0) return [];
  const from = before > 0 ? 0 : high + 1;
  const noun = spans.length === 1 && !spans[0]?.includes('–') ? 'row' : 'rows';
  const text = `${noun} ${spans.join(' and ')} of ${block.rowCount} not in view: expand ${block.container} ${from}`;
  return [{ text, shown: 0, folded: 0, rank: folding.texts === 'all' ? 0 : 1 }];
}

interface Fitting {
  /** How many elements were not collected. */
  dropped: number;
  levels: readonly FoldLevel[];
  /** The index of the first level to use. */
  first: number;
  /** Only the first levels: the reader requests the rest as further pages. */
  isPaged: boolean;
}

/** The most detailed lines that fit into `room` tokens. */
function fitBody(
  room: number,
  { dropped, levels, first, isPaged }: Fitting,
  linesAt: (level: number) => MapLine[],
): MapLine[] {
  const last = isPaged ? Math.min(1, levels.length - 1) : levels.length - 1;
  let highest = last;
  let lowest = first;
  let best: MapLine[] | undefined;
  while (lowest <= highest) {
    // Most views fit in full detail, so the first level is tried first. After that, binary search.
    const level = lowest === first && best === undefined && highest > first ? first : (lowest + highest) >> 1;
    const lines = linesAt(level);
    const reserve = dropped > 0 || levels[level]?.texts === 'fill' ? tailReserve : 0;
    const fitted = fitLines(lines, room - reserve);
    if (fitted) {
      best = fitted;
      highest = level - 1;
    } else lowest = level + 1;
  }
  return best ?? fitRequiredLines(linesAt(last), room - tailReserve);
}

/** Assembles the text. Drops lines until the exact token count fits. */
function assemble(
  view: View,
  request: ViewRequest | undefined,
  frame: { top: string[]; bottom: string[] },
  body: readonly MapLine[],
  budget: number,
): UiMap {
  const kept = [...body];
  for (;;) {
    const { shown, truncated } = counts(view, kept);
    const omitted = truncated - sum(kept, 'folded');
    const tail = remainingRowsLine(view, request, kept) ?? (omitted > 0 ? omittedLine(omitted) : undefined);
    const lines = [...frame.top, ...kept.map((line) => line.text), ...(tail ? [tail] : []), ...frame.bottom];
    const text = lines.join('\n');
    if (countTokens(text) <= budget) return { text, shown, truncated };
    if (kept.length > 0) kept.pop();
    else if (frame.bottom.length > 0) frame.bottom.pop();
    else frame.top.pop();
  }
}

/** In an expanded list: the rows after the last shown one, and how to see them. */
function remainingRowsLine(view: View, request: ViewRequest | undefined, kept: readonly MapLine[]): string | undefined {
  const inside = request?.inside;
  const position = inside && view.elements.find((element) => element.list?.container === inside.element)?.list;
  if (!inside || !position) return undefined;
  const last = kept.findLast((line) => line.row?.container === inside.element)?.row;
  const next = last ? last.row + 1 : (inside.from ?? 0);
  if (next >= position.rowCount) return undefined;
  const isComplete = view.offscreenRows?.[inside.element]?.[1] === 0;
  if (isComplete && !view.elements.some(({ list }) => list?.container === inside.element && list.row >= next))
    return undefined;
  return `rows ${next + 1}–${position.rowCount} not shown: expand ${inside.element} ${next}`;
}

function omittedLine(count: number): string {
  return `… ${formatNumber(count)} more elements: find "words" searches all of them`;
}

function counts(view: View, lines: readonly MapLine[]): { shown: number; truncated: number } {
  const shown = sum(lines, 'shown');
  return { shown, truncated: view.elements.length - shown + view.dropped };
}

function sum(lines: readonly MapLine[], field: 'shown' | 'folded'): number {
  return lines.reduce((total, line) => total + line[field], 0);
}

function sumLengths(lines: readonly MapLine[]): number {
  return lines.reduce((total, { text }) => total + text.length + 1, 0);
}
