import { expect, test } from 'vitest';
import { areEqual, begins, contains, toTokens } from '../../src/perception/grounding/text-tokens.js';

test.each([
  ['Größe ändern', ['grosse', 'andern']],
  ['Sign-in!', ['sign', 'in']],
  ['C++', ['c', '+', '+']],
  ['1.5 kg', ['1.5', 'kg']],
  ['15', ['15']],
  ['👍 12', ['👍', '12']],
  ['×', ['close']],
  ['Terms & Conditions', ['terms', 'and', 'conditions']],
  ['登录', ['登录']],
  ['…!?', []],
])('%s', (text, tokens) => expect(toTokens(text)).toEqual(tokens));

test('words are compared whole', () => {
  expect(areEqual(toTokens('SAVE all'), toTokens('Save all'))).toBe(true);
  expect(areEqual(toTokens('1.5'), toTokens('15'))).toBe(false);
  expect(areEqual([], [])).toBe(false);
  expect(begins(toTokens('Save'), toTokens('Save and close'))).toBe(true);
  expect(begins(toTokens('Save'), toTokens('savedir'))).toBe(false);
  expect(contains(toTokens('Lee'), toTokens('Ann Lee, Berlin'))).toBe(true);
  expect(contains(toTokens('Lee'), toTokens('Ann Leeson'))).toBe(false);
});
