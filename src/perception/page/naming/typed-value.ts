/** What a person would type into a field that the browser draws itself, as that field holds it; nothing for a part of it or another thing. */
export function typedValue(type: string, typed: string): string | undefined {
  const text = typed.trim();
  if (type === 'date') return dateOf(text);
  if (type === 'time') return timeOf(text);
  if (type === 'month') return /^\d{4}-\d{2}$/.test(text) ? text : undefined;
  if (type === 'week') return /^\d{4}-W\d{2}$/i.test(text) ? text.toUpperCase() : undefined;
  if (type === 'color') return /^#[\da-f]{6}$/i.test(text) ? text : undefined;
  if (type !== 'datetime-local') return undefined;
  const [, day = '', hour = ''] = /^(\S+?)(?:T|,?\s+)(\S.*)$/.exec(text) ?? [];
  const date = dateOf(day);
  const time = timeOf(hour);
  return date && time ? `${date}T${time}` : undefined;
}

/** As it is stored, as it is shown (month first), as it is shown in much of the world (day first, with dots), or in bare digits. */
function dateOf(text: string): string | undefined {
  const [, storedYear, storedMonth, storedDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (storedYear) return written(storedYear, storedMonth, storedDay);
  const [, month, day, year] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  if (year) return written(year, month, day);
  const [, dottedDay, dottedMonth, dottedYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return dottedYear ? written(dottedYear, dottedMonth, dottedDay) : undefined;
}

function written(year: string, month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function timeOf(text: string): string | undefined {
  const [, hour = '', minute, seconds = '', half] = /^(\d{1,2}):(\d{2})(:\d{2})?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (minute === undefined) return undefined;
  const isLate = half !== undefined && /^p/i.test(half);
  const counted = half === undefined ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0);
  return `${String(counted).padStart(2, '0')}:${minute}${seconds}`;
}
