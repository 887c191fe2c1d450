import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../../../src/index.js';
import { anthropic } from '../../../src/models/anthropic/anthropic.js';
import { anthropicContract, serveContract } from '../../../src/testing/index.js';
import { changingScreen, drawScreen } from '../../contract/drawn-screen.js';
import { click, done } from '../intents.js';
import { asking, bodyOf, playClaude, saying } from './play.js';

describe('a reply can end', () => {
  it('with a refusal, with the provider’s explanation', async () => {
    const details = { type: 'refusal', category: 'cyber', explanation: 'This is not allowed.' };
    const { result, screen } = await playClaude([saying([], { stop_reason: 'refusal', stop_details: details })]);
    expect(result).toMatchObject({ status: 'refused', reason: 'This is not allowed. (cyber)' });
    expect(screen.done).toEqual([]);
  });

  it('too early: complete tool uses run, the one that was cut off does not', async () => {
    const turn = asking(
      [
        { name: 'left_click', input: { coordinate: [300, 70] } },
        { name: 'type', input: {} },
      ],
      { stop_reason: 'max_tokens' },
    );
    const cut = saying([{ type: 'text', text: 'I was about to' }], { stop_reason: 'max_tokens' });
    const { server, screen, result } = await playClaude([turn, cut, [done]]);
    expect(screen.done.map(({ type }) => type)).toEqual(['click']);
    expect(server.inputs[1]?.results[1]).toMatchObject({ failed: true, text: expect.stringContaining('cut off') });
    expect(server.inputs[2]?.text).toContain('cut off');
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('with a pause: it continues from there, and the usage is summed', async () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } };
    const paused = saying([search], { stop_reason: 'pause_turn' });
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
    const { server, result } = await playClaude([paused, saying([found, { type: 'text', text: 'Found.' }])]);
    expect(bodyOf(server).messages.at(-1)).toEqual({ role: 'assistant', content: [search] });
    expect(result).toMatchObject({ status: 'done', answer: 'Found.', usage: { inputTokens: 200, outputTokens: 20 } });
  });

  it('with the context window full: a smaller request follows', async () => {
    const turns = [
      ...Array.from({ length: 6 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]),
      saying([], { stop_reason: 'model_context_window_exceeded' }),
      [done],
    ];
    const { server, result } = await playClaude(turns, { screen: changingScreen() });
    const counts = server.inputs.slice(-2).map(({ pictures }) => pictures.length);
    expect(counts).toEqual([7, 1]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('empty: the model is told so', async () => {
    const { server, result } = await playClaude([saying([]), [done]]);
    expect(server.inputs[1]?.text).toContain('The reply is empty');
    expect([result.status, server.violations]).toEqual(['done', []]);
  });
});

describe('what it costs', () => {
  it('counts cached input as input, at its own price', async () => {
    const cache = { cache_read_input_tokens: 20_000, cache_creation_input_tokens: 4_000 };
    const output = { output_tokens: 500, output_tokens_details: { thinking_tokens: 300 } };
    const usage = { input_tokens: 1_000, ...cache, ...output };
    const { result } = await playClaude([saying([{ type: 'text', text: 'Done.' }], { usage })]);
    expect(result.usage).toMatchObject({
      inputTokens: 25_000,
      cachedTokens: 20_000,
      cacheWriteTokens: 4_000,
      outputTokens: 500,
      reasoningTokens: 300,
    });
    expect(result.usage.cost).toBeCloseTo((1_000 * 4 + 20_000 * 0.4 + 4_000 * 5 + 500 * 20) / 1e6, 10);
  });
});

describe('attachments', () => {
  it('are made to fit: pictures, documents and texts', async () => {
    const bytes = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#a50' } })
      .jpeg()
      .toBuffer();
    const attachments = [
      { name: 'photo.jpg', type: 'image/jpeg', bytes },
      { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('The code is 4711.') },
      { name: 'paper.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4') },
    ];
    const { server, result } = await playClaude([[done]], { attachments });
    expect([result.status, server.violations]).toEqual(['done', []]);
    const [photo] = server.inputs[0]?.pictures ?? [];
    expect(photo?.width).toBeGreaterThan(1_000);
    expect(photo && photo.width / photo.height).toBeCloseTo(4 / 3, 2);
    expect(server.inputs[0]?.text).toContain('The code is 4711.');
    expect(bodyOf(server).messages[0]?.content.map(({ type }) => type)).toContain('document');
  });

  it('come before the picture, with each task', async () => {
    const { server } = await playClaude([[done], [done]], { tasks: ['First.', 'Second.'], systemPrompt: 'Be brief.' });
    const [first, , third] = bodyOf(server).messages;
    expect(first?.content.map(({ type }) => type)).toEqual(['text', 'text', 'image']);
    expect(third?.content).toMatchObject([{ text: 'Second.' }, { text: 'The screen is the same as before.' }]);
    expect(JSON.stringify(bodyOf(server).system)).toContain('Be brief.');
    expect(server.violations).toEqual([]);
  });
});

describe('a dialog', () => {
  it('is described, and answered with Return', async () => {
    const screen = drawScreen();
    screen.modal = { kind: 'confirm', text: 'Continue with all?', clearedBy: 'dialog' };
    const press = asking([{ name: 'key', input: { text: 'Return' } }]);
    const { server } = await playClaude([press, [done]], { screen });
    expect(server.inputs[0]?.text).toContain('Continue with all?');
    expect(screen.done).toEqual([{ type: 'dialog', accept: true }]);
  });
});

describe('a schema', () => {
  it('is filled from a text', async () => {
    await using server = await serveContract(anthropicContract, [
      saying([{ type: 'text', text: 'Here: {"price": 12.5}' }]),
    ]);
    const model = anthropic({ apiKey: 'test-key', baseUrl: `${server.url}/v1`, model: 'anthropic/claude-sonnet-5-5' });
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    const filled = await model.fill?.({ schema, text: 'It costs 12.50.' }, new AbortController().signal);
    expect(filled).toMatchObject({ value: { price: 12.5 }, usage: { inputTokens: 100, outputTokens: 10 } });
    expect(model.name).toBe('anthropic/claude-sonnet-5-5');
    expect(server.violations).toEqual([]);
  });
});

describe('an invalid option', () => {
  it('is reported with the fix', () => {
    const key = process.env.ANTHROPIC_API_KEY;
    delete process.env.ANTHROPIC_API_KEY;
    try {
      expect(() => anthropic()).toThrow(/needs a key/);
      expect(() => createAgent({ model: 'anthropic/claude-opus-5-5' })).toThrow(/ANTHROPIC_API_KEY|needs a key/);
    } finally {
      if (key !== undefined) process.env.ANTHROPIC_API_KEY = key;
    }
    expect(() => anthropic({ apiKey: 'test-key', tool: 'computer_1999' as 'computer_20250124' })).toThrow(
      /computer_1999/,
    );
    expect(() => anthropic({ apiKey: 'test-key', baseUrl: 'nowhere' })).toThrow(/nowhere/);
  });
});
