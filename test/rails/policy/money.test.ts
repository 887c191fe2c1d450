import { expect, test } from 'vitest';
import { isAbove, parseMoney } from '../../../src/rails/policy/money.js';

test.each<[number | string, number | undefined, string]>([
  [50, 50, ''],
  [0, 0, ''],
  ['50', 50, ''],
  ['49.99', 49.99, ''],
  ['50 EUR', 50, 'EUR'],
  ['50 eur', 50, 'EUR'],
  ['€50', 50, 'EUR'],
  ['50 €', 50, 'EUR'],
  ['1.299,00 EUR', 1299, 'EUR'],
  ['US$ 1,299.50', 1299.5, 'USD'],
  ['£12', 12, 'GBP'],
  ['1000 ¥', 1000, 'JPY'],
  ['zł 5', 5, 'PLN'],
  [Number.NaN, undefined, ''],
  [Number.POSITIVE_INFINITY, undefined, ''],
  ['much', undefined, ''],
  ['', undefined, ''],
  ['50 bananas', undefined, ''],
])('%s is read as %s %s', (text, value, currency) => {
  expect(parseMoney(text)).toEqual(value === undefined ? undefined : { value, currency });
});

test.each<[ReturnType<typeof parseMoney>, number | string, boolean | 'unknown']>([
  [{ value: 50.01, currency: 'EUR' }, '50 EUR', true],
  [{ value: 50, currency: 'EUR' }, '50 EUR', false],
  [{ value: 50, currency: 'USD' }, '50 EUR', 'unknown'],
  [{ value: 50, currency: '' }, '50 EUR', 'unknown'],
  [undefined, '50 EUR', 'unknown'],
  [{ value: 60, currency: 'USD' }, 50, true],
])('%o above %s: %s', (amount, limit, result) => {
  expect(isAbove(amount, limit)).toBe(result);
});
