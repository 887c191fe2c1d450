import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePythonLiteral } from '../../../src/models/adapter/python-literal.js';
import { isCriticalPoint } from '../../../src/models/fara/native/critical-point.js';
import { readToolCalls } from '../../../src/models/fara/native/tool-call.js';
import { isLongJob } from '../../support/sample.js';

describe('Thoughts and tool calls', () => {
  const call = '{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [5, 6]}}';
  const click = { name: 'computer_use', input: { action: 'left_click', coordinate: [5, 6] } };

  it.each([
    `I see it.\n<tool_call>\n${call}\n</tool_call>`,
    `I see it.\n<tool_call>${call}`,
    `I see it.\n<tool_call>\n${call}\n<tool_call>`,
    `<think>I see it.</think>\n<tool_call>\n${call}\n</tool_call>`,
    `I see it.\n<tool_call>\n\`\`\`json\n${call}\n\`\`\`\n</tool_call> Good luck!`,
    `I see it.\n<tool_call>\n{'name': 'computer_use', 'arguments': {'action': 'left_click', 'coordinate': (5, 6)}}\n</tool_call>`,
    `I see it.\n<tool_call>\n{"name": "computer_use", "arguments": "{\\"action\\": \\"left_click\\", \\"coordinate\\": [5, 6]}"}\n</tool_call>`,
    `I see it.\n<tool_call>\n{"action": "left_click", "coordinate": [5, 6]}\n</tool_call>`,
    `I see it.\n<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [5, 6],},}\n</tool_call>`,
    `I see it.\n<tool_call>\n${call} and so on\n</tool_call>`,
    `I see it.\n<tool_call>\n${call.slice(0, -1)}`,
    `I see it.\n<tool_call>\n${call.slice(0, -1)}\n</tool_call>`,
    `I see it.\n${call}`,
    `I see it.\n\`\`\`json\n${call}\n\`\`\``,
  ])('reads %j', (text) => {
    const { thoughts, calls, broken } = readToolCalls(text);
    expect(calls).toEqual([expect.objectContaining(click)]);
    expect([thoughts, broken]).toEqual(['I see it.', undefined]);
  });

  it('reads several calls, and reports a broken one', () => {
    expect(
      readToolCalls(`A\n<tool_call>\n${call}\n</tool_call>\n<tool_call>\n${call}\n</tool_call>`).calls,
    ).toHaveLength(2);
    expect(readToolCalls('A\n<tool_call>\n{"name": "computer_use", "argum\n</tool_call>')).toMatchObject({
      calls: [],
      broken: expect.stringContaining('argum'),
    });
    expect(readToolCalls('I am done.')).toEqual({ thoughts: 'I am done.', calls: [] });
  });

  it.each([
    '{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [234, 68',
    '{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [234, 687]',
    '{"name": "computer_use", "arguments": {"action": "type", "text": "half of th',
    '{"name": "computer_use", "arguments": {"action": "wait", "time": 1',
    '{"name": "computer_use", "arguments": {"steps": [{"action": "wait", "time": 1}, {"act',
    "{'name': 'computer_use', 'arguments': {'action': 'type', 'text': 'half of th",
  ])('finds no call in an incomplete one: %s', (half) => {
    for (const end of ['', '\n</tool_call>'])
      expect(readToolCalls(`A\n<tool_call>\n${call}\n</tool_call>\n<tool_call>\n${half}${end}`)).toMatchObject({
        calls: [click],
        broken: half,
      });
  });

  it('reads a text that holds its own tags', () => {
    const input = { action: 'type', text: 'hi </tool_call>x <tool_call>' };
    const typing = JSON.stringify({ name: 'computer_use', arguments: input });
    const { calls, broken } = readToolCalls(
      `A\n<tool_call>\n${typing}\n</tool_call>\n<tool_call>\n${call}\n</tool_call>`,
    );
    expect([calls, broken]).toEqual([[expect.objectContaining({ input }), expect.objectContaining(click)], undefined]);
  });

  it('reads Python literals', () => {
    const written = `{'a': True, 'b': None, 'c': [1, -2.5], 'd': "it's", 'e': 'say "x"\\n', 'f': ('\\u00fc',), '__proto__': 1}`;
    expect(parsePythonLiteral(written)).toEqual({
      a: true,
      b: null,
      c: [1, -2.5],
      d: "it's",
      e: 'say "x"\n',
      f: ['ü'],
    });
    for (const none of ['', 'text', '1', "{'a'", "{'a': }", "{'a': b}", '[1, 2', '{a: 1}'])
      expect(parsePythonLiteral(none)).toBeUndefined();
  });

  it('never throws', () => {
    const bits = fc.constantFrom(
      '<tool_call>',
      '</tool_call>',
      '{',
      '}',
      '"name"',
      ':',
      ',',
      "'",
      '"',
      '[',
      ']',
      '(',
      'True',
      '\n',
      call,
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, fc.string()), { maxLength: 40 }), (parts) => {
        expect(Array.isArray(readToolCalls(parts.join('')).calls)).toBe(true);
      }),
      { numRuns: isLongJob ? 1_000 : 200 },
    );
    expect(parsePythonLiteral('['.repeat(100_000))).toBeUndefined();
  });

  it('distinguishes a critical point ahead from one that is past', () => {
    const ahead = [
      'Critical point: placing the order comes next.',
      'I have reached the checkout, which is a critical point, so I stop.',
      'I stop here: placing it requires the user’s explicit approval.',
      'This is one of the critical points, so I stop.',
      'I did not submit the form, because that would be binding.',
      'I cannot proceed without your personal information (credit card).',
    ];
    const other = [
      'The order confirmation is shown, with your approval number.',
      'This is not a critical point. I am done.',
      'The user agreed to the critical point. The order is placed.',
      'The critical path is clear at this point.',
      'The article discusses critical points of functions.',
      'The page says that the offer is binding.',
      'The two files are bound together, and I could not continue without the second.',
    ];
    for (const said of ahead) expect(isCriticalPoint(said), said).toBe(true);
    for (const said of other) expect(isCriticalPoint(said), said).toBe(false);
  });
});
