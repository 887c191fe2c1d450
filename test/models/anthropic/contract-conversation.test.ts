import { describe, expect, it } from 'vitest';
import { body, type Spoil, useServer } from './refuses.js';
import { type Block, firstRequest, nextRequest, type Wire } from './wire.js';

const { send, refuses } = useServer();

describe('a conversation', () => {
  it.each<[string, Spoil, RegExp]>([
    ['no message', body({ messages: [] }), /at least one/],
    ['nothing in one', body({ messages: [{ role: 'user', content: [] }] }), /non-empty content/],
    ['an empty text', body({ messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }), /non-whitespace/],
    [
      'the model first',
      body({
        messages: [
          { role: 'assistant', content: 'x' },
          { role: 'user', content: 'y' },
        ],
      }),
      /first message/,
    ],
    [
      'the model last',
      body({
        messages: [
          { role: 'user', content: 'y' },
          { role: 'assistant', content: 'x' },
        ],
      }),
      /prefill/,
    ],
    [
      'a document of the model',
      body({
        messages: [
          { role: 'user', content: 'y' },
          { role: 'assistant', content: [{ type: 'document' }] },
          { role: 'user', content: 'z' },
        ],
      }),
      /document blocks/,
    ],
    [
      'citations of the user',
      body({ messages: [{ role: 'user', content: [{ type: 'text', text: 'y', citations: [] }] }] }),
      /citations/,
    ],
  ])('is rejected: %s', async (_, spoil, words) => {
    await refuses(await firstRequest(), spoil, 400, words);
  });

  it('is rejected with five cache marks', async () => {
    const marked = Array.from({ length: 5 }, () => ({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }));
    const words = 'A maximum of 4 blocks with cache_control may be provided. Found 5.';
    await refuses(await firstRequest(), body({ system: marked }), 400, words);
  });

  it('is rejected if the model’s content is changed in any way', async () => {
    const wire = await firstRequest('claude-haiku-5-5');
    const next = nextRequest(wire, (await send(wire)).answer);
    const said = ({ body: { messages } }: Wire): Block[] => messages[1]?.content ?? [];
    const alter =
      (index: number, fields: object): Spoil =>
      (one) =>
        void Object.assign(said(one)[index] ?? {}, fields);
    const words = /must remain as they were/;
    await refuses(next, alter(0, { thinking: 'Something else.' }), 400, words);
    await refuses(next, alter(0, { signature: 'forged' }), 400, words);
    await refuses(next, alter(1, { caller: undefined }), 400, words);
    await refuses(next, alter(1, { input: { coordinate: [1, 1] } }), 400, words);
    await refuses(next, (one) => void said(one).shift(), 400, words);
  });

  it('is rejected if something before bound thinking is changed, unless the thinking may be dropped', async () => {
    const change: Spoil = ({ body: { messages } }) => void messages[0]?.content.pop();
    const start = await firstRequest('claude-sonnet-5-5');
    const bound = nextRequest(start, (await send(start)).answer);
    await refuses(bound, change, 400, /only valid while the messages before it are unchanged/);
    const free = { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } };
    const loose = structuredClone(bound);
    await change(loose);
    Object.assign(loose.body, free);
    loose.headers['anthropic-beta'] = 'thinking-binding-controls-2026-08-01';
    const taken = await send(loose);
    expect(taken.answer.input_transformations).toEqual([
      { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'prefix_binding_mismatch' },
    ]);
    const other = await firstRequest('claude-haiku-5-5');
    const unbound = nextRequest(other, (await send(other)).answer);
    await change(unbound);
    expect((await send(unbound)).status).toBe(200);
  });
});

describe('the browser toolset', () => {
  const tabs = (active: boolean[]): Block => ({
    type: 'browser_state',
    tabs: active.map((one, index) => ({ tab_id: `tab_${index}`, title: '', url: '', active: one })),
  });
  const second = async (): Promise<Wire> => {
    const wire = await firstRequest('claude-opus-5-5', { type: 'browser_toolset_20260801' });
    return nextRequest(wire, (await send(wire)).answer);
  };
  const content =
    (blocks: Block[], fields: object = {}): Spoil =>
    (wire) =>
      void Object.assign(wire.body.messages.at(-1)?.content[0] ?? {}, { content: blocks, ...fields });

  it('accepts one browser state in a result, with one active tab', async () => {
    const right = await second();
    await content([{ type: 'text', text: 'OK' }, tabs([true, false])])(right);
    expect((await send(right)).status).toBe(200);
    await refuses(right, content([tabs([true]), tabs([true])]), 400, /at most one/);
    await refuses(right, content([tabs([true, true])]), 400, /exactly one tab/);
    await refuses(right, content([tabs([true])], { is_error: true }), 400, /must be type "text"/);
  });

  it('has its own text for what was not executed', async () => {
    const wire = await second();
    const say = (index: number, text: string): void =>
      void Object.assign(wire.body.messages.at(-1)?.content[index] ?? {}, { is_error: true, content: text });
    say(0, 'No.');
    for (const index of [1, 2]) say(index, 'Not executed: an earlier action in this turn failed.');
    const other = 'Not executed: an earlier computer action in this turn failed.';
    await refuses(
      wire,
      (one) => void Object.assign(one.body.messages.at(-1)?.content[2] ?? {}, { content: other }),
      400,
      /every later one/,
    );
  });
});
