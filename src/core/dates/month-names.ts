import { readMonthName } from './calendar-date.js';

/** The languages whose month names are read. Languages that use one word for different months are left out, apart from one of them. */
const languages =
  'en de fr es it pt nl pl cs sk sv da nb fi et lv lt hu ro tr ru uk bg el ca id vi ja ko zh he ar fa hi th'.split(' ');
const monthsPerYear = 12;

/** The names of the twelve months in one language and one form. */
type MonthNames = readonly string[];

let known: { lists: MonthNames[]; byName: Map<string, number> } | undefined;

function monthNamesOfAll(): { lists: MonthNames[]; byName: Map<string, number> } {
  if (known) return known;
  const lists = languages.flatMap((language) => [
    ...(['long', 'short'] as const).flatMap((month) => [
      namesOf(new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { month, timeZone: 'UTC' })),
      // Some languages inflect the name beside a day.
      namesOf(new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { month, day: 'numeric', timeZone: 'UTC' })),
    ]),
  ]);
  const byName = new Map<string, number>();
  for (const names of lists)
    for (const [index, name] of names.entries()) if (!byName.has(fold(name))) byName.set(fold(name), index + 1);
  known = { lists, byName };
  return known;
}

function namesOf(format: Intl.DateTimeFormat): MonthNames {
  return Array.from(
    { length: monthsPerYear },
    (_, month) => format.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month')?.value ?? '',
  );
}

/** 1 to 12 for the name of a month in any of the languages, short or long; 0 for another text. */
export function readAnyMonthName(text: string): number {
  const english = readMonthName(text);
  if (english > 0 && /^[a-z.\s]+$/i.test(text.trim())) return english;
  const plain = fold(text);
  return /\p{L}/u.test(plain) && plain.length > 1 ? (monthNamesOfAll().byName.get(plain) ?? 0) : 0;
}

/** The month in the heading of a calendar: "Februar 2027", "Ноябрь, 2026", "2026年11月". */
export function readAnyMonth(text: string): { year: number; month: number } | undefined {
  const numbered = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]/u.exec(text);
  if (numbered) return { year: Number(numbered[1]), month: Number(numbered[2]) };
  const [, word = '', year = ''] =
    /(\p{L}[\p{L}\p{M}]+)\.?,?\s+(?:de\s+|del\s+)?(\d{4})(?!\d)/u.exec(text) ??
    [/(?<!\d)(\d{4})\.?,?\s+(\p{L}[\p{L}\p{M}]+)/u.exec(text)].map((match) => ['', match?.[2], match?.[1]])[0] ??
    [];
  const month = readAnyMonthName(word);
  return month > 0 ? { year: Number(year), month } : undefined;
}

/** The name of a month in the language and form of another one: "März" for 3, if "Mai" is the name of 5. */
export function monthNameLike(sample: string, sampleMonth: number, month: number): string | undefined {
  const plain = fold(sample);
  return monthNamesOfAll().lists.find((names) => fold(names[sampleMonth - 1] ?? '') === plain)?.[month - 1];
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\.$/, '');
}
