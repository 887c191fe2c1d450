import { type CalendarDate, formatIsoDate } from '../../core/dates/calendar-date.js';
import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { closeCalendar } from './close-calendar.js';
import type { DateWish } from './date-wish.js';
import type { FieldFacts } from './field-kind.js';
import { findAttachedCalendar, type OwnCalendar, snapshotIds, waitForNewCalendar } from './own-calendar.js';
import { fieldText, isShown, pickDate } from './pick-date.js';

/**
 * Types a date into a text field, in the format that the field shows, and commits it if the field opened a calendar. If the field does not
 * keep the date, it is chosen in the calendar.
 */
export async function typeDate(
  context: ToolContext,
  field: ElementId,
  { attributes }: FieldFacts,
  wish: DateWish,
  given: string,
): Promise<Outcome> {
  const before = await snapshotIds(context);
  const attached = await findAttachedCalendar(context, field);
  const shownBefore = attached && (await describeDays(attached));
  const format = [attributes.placeholder, attributes.value].find((one) => one && readFormat(one)) ?? '';
  const text = formatWish(wish, format) ?? given;
  let outcome = await context.perform({ type: 'set_value', target: { element: field }, value: text });
  // A calendar that was open before belongs to the field if it shows what was typed.
  const follows = attached && (await describeDays(attached)) !== shownBefore;
  const calendar = follows ? attached : await waitForNewCalendar(context, before, 0);
  if (calendar) {
    // Some fields take the text only with Enter, and show the day under the pointer until then.
    outcome = await context.perform({ type: 'key', keys: 'Enter' });
    await closeCalendar(context, calendar, async () => isShown(await fieldText(context, field), wish));
  }
  const shown = await fieldText(context, field);
  if (isShown(shown, wish) || shown.includes(given)) return outcome;
  const picked = await pickDate(context, field, wish);
  if (picked) return picked;
  throw new HandrailError(
    'expectation_failed',
    `${field} contains "${shown}" instead of "${given}".`,
    'Observe the field. It may need another format.',
  );
}

async function describeDays(calendar: OwnCalendar): Promise<string> {
  return JSON.stringify((await calendar.elements()).map(({ name, text, states }) => [name, text, states]));
}

type Part = keyof CalendarDate;

/** The order of the parts in a format: "MM/DD/YYYY", "tt.mm.jjjj". */
function readFormat(format: string): { parts: Part[]; lengths: number[]; separators: string[] } | undefined {
  const match = /^\s*(\p{L}{1,4})([^\p{L}\d]+)(\p{L}{1,4})([^\p{L}\d]+)(\p{L}{1,4})\s*$/u.exec(format);
  if (!match) return undefined;
  const runs = [match[1], match[3], match[5]].map((run = '') => run.toLowerCase());
  if (!runs.every((run) => [...run].every((letter) => letter === run[0]))) return undefined;
  const year = runs.findIndex((run) => run.length === 4);
  const month = runs.findIndex((run) => /^[mм]{1,2}$/u.test(run));
  if (year < 0 || month < 0) return undefined;
  const parts = runs.map((_, index): Part => (index === year ? 'year' : index === month ? 'month' : 'day'));
  return { parts, lengths: runs.map(({ length }) => length), separators: [match[2] ?? '', match[4] ?? '', ''] };
}

/** A single date in a format. Undefined if the format is not known. */
function formatWish({ dates: [date, ...others], time }: DateWish, format: string): string | undefined {
  const order = readFormat(format);
  if (!date || others.length > 0 || time) return undefined;
  if (!order) return /^\s*$/.test(format) ? undefined : formatIsoDate(date);
  const { parts, lengths, separators } = order;
  return parts
    .map((part, at) => `${String(date[part]).padStart(lengths[at] ?? 2, '0')}${separators[at] ?? ''}`)
    .join('');
}
