import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionTypes, parseAction } from '../../src/exports/tools.js';
import { HandrailError } from '../../src/index.js';

function refusal(input: unknown): HandrailError {
  try {
    parseAction(input);
  } catch (error) {
    if (error instanceof HandrailError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(input)} was taken.`);
}

describe('an action', () => {
  it.each([
    [{ type: 'click', target: { element: 'el_5' } }],
    [{ type: 'click', target: { x: 1.5, y: 0 }, button: 'middle', count: 3, modifiers: ['Control', 'Shift'] }],
    [{ type: 'drag', path: [{ x: 1, y: 2 }, { element: 'el_1' }] }],
    [{ type: 'type', text: '' }],
    [{ type: 'set_value', target: { element: 'el_1' }, value: ['a', 'b'] }],
    [{ type: 'wait', for: 'page_loaded' }],
    [{ type: 'wait', for: { gone: { id: 'el_3' } }, timeoutMs: 0 }],
    [{ type: 'dialog', accept: false }],
  ])('%j is taken as it is', (action) => expect(parseAction(action)).toEqual(action));

  it.each([
    [undefined, 'needs a "type"'],
    [null, 'needs a "type"'],
    ['click', 'needs a "type"'],
    [{}, 'needs a "type"'],
    [{ type: 'tap' }, 'no action "tap"'],
    [{ type: 'click' }, 'target'],
    [{ type: 'click', target: { element: '5' } }, 'target'],
    [{ type: 'click', target: { element: 'el_0' } }, 'target'],
    [{ type: 'click', target: { x: 1 } }, 'target'],
    [{ type: 'click', target: { x: Number.NaN, y: 1 } }, 'target'],
    [{ type: 'click', target: { element: 'el_1' }, speed: 3 }, 'speed'],
    [{ type: 'click', target: { element: 'el_1' }, count: 4 }, 'count'],
    [{ type: 'drag', path: [{ x: 1, y: 1 }] }, 'path'],
    [{ type: 'key', keys: '' }, 'keys'],
    [{ type: 'key', keys: 'a', repeat: 0 }, 'repeat'],
    [{ type: 'wait', for: { seconds: -1 } }, 'for'],
    [{ type: 'wait', for: 'forever' }, 'for'],
    [{ type: 'scroll', dx: '1', dy: 0 }, 'dx'],
  ])('%j is refused, and the sentence names what is wrong', (input, words) => {
    const error = refusal(input);
    expect(error.code).toBe('invalid_action');
    expect(error.message).toContain(words);
    expect(error.hint).toMatch(/Valid types|Fields of|A target is/);
  });

  it('parses or rejects any input without crashing', () => {
    const objects = fc.dictionary(fc.string(), fc.anything());
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), objects, fc.record({ type: fc.constantFrom(...actionTypes, '__proto__') })),
        (input) => {
          try {
            expect(actionTypes).toContain(parseAction(input).type);
          } catch (error) {
            expect(error).toBeInstanceOf(HandrailError);
          }
        },
      ),
    );
  });
});
