import { type CalendarDate, formatIsoDate, monthNames } from '../../core/dates/calendar-date.js';
import { monthNameLike } from '../../core/dates/month-names.js';
import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { type Calendar, findDay, findMonthButton, statesDate } from './calendar.js';
import { closeCalendar } from './close-calendar.js';
import type { DateWish } from './date-wish.js';
import { readAttributes } from './option-list.js';
import { type OwnCalendar, openCalendar, readOwn } from './own-calendar.js';
import { setTime } from './set-time.js';

const maxMonthsByButton = 240;

/**
 * Sets the date of a field through the calendar that it opens, and verifies the value of the field. Other calendars of the page are not
 * touched. Undefined if the field opens no calendar.
 */
export async function pickDate(context: ToolContext, field: ElementId, wish: DateWish): Promise<Outcome | undefined> {
  if (isShown(await fieldText(context, field), wish)) return context.perform({ type: 'wait', for: { seconds: 0 } });
  const calendar = await openCalendar(context, field);
  if (!calendar) return undefined;
  let outcome: Outcome | undefined;
  for (const date of wish.dates) outcome = await clickDay(context, calendar, field, date);
  if (wish.time) outcome = await setTime(context, calendar, wish.time);
  const closing = await closeCalendar(context, calendar, async () => isShown(await fieldText(context, field), wish));
  const text = await fieldText(context, field);
  if (!isShown(text, wish))
    throw new HandrailError(
      'expectation_failed',
      `The day was clicked, but ${field} shows "${text}" instead of ${describeWish(wish)}.${describeOthers(outcome, field)}`,
      'Observe the page.',
    );
  return closing ?? outcome;
}

export function isShown(text: string, { dates, time }: DateWish): boolean {
  return dates.every((date) => statesDate(text, date)) && (!time || statesTime(text, time));
}

/** "15:30" is also stated by "3:30 PM". */
function statesTime(text: string, { hour, minute }: { hour: number; minute: number }): boolean {
  const times = [...text.matchAll(/(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?/giu)];
  return times.some(([, hours = '', minutes = '', half]) => {
    const shown = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
    return shown === hour && Number(minutes) === minute;
  });
}

function describeWish({ dates, time }: DateWish): string {
  const days = dates.map(formatIsoDate).join(' to ');
  return time ? `${days} ${time.hour}:${String(time.minute).padStart(2, '0')}` : days;
}

/** The fields that changed in place of the wanted one. */
function describeOthers(outcome: Outcome | undefined, field: ElementId): string {
  const others = (outcome?.changes ?? []).flatMap((change) =>
    change.kind === 'value' && change.element !== field ? [`${change.element ?? ''} "${change.name}"`.trim()] : [],
  );
  return others.length > 0 ? ` Something else changed: ${others.join(', ')}.` : '';
}

async function clickDay(
  context: ToolContext,
  calendar: OwnCalendar,
  field: ElementId,
  date: CalendarDate,
): Promise<Outcome> {
  await showMonth(context, calendar, date);
  const day = findDay(await calendar.elements(), date);
  if (!day)
    throw new HandrailError(
      'not_found',
      `The calendar of ${field} has no day ${formatIsoDate(date)} that can be chosen.`,
      'Choose another day, or observe the calendar.',
    );
  return context.perform({ type: 'click', target: { element: day.id } });
}

export async function fieldText(context: ToolContext, field: ElementId): Promise<string> {
  const { attributes = {}, text = '' } = (await readAttributes(context, field)) ?? {};
  return attributes.value ?? text;
}

/** Shows the month of a date: by the controls for year and month, else by the buttons for the next and the previous month. */
async function showMonth(context: ToolContext, own: OwnCalendar, date: CalendarDate): Promise<void> {
  let calendar = await readAgain(own);
  if (calendar.yearControl && calendar.year !== date.year)
    calendar = await setControl(context, own, calendar.yearControl, String(date.year));
  if (calendar.monthControl && calendar.month !== date.month) {
    const { monthControl, month } = calendar;
    const name = monthNameLike(monthControl.value ?? '', month, date.month) ?? monthNames[date.month - 1] ?? '';
    calendar = await setControl(context, own, monthControl, name);
  }
  for (let count = 0; count < maxMonthsByButton; count += 1) {
    const away = monthsBetween(calendar, date);
    if (away === 0) return;
    const moved = await pressMonthButton(context, own, calendar, away > 0);
    if (Math.abs(monthsBetween(moved, date)) >= Math.abs(away)) throw noMonth(moved, 'cannot be moved to the month');
    calendar = moved;
  }
  throw noMonth(calendar, 'cannot be moved that far');
}

function monthsBetween(calendar: Calendar, date: CalendarDate): number {
  return (date.year - calendar.year) * 12 + date.month - calendar.month;
}

/** Chooses in a dropdown. A number field is typed into, because some calendars listen to keys only. */
async function setControl(
  context: ToolContext,
  own: OwnCalendar,
  { id, role }: Element,
  wanted: string,
): Promise<Calendar> {
  await context.perform(
    role === 'Dropdown'
      ? { type: 'set_value', target: { element: id }, value: wanted }
      : { type: 'type', target: { element: id }, text: wanted, clear: true },
  );
  return readAgain(own);
}

async function pressMonthButton(
  context: ToolContext,
  own: OwnCalendar,
  calendar: Calendar,
  isForward: boolean,
): Promise<Calendar> {
  const button = findMonthButton(await own.elements(), isForward, calendar.heading);
  if (!button) throw noMonth(calendar, `has no button for the ${isForward ? 'next' : 'previous'} month`);
  await context.perform({ type: 'click', target: { element: button.id } });
  const moved = await readAgain(own);
  if (moved.year === calendar.year && moved.month === calendar.month)
    throw noMonth(calendar, `stayed there when ${button.id} "${button.name}" was clicked`);
  return moved;
}

async function readAgain(own: OwnCalendar): Promise<Calendar> {
  const calendar = await readOwn(own);
  if (calendar) return calendar;
  throw new HandrailError('not_found', 'The calendar is gone or shows no month.', 'Observe the page.');
}

function noMonth({ month, year }: Calendar, problem: string): HandrailError {
  return new HandrailError(
    'not_found',
    `The calendar shows ${month}/${year} and ${problem}.`,
    'Observe the calendar, and choose the day by its controls.',
  );
}
