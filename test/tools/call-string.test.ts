import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCall, parseCallString } from '../../src/exports/tools.js';

describe('A call as text', () => {
  it.each([
    ['click(selector="#submit-btn")', { tool: 'click', input: { selector: '#submit-btn' } }],
    ['click(selector=".nav-link", timeout=10000)', { tool: 'click', input: { selector: '.nav-link', timeout: 10000 } }],
    ["type(text='It\\'s \"so\"', clear=True)", { tool: 'type', input: { text: 'It\'s "so"', clear: true } }],
    ['back()', { tool: 'back', input: {} }],
    ['fail( reason = "no" , )', { tool: 'fail', input: { reason: 'no' } }],
    [
      'x(a=[1, -2.5, "c"], b={"k": null, d: false})',
      { tool: 'x', input: { a: [1, -2.5, 'c'], b: { k: null, d: false } } },
    ],
  ])('%s is parsed', (text, expected) => {
    expect(parseCallString(text)).toEqual(expected);
  });

  it.each([
    '',
    'click',
    'click(',
    'click(selector)',
    'click(selector=)',
    'click(selector="a"',
    'click(selector="a") b',
    'click(a=nothing)',
    '(a=1)',
  ])('%j is rejected with what was expected', (text) => {
    expect(() => parseCallString(text)).toThrow(/cannot be parsed/);
  });

  it('has the same value after formatting and parsing', () => {
    const name = fc.stringMatching(/^[a-z][a-z_]{0,10}$/);
    const value = fc.letrec((tie) => ({
      value: fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant(null), tie('list'), tie('record')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      record: fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
    })).value;
    fc.assert(
      fc.property(name, fc.dictionary(name, value, { noNullPrototype: true }), (tool, input) => {
        expect(parseCallString(formatCall(tool, input))).toEqual({ tool, input: JSON.parse(JSON.stringify(input)) });
      }),
    );
  });
});
