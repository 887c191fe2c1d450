import fc from 'fast-check';
import { countTokens as reference } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { countTokens, fitsTokens, warmTokens } from '../../src/perception/tokens.js';
import { isLongJob } from '../support/share.js';

const asText = { disallowedSpecial: new Set<string>() };
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const layout = fc.constantFrom(
  '\n',
  '\r\n',
  ' ',
  '  ',
  '/',
  '\t',
  ')',
  '"',
  'el_',
  '5',
  'Sign in',
  '…',
  '\u2028',
  '\u00a0',
);

describe('countTokens', () => {
  test('is what the tokenizer says of the whole, however lines are cut', () => {
    warmTokens();
    const line = fc.array(fc.oneof(layout, fc.string({ maxLength: 12 }), fc.string({ unit: anyUnit, maxLength: 8 })));
    fc.assert(
      fc.property(line, (parts) => {
        const text = parts.join('');
        expect(countTokens(text)).toBe(reference(text, asText));
      }),
      { numRuns: isLongJob ? 400 : 80 },
    );
  });

  test('long texts of words are exact too', () => {
    const text = Array.from({ length: 900 }, (_, index) => `word${index % 37} and, "more" (${index})`).join(' ');
    expect(countTokens(text)).toBe(reference(text, asText));
  });

  test('special tokens in a page are plain text', () => {
    expect(countTokens('<|endoftext|> <|im_start|>')).toBeGreaterThan(2);
  });

  test('a megabyte of one word does not take long, and is not told too small by much', () => {
    const start = performance.now();
    expect(countTokens('ก'.repeat(100_000))).toBeGreaterThan(10_000);
    expect(countTokens('a'.repeat(1_000_000))).toBeGreaterThan(100_000);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('the same lines again are nearly free', () => {
    const text = Array.from(
      { length: 500 },
      (_, index) => `[el_${index}] Button "Name ${index}" (${index},${index})`,
    ).join('\n');
    countTokens(text);
    const start = performance.now();
    for (let round = 0; round < 20; round++) countTokens(text);
    expect((performance.now() - start) / 20).toBeLessThan(10);
  });

  test('fitsTokens agrees with countTokens', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyUnit, maxLength: 60 }), fc.integer({ min: 0, max: 80 }), (text, budget) => {
        expect(fitsTokens(text, budget)).toBe(countTokens(text) <= budget);
      }),
      { numRuns: isLongJob ? 200 : 60 },
    );
  });
});
