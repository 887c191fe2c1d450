import { callInput, callName } from '../../../models/adapter/calls.js';
import type { Call } from '../../../models/model.js';
import { quoteText } from '../../../perception/quote-text.js';

const targetFields = new Set(['selector', 'target', 'element', 'source']);
const prepositions: Record<string, string> = {
  type: 'into',
  fill: 'into',
  upload_file: 'to',
  select: 'in',
  scroll: 'in',
};
/** Flags that need no mention are empty. */
const flagTexts: Record<string, string> = { submit: 'and submit', clear: '', checked: '' };
const maxQuotedCharacters = 100;

/** Describes a call: `type "mug" into "Search products"`. `name` is the name of its target, if known. */
export function describeCall(call: Call, name?: string): string {
  const tool = callName(call);
  const input = Object.entries(callInput(call)).filter(([, value]) => value !== undefined && value !== null);
  const [target] = input.filter(([field]) => targetFields.has(field)).map(([, value]) => value);
  const others = input.filter(([field, value]) => !targetFields.has(field) && value !== false);
  const values = others.filter(([, value]) => value !== true).map(([, value]) => formatValue(value));
  const flags = others.filter(([, value]) => value === true).map(([field]) => flagTexts[field] ?? `(${field})`);
  const preposition = target !== undefined && values.length > 0 ? (prepositions[tool] ?? 'on') : '';
  const targetText = target === undefined ? '' : name ? quoteText(name, maxQuotedCharacters) : formatValue(target);
  return [tool.replaceAll('_', ' '), ...values, preposition, targetText, ...flags].filter(Boolean).join(' ');
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return /^el_\d+$/.test(value) ? value : quoteText(value, maxQuotedCharacters);
  if (typeof value !== 'object' || value === null) return String(value);
  if ('element' in value && typeof value.element === 'string') return value.element;
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  return Object.entries(value)
    .map(([name, member]) => `${name} ${formatValue(member)}`)
    .join(', ');
}
