import type { Call } from '../../models/model.js';
import { quoteText } from '../../perception/page-text.js';

const places = new Set(['selector', 'target', 'element', 'source']);
const between: Record<string, string> = { type: 'into', fill: 'into', upload_file: 'to', select: 'in', scroll: 'in' };
const longest = 100;

/** A call in words: `type "mug" into "Search products"`. `name` is what its target is called, where that is known. */
export function callWords(call: Call, name?: string): string {
  const { tool, input } = partsOf(call);
  const given = Object.entries(input).filter(([field, value]) => !places.has(field) && isWorthSaying(value));
  const place = Object.entries(input).find(([field, value]) => places.has(field) && value !== undefined)?.[1];
  const on = place === undefined ? undefined : name ? quoteText(name, longest) : valueWords(place);
  const words = given.map(([field, value]) => (value === true ? field : valueWords(value)));
  const to = on && (words.length > 0 ? [between[tool] ?? 'on', on] : [on]);
  const flags = words.filter((_, index) => given[index]?.[1] === true);
  const values = words.filter((_, index) => given[index]?.[1] !== true);
  return [tool.replaceAll('_', ' '), ...values, ...(to || []), ...flags.map((flag) => `(${flag})`)].join(' ');
}

function partsOf(call: Call): { tool: string; input: Record<string, unknown> } {
  if ('tool' in call) return call;
  const { type, ...input } = call.action;
  return { tool: type, input };
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
