import fc from 'fast-check';
import { countTokens as reference } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { countTokens, fitsTokens, loadTokenizer } from '../../src/perception/count-tokens.js';
import { isLongJob } from '../support/sample.js';

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
  test("equals the tokenizer's count of the whole text", () => {
    loadTokenizer();
    const line = fc.array(fc.oneof(layout, fc.string({ maxLength: 12 }), fc.string({ unit: anyUnit, maxLength: 8 })));
    fc.assert(
      fc.property(line, (parts) => {
        const text = parts.join('');
        expect(countTokens(text)).toBe(reference(text, asText));
      }),
      { numRuns: isLongJob ? 400 : 80 },
    );
  });

  test('is exact for long texts', () => {
    const text = Array.from({ length: 900 }, (_, index) => `word${index % 37} and, "more" (${index})`).join(' ');
    expect(countTokens(text)).toBe(reference(text, asText));
  });

  test('counts special tokens as plain text', () => {
    expect(countTokens('<|endoftext|> <|im_start|>')).toBeGreaterThan(2);
  });

  test('counts a word of a megabyte fast and nearly exactly', () => {
    const start = performance.now();
    expect(countTokens('ก'.repeat(100_000))).toBeGreaterThan(10_000);
    expect(countTokens('a'.repeat(1_000_000))).toBeGreaterThan(100_000);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('caches lines', () => {
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
