import {
  type CalendarDate,
  formatIsoDate,
  readDate,
  readMonth,
  readMonthName,
} from '../../core/dates/calendar-date.js';
import { readAnyMonth, readAnyMonthName } from '../../core/dates/month-names.js';
import type { Element } from '../../core/element.js';

/** The month that an open calendar shows, and the controls that change it. */
export interface Calendar {
  year: number;
  month: number;
  /** The text with the month. */
  heading?: Element;
  /** A dropdown or a number field for the year, and a dropdown for the month, if there are any. */
  yearControl?: Element;
  monthControl?: Element;
}

const minDays = 20;
const yearText = /^(?:19|20)\d{2}$/;
const maxHeadingLength = 40;

/** Reads an open calendar: at least 20 numbered days, and a month with its year in one text or in two. */
export function readCalendar(elements: readonly Element[]): Calendar | undefined {
  if (elements.filter(isDay).length < minDays) return undefined;
  const textOf = ({ name, text, value }: Element) => (value ?? text ?? name).trim();
  const isControl = ({ role, kind }: Element) => role === 'Dropdown' || kind === 'spinbutton';
  const monthControl = elements.find((one) => one.role === 'Dropdown' && readAnyMonthName(one.value ?? '') > 0);
  const yearControl = elements.find((one) => isControl(one) && yearText.test((one.value ?? '').trim()));
  const controls = { monthControl, yearControl };
  const heading = elements.find(
    (one) => !isControl(one) && one.name.length <= maxHeadingLength && !readDayName(one.name) && readHeading(one.name),
  );
  const shown = heading && readHeading(heading.name);
  if (shown) return { ...shown, heading, ...controls };
  const month = monthControl ?? elements.find((one) => readAnyMonthName(textOf(one)) > 0);
  const year = yearControl ?? elements.find((one) => yearText.test(textOf(one)));
  if (!month || !year) return undefined;
  return { month: readAnyMonthName(textOf(month)), year: Number(textOf(year)), heading: month, ...controls };
}

function readHeading(name: string): { year: number; month: number } | undefined {
  return readMonth(name) ?? readAnyMonth(name);
}

/** Whether an element is a day of a calendar: its number, or its date in full. */
export function isDay({ name }: Element): boolean {
  return /^(?:[1-9]|[12]\d|3[01])$/.test(name.trim()) || readDayName(name) !== undefined;
}

/** The date that the name of a day states in full: "Thursday, December 24, 2026". */
function readDayName(name: string): CalendarDate | undefined {
  if (name.length > 60 || !/\d{4}/.test(name)) return undefined;
  return readDate(name.replace(/^\p{L}+,?\s+(?=\p{L}+\s+\d)/u, '').replace(/^\p{L}+day,?\s+/iu, ''));
}

/** The day of a calendar that shows its month. The same number may also belong to the month before or after. */
export function findDay(elements: readonly Element[], date: CalendarDate): Element | undefined {
  // The days of some calendars are plain texts for an observer. Where days are controls, a day that is a text cannot be chosen.
  const hasControls = elements.filter((one) => isDay(one) && one.interactive).length > 0;
  const usable = elements.filter(
    ({ states, interactive }) => (interactive || !hasControls) && !states.includes('disabled'),
  );
  const named = usable.filter(({ name }) => {
    const day = readDayName(name);
    return day !== undefined && formatIsoDate(day) === formatIsoDate(date);
  });
  if (named[0]) return named[0];
  const numbered = usable.filter(({ name }) => name.trim() === String(date.day));
  return date.day > 15 ? numbered.at(-1) : numbered[0];
}

const nextNames = /^[›»>→▶]$|\b(?:next|forward)\b/iu;
const previousNames = /^[‹«<←◀]$|\b(?:prev|previous|back)\b/iu;
const maxButtonName = 40;

/** The button for the next or the previous month: by its name, else by its place beside the month. */
export function findMonthButton(
  elements: readonly Element[],
  isForward: boolean,
  heading: Element | undefined,
): Element | undefined {
  const names = isForward ? nextNames : previousNames;
  const usable = elements.filter(({ interactive, states }) => interactive && !states.includes('disabled'));
  const fitting = usable.filter(({ name, description, guess }) =>
    [name, description, guess].some((given) => {
      const text = (given ?? '').trim();
      return text.length <= maxButtonName && names.test(text) && !/year/iu.test(text);
    }),
  );
  return fitting.find(({ name }) => /month/iu.test(name)) ?? fitting[0] ?? buttonBeside(usable, isForward, heading);
}

/** The control in the line of the month that is next to it. */
function buttonBeside(
  usable: readonly Element[],
  isForward: boolean,
  heading: Element | undefined,
): Element | undefined {
  if (!heading) return undefined;
  const { x, y, width, height } = heading.bounds;
  const distanceOf = ({ bounds }: Element) => (isForward ? bounds.x - x - width : x - bounds.x - bounds.width);
  return usable
    .filter(({ id, bounds }) => id !== heading.id && bounds.y < y + height && y < bounds.y + bounds.height)
    .filter((one) => !isDay(one) && readAnyMonthName(one.name) === 0 && !yearText.test(one.name.trim()))
    .filter((one) => distanceOf(one) >= -1)
    .sort((one, other) => distanceOf(one) - distanceOf(other))[0];
}

/** Whether a text states a date, in any usual order of its parts. */
export function statesDate(text: string, { year, month, day }: CalendarDate): boolean {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const hasMonthName = (text.match(/\p{L}[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => readMonthName(word) === month || readAnyMonthName(word) === month,
  );
  const take = (wanted: number): boolean => {
    const index = numbers.indexOf(wanted);
    if (index >= 0) numbers.splice(index, 1);
    return index >= 0;
  };
  return (take(year) || take(year % 100)) && take(day) && (hasMonthName || take(month));
}
