export interface CalendarDate {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

export const monthNames = 'january february march april may june july august september october november december'.split(
  ' ',
);
const monthPattern = monthNames.map((name) => `${name}|${name.slice(0, 3)}|${name.slice(0, 4)}`).join('|');
const dayFirst = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?[\\s-]+(${monthPattern})\\.?,?[\\s-]+(\\d{4})$`,
  'iu',
);
const monthFirst = new RegExp(`^(${monthPattern})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})$`, 'iu');

/** Reads a date in common formats. 12/07/2016 has the month first, unless that is invalid. */
export function readDate(text: string): CalendarDate | undefined {
  const plain = text.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain);
  if (iso) return toValidDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const american = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(plain);
  if (american) {
    const [one, other, year] = [Number(american[1]), Number(american[3]), Number(american[4])];
    if (american[2] === '.') return toValidDate(year, other, one) ?? toValidDate(year, one, other);
    return toValidDate(year, one, other) ?? toValidDate(year, other, one);
  }
  const named = dayFirst.exec(plain);
  if (named) return toValidDate(Number(named[3]), readMonthName(named[2] ?? ''), Number(named[1]));
  const us = monthFirst.exec(plain);
  return us ? toValidDate(Number(us[3]), readMonthName(us[1] ?? ''), Number(us[2])) : undefined;
}

/** 1 for "January", "jan" and "Jan."; 0 when the text is not a month. */
export function readMonthName(name: string): number {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return plain.length < 3 ? 0 : monthNames.findIndex((month) => month.startsWith(plain)) + 1;
}

/** The month in the heading of a calendar: "December 2016", "Dec 2016", "2016-12", "12/2016". */
export function readMonth(text: string): { year: number; month: number } | undefined {
  const words = new RegExp(`(?<!\\p{L})(${monthPattern})\\.?,?\\s+(\\d{4})(?!\\d)`, 'iu').exec(text);
  if (words) return { year: Number(words[2]), month: readMonthName(words[1] ?? '') };
  const numbers = /^(\d{4})[-/](\d{1,2})$/.exec(text.trim()) ?? /^(\d{1,2})[-/](\d{4})$/.exec(text.trim());
  if (!numbers) return undefined;
  const [one, other] = [Number(numbers[1]), Number(numbers[2])];
  return one > 12 ? { year: one, month: other } : { year: other, month: one };
}

export function formatIsoDate({ year, month, day }: CalendarDate): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** 21:24 for "9:24 PM". Returns undefined for other texts. */
export function readTime(text: string): string | undefined {
  const match =
    /^(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\.?$/iu.exec(text.trim()) ?? /^(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (!match) return undefined;
  const half = match[3]?.toLowerCase();
  const hour = half ? (Number(match[1]) % 12) + (half === 'p' ? 12 : 0) : Number(match[1]);
  return hour > 23 ? undefined : `${String(hour).padStart(2, '0')}:${match[2] ?? '00'}`;
}

function toValidDate(year: number, month: number, day: number): CalendarDate | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() ? { year, month, day } : undefined;
}
