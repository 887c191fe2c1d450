import { setTimeout as pause } from 'node:timers/promises';
import type { Element, ElementId } from '../../core/element.js';
import type { Rect } from '../../core/geometry.js';
import type { ToolContext } from '../context.js';
import { type Calendar, isDay, readCalendar } from './calendar.js';
import { pollMs, stableMs } from './option-list.js';

/** The calendar of one field, apart from other calendars on the page. */
export interface OwnCalendar {
  /** The elements of this calendar now. */
  elements(): Promise<Element[]>;
  /** It was there before the field was opened, and stays. */
  isInline: boolean;
}

/** Opens the calendar of a field by a click. Undefined if none appeared and none stands at the field. */
export async function openCalendar(context: ToolContext, field: ElementId): Promise<OwnCalendar | undefined> {
  const before = await snapshotIds(context);
  await context.perform({ type: 'click', target: { element: field } });
  return (await waitForNewCalendar(context, before)) ?? findAttachedCalendar(context, field);
}

export async function snapshotIds({ observe }: ToolContext): Promise<ReadonlySet<ElementId>> {
  return new Set((await observe({ budget: 1 })).elements.map(({ id }) => id));
}

/** The calendar that appeared since the snapshot. It may open with an animation. */
export async function waitForNewCalendar(
  context: ToolContext,
  before: ReadonlySet<ElementId>,
  waitMs = stableMs,
): Promise<OwnCalendar | undefined> {
  const elements = async () =>
    (await context.observe({ budget: 1 })).elements.filter(({ id, states }) => !before.has(id) && !isUnusable(states));
  const deadline = performance.now() + waitMs;
  for (;;) {
    if (readCalendar(await elements())) return { elements, isInline: false };
    if (performance.now() > deadline) return undefined;
    await pause(pollMs, undefined, { signal: context.signal });
  }
}

function isUnusable(states: Element['states']): boolean {
  return states.includes('covered') || states.includes('offscreen');
}

/** The only calendar that touches the field from above or below: an inline one, or one that was open before. */
export async function findAttachedCalendar(context: ToolContext, field: ElementId): Promise<OwnCalendar | undefined> {
  const attached = async (): Promise<Element[][]> => {
    const { elements } = await context.observe({ budget: 1 });
    const box = elements.find(({ id }) => id === field)?.bounds;
    if (!box) return [];
    return findCalendarAreas(elements)
      .filter((area) => touches(area, box))
      .map((area) => elements.filter(({ id, bounds }) => id !== field && isInside(bounds, area)))
      .filter((found) => readCalendar(found) !== undefined);
  };
  if ((await attached()).length !== 1) return undefined;
  return { isInline: true, elements: async () => (await attached())[0] ?? [] };
}

/** Days are read up to this number. */
const maxDays = 400;
const minDays = 20;
/** In heights of a day: the weekdays and the line of the month above the days, and a line of buttons below them. */
const rowsAbove = 4;
const rowsBelow = 1;

/** The areas of the calendars on the screen: days that stand side by side, and the lines around them. */
function findCalendarAreas(elements: readonly Element[]): Rect[] {
  const open = elements.filter((one) => isDay(one) && one.bounds.width > 0).slice(0, maxDays);
  const areas: Rect[] = [];
  while (open.length > 0) {
    const group = open.splice(0, 1);
    for (const day of group) {
      const near = open.filter((other) => areNeighbours(day.bounds, other.bounds));
      for (const other of near) open.splice(open.indexOf(other), 1);
      group.push(...near);
    }
    if (group.length < minDays) continue;
    const heights = Math.max(...group.map(({ bounds }) => bounds.height));
    const [left, top] = [
      Math.min(...group.map(({ bounds }) => bounds.x)),
      Math.min(...group.map(({ bounds }) => bounds.y)),
    ];
    const right = Math.max(...group.map(({ bounds }) => bounds.x + bounds.width));
    const bottom = Math.max(...group.map(({ bounds }) => bounds.y + bounds.height));
    areas.push({
      x: left - heights,
      y: top - rowsAbove * heights,
      width: right - left + 2 * heights,
      height: bottom - top + (rowsAbove + rowsBelow) * heights,
    });
  }
  return areas;
}

function areNeighbours(one: Rect, other: Rect): boolean {
  const gap = Math.max(one.width, one.height, other.width, other.height);
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap &&
    other.y < one.y + one.height + gap
  );
}

function touches(area: Rect, box: Rect): boolean {
  return (
    area.x < box.x + box.width &&
    box.x < area.x + area.width &&
    area.y <= box.y + box.height &&
    box.y <= area.y + area.height
  );
}

function isInside({ x, y, width, height }: Rect, area: Rect): boolean {
  return x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height;
}

export async function readOwn(calendar: OwnCalendar): Promise<Calendar | undefined> {
  return readCalendar(await calendar.elements());
}
