import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLooseLiteral } from '../../../src/models/adapter/python-literal.js';
import { assertAlways, fuzzTimeoutMs } from '../read-any-text.js';

describe('What is nearly JSON', () => {
  it(
    'is read as JSON is, where it is JSON',
    () => {
      const value = fc.jsonValue({ maxDepth: 4 }).filter((one) => typeof one === 'object' && one !== null);
      assertAlways(
        fc.property(value, (one) => {
          const text = JSON.stringify(one);
          fc.pre(!text.includes('__proto__'));
          expect(parseLooseLiteral(text)).toEqual(JSON.parse(text));
        }),
      );
    },
    fuzzTimeoutMs,
  );

  it.each([
    ["{'a': True, 'b': None, 'c': (1, 2)}", { a: true, b: null, c: [1, 2] }],
    ["{'it': \"it's\", 'x': 'say \\'so\\''}", { it: "it's", x: "say 'so'" }],
    ['{a: 1, b: left_click}', { a: 1, b: 'left_click' }],
    ['{"a": [1, 2', undefined],
    ['{"a": {"b": 1}', undefined],
    ['{"a": {"b": "cut', undefined],
    ['{"a": [1, 2}, "b": 3', { a: [1, 2] }],
    ['{"__proto__": {"x": 1}, "a": 1}', { a: 1 }],
    ['no value', undefined],
  ])('is read: %s', (text, value) => {
    expect(parseLooseLiteral(text)).toEqual(value);
  });
});
