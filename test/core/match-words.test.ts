import { expect, it } from 'vitest';
import { includesWords } from '../../src/core/words/match-words.js';

it.each([
  ['norway', 'nor'],
  ['pro plus', 'pro'],
  ['west virginia', 'virginia'],
  ['washington dc', 'dc'],
  ['12 months', '12'],
  ['size l (large)', 'large'],
])('"%s" includes "%s"', (text, part) => {
  expect(includesWords(text, part)).toBe(true);
});

it.each([
  ['female', 'male'],
  ['inactive', 'active'],
  ['unpaid', 'paid'],
  ['not public', 'public'],
  ['semi-public', 'public'],
  ['12', '2'],
  ['12', '1'],
  ['none', 'no'],
  ['arkansas', 'kansas'],
  ['non-member', 'member'],
  ['anything', ''],
])('"%s" does not include "%s"', (text, part) => {
  expect(includesWords(text, part)).toBe(false);
});
