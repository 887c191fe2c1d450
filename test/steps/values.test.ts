import { expect, test } from 'vitest';
import { formatIsoDate, readDate, readMonth, readTime } from '../../src/core/dates/calendar-date.js';
import { tableAnswers } from '../../src/steps/answers/table.js';
import { textAnswers } from '../../src/steps/answers/text.js';
import { compare } from '../../src/steps/executor/check-condition.js';
import { readAmount, readDuration, readPrice, readTimestamp } from '../../src/steps/parser/number-words.js';
import { readQuestion } from '../../src/steps/parser/question.js';
import { readSuperlative } from '../../src/steps/parser/superlatives.js';

test.each([
  ['12/07/2016', '2016-12-07'],
  ['25/12/2016', '2016-12-25'],
  ['2016-12-07', '2016-12-07'],
  ['7.12.2016', '2016-12-07'],
  ['March 3, 2025', '2025-03-03'],
  ['3rd of March 2025', '2025-03-03'],
  ['3 Mar 2025', '2025-03-03'],
])('reads the date %s', (text, iso) => {
  const day = readDate(text);
  expect(day && formatIsoDate(day)).toBe(iso);
});

test('rejects invalid dates', () => {
  for (const text of ['13/13/2016', '30/02/2016', 'May', '12/07', 'Version 1.2.2016.4'])
    expect(readDate(text)).toBeUndefined();
});

test('reads months and times', () => {
  expect(readMonth('December 2016')).toEqual({ year: 2016, month: 12 });
  expect(readMonth('12/2016')).toEqual({ year: 2016, month: 12 });
  expect(readTime('9:24 PM')).toBe('21:24');
  expect(readTime('12 am')).toBe('00:00');
});

test('reads numbers, prices, durations and dates in texts', () => {
  expect(readAmount('$1,234.50')).toBe(1234.5);
  expect(readAmount('1.234,50 €')).toBe(1234.5);
  expect(readAmount('12,5')).toBe(12.5);
  expect(readAmount('1,234')).toBe(1234);
  expect(readAmount('none')).toBeUndefined();
  expect(readPrice('Room 12, €94.00 a night')).toBe(94);
  expect(readDuration('11h 40m')).toBe(700);
  expect(readTimestamp('Sent 3 Mar 2025')).toBeGreaterThan(
    readTimestamp('Sent 28 Feb 2025') ?? Number.POSITIVE_INFINITY,
  );
});

test('compares numbers and texts', () => {
  expect(compare('$30.00', 'equals', '$30')).toBe(true);
  expect(compare('Total: 30', 'equals', '30')).toBe(false);
  expect(compare('€94', 'below', '$100')).toBe(true);
  expect(compare('Order shipped', 'contains', 'SHIPPED')).toBe(true);
});

test('reads superlatives', () => {
  expect(readSuperlative('the cheapest laptop', 'buy')).toMatchObject({
    highest: false,
    measure: 'price',
    of: 'laptop',
  });
  expect(readSuperlative('the product with the highest rating', 'open')).toMatchObject({
    highest: true,
    measure: 'rating',
  });
  expect(readSuperlative('the blue one', 'open')).toBeUndefined();
});

test('finds answers in text', () => {
  const [answer] = textAnswers(readQuestion('What is the order number?'), 'Thank you!\nYour order number is A-1007.');
  expect(answer?.value).toBe('A-1007');
  const [short] = textAnswers(readQuestion('the order number'), 'Order #5003 was placed.');
  expect(short?.value).toBe('5003');
});

test('finds answers in tables', () => {
  const table = {
    kind: 'table' as const,
    headers: ['Name', 'Department', 'Salary'],
    rows: [
      ['Ann Lee', 'Sales', '100'],
      ['Bo Ek', 'IT', '200'],
    ],
  };
  const value = (text: string) => tableAnswers(readQuestion(text), [table]).map(({ value: one }) => one);
  expect(value('which department Bo Ek works in')).toContain('IT');
  expect(value('the salary of Ann Lee')).toEqual(['100']);
  expect(value('the name in the last row')).toContain('Bo Ek');
  // Without a row, every row of the column is a candidate.
  expect(value('the salary')).toEqual(['100', '200']);
});
