import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textDifference } from '../../src/perception/diff/text-difference.js';

const start = 'It was a bright cold day in April, and the clocks were striking';

describe('textDifference', () => {
  it('marks replaced, added and removed words with some context', () => {
    expect(textDifference(`${start} ten now.`, `${start} thirteen now.`)).toBe(
      '… clocks were striking [ten → thirteen] now.',
    );
    expect(textDifference(start, `${start} thirteen`)).toBe('… clocks were striking [+ thirteen]');
    expect(textDifference(`${start} thirteen.`, `${start}.`)).toBe('… clocks were striking [− thirteen].');
    expect(textDifference('', start)).toBe('[+ It was a bright cold day in Ap … , and the clocks were striking]');
  });

  it('is short, and contains the new text of a short change', () => {
    const text = fc.string({ maxLength: 400 });
    fc.assert(
      fc.property(text, text, fc.string({ minLength: 1, maxLength: 20 }), (before, after, word) => {
        const difference = textDifference(`${before}${after}`, `${before}${word}${after}`);
        expect(difference.length).toBeLessThan(300);
      }),
    );
  });
});
