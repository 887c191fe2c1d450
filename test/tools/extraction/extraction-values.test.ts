import { describe, expect, it } from 'vitest';
import { similarity } from '../../../src/tools/structured/names.js';
import { expandShorthand, readSchema } from '../../../src/tools/structured/schema.js';
import { currencyOf, toNumber, toValue } from '../../../src/tools/structured/values.js';

function wanted(schema: Record<string, unknown>) {
  const [part] = readSchema({ type: 'object', properties: { x: schema } }).properties;
  if (!part) throw new Error('The schema has no property.');
  return part[1];
}

describe('values', () => {
  it.each([
    ['€ 1,299.00', 1299],
    ['1.299,00 €', 1299],
    ['1 299,50 kr', 1299.5],
    ["CHF 1'299.95", 1299.95],
    ['$1,234,567', 1234567],
    ['€1.299', 1299],
    ['2.125', 2.125],
    ['1,234', 1234],
    ['0,5', 0.5],
    ['0.125', 0.125],
    ['-3', -3],
    ['−$4.50', -4.5],
    ['-$900.00', -900],
    ['87 %', 87],
    ['4.5 out of 5', 4.5],
    ['(12)', 12],
    ['2 adults, 1 child', 2],
    ['5 10', 5],
    ['10 000', 10000],
    ['24 products', 24],
    ['12.5k', 12500],
    ['1.2 million', 1200000],
    ['USD 20', 20],
    ['10 m', 10],
    ['none', undefined],
    ['', undefined],
    ['A-1001', undefined],
    ['v2', undefined],
  ])('%s is the number %s', (text, number) => expect(toNumber(text)).toBe(number));

  it.each([
    ['12 March 2026', '2026-03-12'],
    ['March 5th, 2026', '2026-03-05'],
    ['2026-01-02T10:00', '2026-01-02'],
    ['31.12.2026', '2026-12-31'],
    ['2026/1/2', '2026-01-02'],
    ['25/12/2026', '2026-12-25'],
    ['12/25/2026', '2026-12-25'],
    ['03/04/2026', '03/04/2026'],
    ['tomorrow', undefined],
  ])('%s is the date %s', (text, date) => expect(toValue(wanted({ type: 'string', format: 'date' }), text)).toBe(date));

  it.each([
    ['Yes', true],
    ['In stock', true],
    ['✓', true],
    ['https://schema.org/OutOfStock', false],
    ['Not available', false],
    ['Sold out', false],
    ['perhaps', undefined],
  ])('%s is %s', (text, truth) => expect(toValue(wanted({ type: 'boolean' }), text)).toBe(truth));

  it('matches choices by their words, and never negated ones', () => {
    const status = wanted({ enum: ['in_progress', 'done', 'Cancelled'] });
    expect(toValue(status, 'In progress')).toBe('in_progress');
    expect(toValue(status, 'Order cancelled')).toBe('Cancelled');
    expect(toValue(status, 'Not done')).toBeUndefined();
    expect(toValue(wanted({ enum: [1, 2] }), '2')).toBe(2);
  });

  it('accepts only whole numbers as integers', () => {
    expect(toValue(wanted({ type: 'integer' }), '1.299')).toBe(1299);
    expect(toValue(wanted({ type: 'integer' }), '4.5')).toBeUndefined();
  });

  it.each([
    ['€5', 'EUR'],
    ['20 CHF', 'CHF'],
    ['$', undefined],
  ])('%s is in %s', (text, currency) => expect(currencyOf(text)).toBe(currency));
});

describe('names', () => {
  it.each([
    ['unitPrice', 'Unit price (€):'],
    ['orderId', 'Order number'],
    ['emailAddress', 'E-mail address'],
    ['qty', 'Quantity'],
    ['colour', 'Color'],
    ['first_name', 'First name'],
    ['URL', 'Link'],
    ['published-on', 'Published'],
  ])('%s matches %s', (name, label) => expect(similarity([name], label)).toBeGreaterThan(0.8));

  it.each([
    ['price', 'Product'],
    ['billingCity', 'Shipping address'],
    ['total', 'Name'],
  ])('%s does not match %s', (name, label) => expect(similarity([name], label)).toBeLessThan(0.5));
});

describe('schemas', () => {
  it('have a short form', () => {
    expect(expandShorthand({ type: 'string', items: ['number'] })).toEqual({ type: 'string', items: ['number'] });
    expect(expandShorthand({ name: 'string', tags: ['string'] })).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
      required: ['name', 'tags'],
    });
  });

  it('can allow null and refer to themselves', () => {
    const schema = {
      type: 'object',
      properties: {
        next: { $ref: '#' },
        size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        note: { type: ['string', 'null'] },
      },
    };
    const kinds = readSchema(schema).properties.map(([name, { kind }]) => [name, kind]);
    expect(kinds).toEqual([
      ['next', 'object'],
      ['size', 'integer'],
      ['note', 'string'],
    ]);
  });

  it('are rejected with an unknown reference', () => {
    expect(() => readSchema({ type: 'object', properties: { x: { $ref: '#/$defs/no' } } })).toThrow('#/$defs/no');
  });
});
