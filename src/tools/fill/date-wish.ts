import { type CalendarDate, readDate, readTime } from '../../core/dates/calendar-date.js';

/** What a date field should contain: a date, a date with a time, or the two ends of a range. */
export interface DateWish {
  dates: CalendarDate[];
  time?: { hour: number; minute: number };
}

/** Reads "2027-02-14", "2027-02-14T15:30", "2027-02-14 3:30 PM" and "2027-02-14 to 2027-02-20". */
export function readDateWish(text: string): DateWish | undefined {
  const date = readDate(text);
  if (date) return { dates: [date] };
  const [, day = '', clock = ''] =
    /^(\S.*?)(?:T|,?\s+)(\d{1,2}:\d{2}(?::00)?(?:\s*[ap]\.?m\.?)?)$/iu.exec(text.trim()) ?? [];
  const [onDay, at] = [readDate(day), readTime(clock.replace(/:00$/, (end) => (clock.length > 5 ? '' : end)))];
  if (onDay && at) return { dates: [onDay], time: { hour: Number(at.slice(0, 2)), minute: Number(at.slice(3)) } };
  const [from, to] = text.split(/\s+(?:to|until|bis|-|–|—|\/)\s+/iu).map((part) => readDate(part));
  return from && to ? { dates: [from, to] } : undefined;
}
