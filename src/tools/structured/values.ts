import { toWords } from './names.js';
import type { SchemaNode } from './schema.js';

/** Signs and words for a value that does not exist. */
const absent = /^(?:[-–—−?]+|n\/?a\.?|none|null|…|\.{3})?$/i;

/** True for an empty cell, and for a cell that only says that there is no value. */
export function isAbsent(text: string): boolean {
  return absent.test(text.trim());
}

/** Converts a text of a page to a value of the property. Undefined if that is not possible. */
export function toValue(wanted: SchemaNode, given: unknown): unknown {
  if (given === undefined || given === null || given === '') return undefined;
  if (wanted.choices) return toChoice(wanted.choices, given);
  switch (wanted.kind) {
    case 'number':
      return toNumber(given);
    case 'integer': {
      const number = toNumber(given, true);
      return number === undefined || !Number.isInteger(number) ? undefined : number;
    }
    case 'boolean':
      return toBoolean(given);
    case 'string':
      return toText(wanted, given);
    case 'any':
      return given;
    default:
      return undefined;
  }
}

/** A sign, a currency, digits with separators, and a scale. Does not match inside a word or a code such as A-1001. */
const numberPattern =
  /(?<![\p{L}\d]|[\p{L}\d][-−–])([-−–]\s?)?(?:[€$£¥₹]|[A-Z]{2,3}\s)?\s?([-−])?(\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d[\d.,]*)([kKM](?!\p{L})|\s?(?:thousand|million)\b)?/u;

/** Parses "€ 1,299.00", "1.299,00 €", "1 299", "4.5 out of 5", "(12)", "−3 %". */
export function toNumber(given: unknown, isWhole = false): number | undefined {
  if (typeof given === 'number') return given;
  if (typeof given !== 'string' || given.length > 80) return undefined;
  const found = numberPattern.exec(given);
  const digits = found?.[3]?.replace(/[.,'’\s]+$/, '');
  if (!digits) return undefined;
  const value = Number(normalizeDigits(digits, isWhole || /[€]/.test(given)));
  const scale = /^\s?(?:M|million)$/.test(found?.[4] ?? '') ? 1e6 : found?.[4] ? 1e3 : 1;
  if (Number.isNaN(value)) return undefined;
  return (found?.[1] && found.index === 0) || found?.[2] ? -value * scale : value * scale;
}

/** Removes the thousands separators and uses a dot for decimals. */
function normalizeDigits(digits: string, dotSeparates: boolean): string {
  const bare = digits.replace(/['’\s\u00a0\u202f]/g, '');
  const comma = bare.lastIndexOf(',');
  const dot = bare.lastIndexOf('.');
  if (comma >= 0 && dot >= 0)
    return comma > dot ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '');
  const mark = comma >= 0 ? ',' : dot >= 0 ? '.' : undefined;
  if (!mark) return bare;
  const parts = bare.split(mark);
  const isThousands =
    parts.length > 2 || (parts[1]?.length === 3 && parts[0] !== '0' && (mark === ',' || dotSeparates));
  return isThousands ? parts.join('') : bare.replace(',', '.');
}

const yes =
  /^(?:yes|true|y|on|1|✓|✔|☑|in ?stock|instock|available|active|enabled|checked|open|included|ja|oui|sí|si)\b|^[✓✔☑✅]/i;
const no =
  /^(?:no|false|n|off|0|out ?of ?stock|outofstock|sold ?out|unavailable|not available|inactive|disabled|unchecked|closed|none|nein|non)\b|^[✗✘☐❌–-]$/i;

function toBoolean(given: unknown): boolean | undefined {
  if (typeof given === 'boolean') return given;
  const text = stripSchemaUrl(String(given)).trim();
  return no.test(text) ? false : yes.test(text) ? true : undefined;
}

function toChoice(choices: readonly unknown[], given: unknown): unknown {
  const words = toWords(stripSchemaUrl(String(given)));
  const exact = choices.find((choice) => choice === given || toWords(String(choice)).join(' ') === words.join(' '));
  if (exact !== undefined) return exact;
  const within = choices.filter((choice) => {
    const choiceWords = toWords(String(choice));
    return choiceWords.length > 0 && choiceWords.every((word) => words.includes(word));
  });
  // "Not shipped" does not mean "shipped".
  return within.length === 1 && !words.includes('not') ? within[0] : undefined;
}

function stripSchemaUrl(text: string): string {
  return /^https?:\/\/schema\.org\//.test(text) ? (text.split('/').pop() ?? text) : text;
}

const formats: Record<string, RegExp> = {
  email: /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/,
  uri: /[a-z][a-z\d+.-]*:\/\/\S+|mailto:\S+/i,
  url: /https?:\/\/\S+/i,
};

function toText(wanted: SchemaNode, given: unknown): string | undefined {
  if (typeof given === 'object') return undefined;
  const text = stripSchemaUrl(String(given)).trim();
  if (wanted.format === 'date') return toDate(text);
  if (wanted.format === 'date-time')
    return /^\d{4}-\d\d-\d\dT/.test(text) ? text : toDate(text) && `${toDate(text)}T00:00:00Z`;
  const form = wanted.format && formats[wanted.format];
  if (!form) return text;
  return form.exec(String(given))?.[0];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Converts a date to 2026-03-12. Returns an ambiguous date unchanged. */
function toDate(text: string): string | undefined {
  const iso = /\b\d{4}-\d\d-\d\d(?!\d)/.exec(text)?.[0];
  if (iso) return iso;
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(\p{L}{3,9})\.?,?\s+(\d{4})\b/u.exec(text);
  if (dayFirst) return toIsoDate(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /\b(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/u.exec(text);
  if (monthFirst) return toIsoDate(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  const figures = /\b(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\b/.exec(text);
  if (!figures) return undefined;
  const [, one = '', mark, two = '', three = ''] = figures;
  if (one.length === 4) return toIsoDate(one, Number(two), three);
  if (mark === '.' || Number(one) > 12) return toIsoDate(three, Number(two), one);
  return Number(two) > 12 ? toIsoDate(three, Number(one), two) : text;
}

function monthOf(word = ''): number {
  return months.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

function toIsoDate(year = '', month: number, day = ''): string | undefined {
  if (month < 1 || month > 12 || Number(day) < 1 || Number(day) > 31 || year.length !== 4) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const signs: Record<string, string> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY', '₹': 'INR' };

/** The currency code of a price. */
export function currencyOf(text: string): string | undefined {
  const code = /\b(EUR|USD|GBP|JPY|CHF|SEK|NOK|DKK|PLN|CAD|AUD|INR|CNY)\b/.exec(text)?.[1];
  const sign = /[€$£¥₹]/.exec(text)?.[0];
  return code ?? (sign && /\d/.test(text) ? signs[sign] : undefined);
}

/** Splits "Red, green and blue" into values. */
export function splitList(items: SchemaNode, given: unknown): unknown[] | undefined {
  const parts = String(given)
    .split(/\s*[,;|·•]\s*|\s+(?:and|und|et|y)\s+/)
    .filter(Boolean);
  const values = parts.map((part) => toValue(items, part)).filter((part) => part !== undefined);
  return values.length === parts.length ? values : undefined;
}
