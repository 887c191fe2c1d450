import { type Amount, readAmount } from '../classify/read-amount.js';

/** Parses `50` (any currency) or `"50 EUR"`. Undefined for anything else. */
export function parseMoney(value: number | string): Amount | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { value, currency: '' } : undefined;
  if (/^\d+(?:\.\d+)?$/.test(value.trim())) return { value: Number(value), currency: '' };
  return readAmount(value);
}

/** Whether an amount is above a limit. `unknown`: no amount, or another currency. */
export function isAbove(amount: Amount | undefined, limit: number | string): boolean | 'unknown' {
  const wanted = parseMoney(limit);
  if (!amount || !wanted) return 'unknown';
  if (wanted.currency !== '' && amount.currency !== wanted.currency) return 'unknown';
  return amount.value > wanted.value;
}

export function formatMoney({ value, currency }: Amount): string {
  return `${value.toFixed(2).replace(/\.00$/, '')}${currency === '' ? '' : ` ${currency}`}`;
}
