import { inputOf, toolOf } from '../../../models/adapter/name-call.js';
import type { Call } from '../../../models/model.js';
import { quoteText } from '../../../perception/page-text.js';

const places = new Set(['selector', 'target', 'element', 'source']);
const between: Record<string, string> = { type: 'into', fill: 'into', upload_file: 'to', select: 'in', scroll: 'in' };
/** Some go without saying. */
const flagWords: Record<string, string> = { submit: 'and submit', clear: '', checked: '' };
const longest = 100;

/** A call in words: `type "mug" into "Search products"`. `name` is what its target is called, where that is known. */
export function callWords(call: Call, name?: string): string {
  const { tool, input } = partsOf(call);
  const given = Object.entries(input).filter(([field, value]) => !places.has(field) && isWorthSaying(value));
  const where = Object.entries(input).find(([field, value]) => places.has(field) && value !== undefined)?.[1];
  const on = where === undefined ? undefined : name ? quoteText(name, longest) : valueWords(where);
  const values = given.filter(([, value]) => value !== true).map(([, value]) => valueWords(value));
  const flags = given.filter(([, value]) => value === true).map(([field]) => flagWords[field] ?? `(${field})`);
  const place = on === undefined ? [] : values.length > 0 ? [between[tool] ?? 'on', on] : [on];
  return [tool.replaceAll('_', ' '), ...values, ...place, ...flags].filter(Boolean).join(' ');
}

function partsOf(call: Call): { tool: string; input: Record<string, unknown> } {
  return { tool: toolOf(call), input: inputOf(call) };
}

function isWorthSaying(value: unknown): boolean {
  return value !== undefined && value !== false && value !== null;
}

function valueWords(value: unknown): string {
  if (typeof value === 'string') return /^el_\d+$/.test(value) ? value : quoteText(value, longest);
  if (typeof value !== 'object' || value === null) return String(value);
  if ('element' in value && typeof value.element === 'string') return value.element;
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  return Object.entries(value)
    .map(([name, member]) => `${name} ${valueWords(member)}`)
    .join(', ');
}
