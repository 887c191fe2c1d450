import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQwen } from '../../../src/models/qwen/parse.js';
import { assertAlways, durationMs, fuzzTimeoutMs, readAnyText } from '../read-any-text.js';
import { chatAnswer } from '../turn-fixture.js';
import { adapterOf, read, says } from './read.js';

describe('A reply of Qwen', () => {
  const input = { action: 'left_click', coordinate: [18, 559] };
  const object = JSON.stringify({ name: 'computer_use', arguments: input });
  const python =
    "{'name': 'computer_use', 'arguments': {'action': 'left_click', 'coordinate': (18, 559), 'text': None}}";
  const xml =
    '<function=computer_use>\n<parameter=action>\nleft_click\n</parameter>\n<parameter=coordinate>\n[18, 559]\n</parameter>\n</function>';
  const click = { action: { type: 'click', target: { x: 14, y: 335 } } };
  it.each([
    ['in tags', `<tool_call>\n${object}\n</tool_call>`],
    ['after prose', `I click on it.\n\n<tool_call>${object}</tool_call>`],
    [
      'after thinking',
      `<think>\nMaybe <tool_call>{"name": "no"}</tool_call>?\n</think>\n\n<tool_call>\n${object}\n</tool_call>`,
    ],
    ['whose thinking has no beginning', `Maybe.\n</think>\n<tool_call>\n${object}\n</tool_call>`],
    ['whose thinking has no end', `<think>Maybe.\n<tool_call>\n${object}\n</tool_call>`],
    ['not closed', `<tool_call>\n${object}`],
    ['without the last bracket', `<tool_call>\n${object.slice(0, -1)}`],
    ['without brackets, but closed', `<tool_call>\n${object.slice(0, -2)}\n</tool_call>`],
    ['closed as if it were opened', `<tool_call>\n${object}\n<tool_call>`],
    ['with a fence', `<tool_call>\n\`\`\`json\n${object}\n\`\`\`\n</tool_call>`],
    ['as Python', `<tool_call>\n${python}\n</tool_call>`],
    ['with a comma too many', `<tool_call>\n${object.replace(']}}', '],},}')}\n</tool_call>`],
    [
      'with arguments as text',
      `<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: JSON.stringify(input) })}\n</tool_call>`,
    ],
    [
      'that names the action',
      `<tool_call>\n${JSON.stringify({ name: 'left_click', arguments: { coordinate: [18, 559] } })}\n</tool_call>`,
    ],
    ['that is arguments alone', `<tool_call>\n${JSON.stringify(input)}\n</tool_call>`],
    ['without tags', object],
    ['without tags, in a fence', `So:\n\`\`\`json\n${object}\n\`\`\``],
    ['as XML', `<tool_call>\n${xml}\n</tool_call>`],
    ['as XML on one line', `<tool_call>${xml.replaceAll('\n', '')}</tool_call>`],
    ['as XML without tags', xml],
    ['as XML that is not closed', `<tool_call>\n${xml}`],
  ])('can be a call %s', (_, text) => {
    expect(read(chatAnswer(text)).calls).toMatchObject([click]);
  });

  it('can be a call that the server parsed', () => {
    const call = { id: 'x', type: 'function', function: { name: 'computer_use', arguments: JSON.stringify(input) } };
    const reply = read(chatAnswer(null, { tool_calls: [call], reasoning_content: 'Maybe.' }));
    expect(reply.calls).toMatchObject([click]);
    expect(reply.thought).toBe('Maybe.');
    const lost = read(chatAnswer(null, { reasoning: `Maybe.\n<tool_call>\n${object}\n</tool_call>` }));
    expect(lost).toMatchObject({ calls: [click], thought: 'Maybe.' });
  });

  it('can hold two calls, one of them broken', () => {
    const { calls: both } = read(chatAnswer(`<tool_call>\n${object}\n</tool_call>\n<tool_call>\noops\n</tool_call>`));
    expect(both).toMatchObject([
      { id: 'call_1', ...click },
      { id: 'call_2', fault: { code: 'invalid_input' } },
    ]);
  });

  it.each([
    '<tool_call>\nclick it\n</tool_call>',
    '<tool_call></tool_call>',
    '<tool_call>',
    '<think>Only this.</think>',
    '</tool_call>',
  ])('without content is reported: %s', (text) => {
    const reply = read(chatAnswer(text));
    expect([reply.calls, reply.text]).toEqual([[], undefined]);
    expect(reply.unreadable).toContain('<tool_call>');
  });

  it('in plain text is the answer, unless it was cut off', () => {
    expect(read(chatAnswer('<think>Hm.</think>It costs 5.'))).toMatchObject({
      calls: [],
      text: 'It costs 5.',
      thought: 'Hm.',
    });
    const cut = { choices: [{ message: { content: 'It costs' }, finish_reason: 'length' }] };
    expect(read(cut)).toMatchObject({ calls: [], unreadable: expect.stringContaining('cut off') });
    expect(read(cut).text).toBeUndefined();
  });

  const begun = '<tool_call>\n{"name": "computer_use", "arguments": {"action": ';
  const xmlBegun = '<tool_call>\n<function=computer_use>\n<parameter=action>\n';
  it.each([
    `${begun}"left_click", "coordinate": [234, 68`,
    `${begun}"left_click", "coordinate": [234, 687`,
    `${begun}"left_click", "coordinate": [234, 687]`,
    `${begun}"left_click", "coordinate": [234, 687],`,
    `${begun}"left_click", "coordinate": [234, 68\n</tool_call>`,
    `${begun}"type", "text": "transfer 1000`,
    `${begun}"type", "text": "transfer 1000\n</tool_call>`,
    `${begun}"wait", "time": 3`,
    `${begun}"terminate"`,
    '<tool_call>\n{"action": "wait", "time": 3',
    '<tool_call>\n{"action": "terminate"',
    '<tool_call>\n{"name": "complete"',
    `${begun.slice('<tool_call>\n'.length)}"type", "text": "transfer 1000`,
    "<tool_call>\n{'name': 'computer_use', 'arguments': {'action': 'type', 'text': 'half of th",
    `${xmlBegun}left_click\n</parameter>\n<parameter=coordinate>\n[234, 6`,
    `${xmlBegun}left_click\n</parameter>\n<parameter=coordinate>\n[234, 6\n</tool_call>`,
    `${xmlBegun}terminate\n</parameter>\n`,
    `${xmlBegun}wai`,
  ])('that ends in the middle of a call executes nothing: %j', (text) => {
    const reply = read(chatAnswer(text));
    expect([reply.calls, reply.text]).toEqual([[], undefined]);
    expect(reply.unreadable).toMatch(/cut off.*Write less/);
    const before = says({ action: 'wait', time: 1 });
    const [first, second, ...more] = read(chatAnswer(`${before}\n${text}`)).calls;
    if (!text.startsWith('<tool_call>')) return;
    expect(first).toMatchObject({ action: { type: 'wait' } });
    expect(second).toMatchObject({ fault: { message: expect.stringContaining('cut off') } });
    expect(more).toEqual([]);
  });

  it('that the server reports as cut off omits its last call, even if it looks complete', () => {
    const answer = (message: object) => ({ choices: [{ message, finish_reason: 'length' }] });
    const first = says({ action: 'wait', time: 1 });
    for (const last of [`<tool_call>\n${object}`, `<tool_call>\n${object.slice(0, -1)}`, xml]) {
      expect(read(answer({ content: last }))).toMatchObject({
        calls: [],
        unreadable: expect.stringContaining('cut off'),
      });
      if (last === xml) continue;
      expect(read(answer({ content: `${first}\n${last}` })).calls).toMatchObject([
        { action: { type: 'wait' } },
        { fault: { message: expect.stringContaining('cut off') } },
      ]);
    }
  });

  it.each([
    '{"action":"left_click","coordinate":[234,6',
    '{"action":"type","text":"transfer 1000',
    '{"action":"terminate"',
  ])('with incomplete arguments from the server executes nothing: %s', (given) => {
    const asked = (input: string) => ({
      id: 'x',
      type: 'function',
      function: { name: 'computer_use', arguments: input },
    });
    for (const finish_reason of ['length', 'tool_calls']) {
      const message = { content: null, tool_calls: [asked('{"action":"wait","time":1}'), asked(given)] };
      const { calls: both } = read({ choices: [{ message, finish_reason }] });
      expect(both).toMatchObject([
        { action: { type: 'wait' } },
        { fault: { message: expect.stringContaining('cut off') } },
      ]);
    }
  });

  it('can hold its own tags in a text', () => {
    const text = 'hi <b> </tool_call>x <tool_call> "</tool_call>"';
    const after = says({ action: 'wait', time: 1 });
    expect(read(chatAnswer(`${says({ action: 'type', text })}\n${after}`)).calls).toMatchObject([
      { action: { type: 'type', text } },
      { action: { type: 'wait' } },
    ]);
    const inXml = `<tool_call>\n<function=computer_use>\n<parameter=action>\ntype\n</parameter>\n<parameter=text>\nhi </tool_call>x\n</parameter>\n</function>\n</tool_call>`;
    expect(read(chatAnswer(`${inXml}\n${after}`)).calls).toMatchObject([
      { action: { type: 'type', text: 'hi </tool_call>x' } },
      { action: { type: 'wait' } },
    ]);
  });

  it('that is empty is requested again; a refusal ends the run', () => {
    for (const answer of [chatAnswer(''), chatAnswer(null), {}, 'oops', null, { choices: [] }])
      expect(read(answer).retryReason).toBeTypeOf('string');
    expect(read(chatAnswer(null, { refusal: 'No.' })).refusal).toBe('No.');
  });

  it(
    'holds any text that was written well, as JSON and as XML',
    () => {
      const text = fc
        .string({ unit: 'binary', maxLength: 60 })
        .filter((said) => !/<|>/.test(said) && said.trim() !== '');
      assertAlways(
        fc.property(text, (said) => {
          const json = parseQwen(
            `<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: { action: 'type', text: said } })}\n</tool_call>`,
          );
          expect(json.calls).toMatchObject([{ name: 'computer_use', input: { action: 'type', text: said } }]);
          const asXml = parseQwen(
            `<tool_call>\n<function=computer_use>\n<parameter=text>\n${said}\n</parameter>\n</function>\n</tool_call>`,
          );
          expect(asXml.calls).toMatchObject([{ name: 'computer_use', input: { text: said } }]);
        }),
      );
    },
    fuzzTimeoutMs,
  );

  it(
    'can be any text of any length, and is read within two seconds',
    () => {
      const pieces = [
        '<tool_call>',
        '</tool_call>',
        '<think>',
        '</think>',
        '<function=computer_use>',
        '<parameter=action>',
        '</parameter>',
        object,
        python,
        '{',
        '}',
        '[',
        '"',
        "'",
        ':',
        ',',
        '\\',
        '\\u12',
        'null',
        'None',
        '1e309',
        '__proto__',
        '\ud800',
        ' ',
        '\n',
      ];
      readAnyText(
        adapterOf('3.5'),
        pieces,
        (reply) => reply.calls.length > 0 || reply.unreadable || reply.retryReason || reply.text,
      );
      for (const one of [
        '<tool_call>',
        '{',
        '[',
        '"',
        "'",
        '<function=',
        '<parameter=',
        '<think>',
        '</think>',
        '{"a":',
        '\\',
        ' ',
        ',',
      ])
        for (const before of ['', '<tool_call>', '<tool_call>{"name": "computer_use", "arguments": '])
          expect(durationMs(() => read(chatAnswer(before + one.repeat(100_000))))).toBeLessThan(2_000);
    },
    fuzzTimeoutMs,
  );
});
