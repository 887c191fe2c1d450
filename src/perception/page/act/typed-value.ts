/**
 * Converts text that a user types into a date, time or colour field to the value of the field. Returns undefined for an incomplete value or
 * another input type.
 */
export function toFieldValue(type: string, typed: string): string | undefined {
  const text = typed.trim();
  if (type === 'date') return parseDate(text);
  if (type === 'time') return parseTime(text);
  if (type === 'month') return /^\d{4}-\d{2}$/.test(text) ? text : undefined;
  if (type === 'week') return /^\d{4}-W\d{2}$/i.test(text) ? text.toUpperCase() : undefined;
  if (type === 'color') return /^#[\da-f]{6}$/i.test(text) ? text : undefined;
  if (type !== 'datetime-local') return undefined;
  const [, day = '', hour = ''] = /^(\S+?)(?:T|,?\s+)(\S.*)$/.exec(text) ?? [];
  const date = parseDate(day);
  const time = parseTime(hour);
  return date && time ? `${date}T${time}` : undefined;
}

/** Accepts 2026-12-31, 12/31/2026, 12312026 and 31.12.2026. */
function parseDate(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (isoYear) return formatDate(isoYear, isoMonth, isoDay);
  const [, month, day, year] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  if (year) return formatDate(year, month, day);
  const [, dottedDay, dottedMonth, dottedYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return dottedYear ? formatDate(dottedYear, dottedMonth, dottedDay) : undefined;
}

function formatDate(year: string, month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Accepts 14:30, 14:30:15 and 2:30 pm. */
function parseTime(text: string): string | undefined {
  const [, hour = '', minute, seconds = '', half] = /^(\d{1,2}):(\d{2})(:\d{2})?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (minute === undefined) return undefined;
  const isAfternoon = half !== undefined && /^p/i.test(half);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}${seconds}`;
}
