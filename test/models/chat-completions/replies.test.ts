import { describe, expect, it } from 'vitest';
import type { AgentOptions } from '../../../src/index.js';
import { click, done } from '../intents.js';
import { calling, completion, openai, withChat } from './wire.js';

describe('what comes back', () => {
  it('may have invalid JSON arguments, which are reported and not sent back', async () => {
    const script = [
      calling('click', '{"selector": "el_1"'),
      calling('click', '["el_1"]', 'c2'),
      [click('One')],
      [done],
    ];
    await withChat({ rules: { flavour: 'vllm' }, script }, async ({ agent, server, screen }) => {
      expect((await agent.send('Click One.')).status).toBe('done');
      expect(server.inputs[1]?.results[0]?.text).toContain('not a JSON object');
      expect(server.inputs[2]?.results[0]?.text).toContain('not a JSON object');
      expect([screen.hits, server.violations]).toEqual([['One'], []]);
    });
  });

  it('may have an invalid name, which is reported and not sent back', async () => {
    const script = [calling('click the "One"!', '{}'), [click('One')], [done]];
    await withChat({ rules: openai, vision: true, script }, async ({ agent, server, screen }) => {
      expect((await agent.send('Click One.')).status).toBe('done');
      expect(server.inputs[1]?.results[0]?.text).toContain('There is no tool');
      expect([screen.hits, server.violations]).toEqual([['One'], []]);
    });
  });

  it('may be cut off: the model is told to be brief', async () => {
    const script = [
      completion({ content: 'I would begin by' }, 'length'),
      calling('type', '{"text": "a long', 'c1', 'length'),
      calling('key', '{"keys": "Enter"}', 'c2', 'length'),
      [done],
    ];
    await withChat({ rules: openai, script }, async ({ agent, server, screen }) => {
      expect((await agent.send('Type.')).status).toBe('done');
      expect(server.inputs[1]?.text).toContain('too long');
      expect(server.inputs[2]?.results[0]?.text).toContain('cut off');
      expect(server.inputs[3]?.results.at(-1)?.text).toContain('cut off');
      expect([screen.done, server.violations]).toEqual([[], []]);
    });
  });

  it('may be stopped by a filter or refused', async () => {
    for (const script of [
      [completion({ content: '' }, 'content_filter')],
      [completion({ content: null, refusal: 'I will not.' })],
    ])
      await withChat({ rules: openai, script }, async ({ agent, server }) => {
        expect((await agent.send('Do it.')).status).toMatch(/refused|failed/);
        expect(server.requests).toHaveLength(1);
      });
  });

  const one = '{"selector":"el_1"}';
  it.each([
    ['a fenced call', `I click.\n\`\`\`json\n{"name": "click", "arguments": ${one}}\n\`\`\``],
    ['a marked call', `<tool_call>\n{"name": "click", "arguments": ${one}}\n</tool_call>`],
    ['a bare call', `{"tool": "click", "input": ${one}}`],
    ['arguments as text', JSON.stringify({ name: 'click', arguments: one })],
    ['an action', '{"thought": "Now", "action": "click", "selector": "el_1"}'],
    ['a list', `[{"type": "function", "function": {"name": "functions.click", "arguments": ${one}}}]`],
    ['JSON before it', `Of {"a": 1} and {"b": 2} I choose this:\n{"tool": "click", "input": ${one}}`],
  ])('may be a call written as text: %s', async (_, content) => {
    await withChat({ rules: openai, script: [completion({ content }), [done]] }, async ({ agent, server, screen }) => {
      expect((await agent.send('Click One.')).status).toBe('done');
      expect([screen.hits, server.violations]).toEqual([['One'], []]);
    });
  });

  it('may be an answer that is JSON', async () => {
    const content = '{"name": "Ada", "arguments": ["for", "against"]}';
    await withChat({ rules: openai, script: [completion({ content })] }, async ({ agent }) => {
      expect(await agent.send('Tell me as JSON.')).toMatchObject({ status: 'done', answer: content });
    });
  });

  it('may have no ids, an old form, or reasoning beside it', async () => {
    const called = { name: 'click', arguments: { selector: 'el_1' } };
    const script = [
      completion({ content: '', tool_calls: [{ id: '', type: 'function', function: called }] }, 'tool_calls'),
      completion(
        { content: null, function_call: { name: 'click', arguments: '{"selector":"el_2"}' } },
        'function_call',
      ),
      completion({ content: '<think>Almost there.</think>\nAll done.', reasoning_content: undefined }),
    ];
    const thoughts: (string | undefined)[] = [];
    const agent: Partial<AgentOptions> = {
      on(event) {
        if (event.type === 'model_replied') thoughts.push(event.thought);
      },
    };
    await withChat({ rules: { flavour: 'vllm' }, script, agent }, async (wire) => {
      expect(await wire.agent.send('Click.')).toMatchObject({ status: 'done', answer: 'All done.' });
      expect([wire.screen.hits, wire.server.violations]).toEqual([['One', 'Two'], []]);
      expect(thoughts.at(-1)).toBe('Almost there.');
    });
  });

  it('may be an error with status 200, which is retried or reported', async () => {
    const busy = { raw: { error: { message: 'Provider returned error', code: 502 } } };
    await withChat({ rules: openai, script: [busy, [done]] }, async ({ agent, server }) => {
      expect((await agent.send('Go on.')).status).toBe('done');
      expect(server.requests).toHaveLength(2);
    });
    const broke = { raw: { error: { message: 'Insufficient credits', code: 402 } } };
    await withChat({ rules: openai, script: [broke] }, async ({ agent, server }) => {
      expect(await agent.send('Go on.')).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('Insufficient credits'),
      });
      expect(server.requests).toHaveLength(1);
    });
  });

  it('has usage with cached and reasoning tokens, and a cost', async () => {
    const usage = {
      prompt_tokens: 1_000,
      completion_tokens: 100,
      prompt_tokens_details: { cached_tokens: 600 },
      completion_tokens_details: { reasoning_tokens: 40 },
    };
    const price = { input: 10, cached: 1, output: 50 };
    await withChat(
      { rules: openai, price, script: [completion({ content: 'Done.' }, 'stop', { usage })] },
      async ({ agent }) => {
        const result = await agent.send('Count.');
        expect(result.usage).toMatchObject({ inputTokens: 1_000, outputTokens: 100 });
        expect(result.usage.cost).toBeCloseTo((400 * 10 + 600 * 1 + 100 * 50) / 1_000_000, 9);
        const reply = agent.history.find((message) => message.role === 'model');
        expect(reply).toMatchObject({ reply: { usage: { cachedTokens: 600, reasoningTokens: 40 } } });
      },
    );
  });
});
