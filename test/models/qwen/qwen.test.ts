import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { resolveModel } from '../../../src/agent/resolve-model.js';
import { qwen } from '../../../src/exports/models.js';
import { createAgent } from '../../../src/index.js';
import { qwenAdapter } from '../../../src/models/qwen/qwen.js';
import {
  type Contract,
  type ContractRequest,
  type Intent,
  qwenContract,
  serveContract,
} from '../../../src/testing/index.js';
import type { AdapterCase } from '../../contract/cases.js';
import { changingScreen, drawScreen } from '../../contract/drawn-screen.js';
import { play, withAgent } from '../../contract/play.js';
import { qwenCases } from '../../contract/qwen-cases.js';
import { plainTool } from '../../tools/tool-facts.js';
import { faultOf, onlyEnv } from '../options.js';
import { turnWithScreen } from '../turn-fixture.js';
import { bodyOf, expectRejected, type LooseBody, partsOf, pictureUrl } from '../wrong-request.js';

const [two5, three, three5, three5Xml] = qwenCases;
if (!two5 || !three || !three5 || !three5Xml) throw new Error('A case is missing.');

const click = (name: string): Intent => ({ do: 'click', at: drawScreen().at(name) });
const done: Intent = { do: 'done', answer: 'Done.' };
const words = ({ messages }: LooseBody, at: number): string => {
  const content = messages.at(at)?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
};

describe('A server of Qwen rejects', () => {
  let requests: readonly ContractRequest[];
  let small: readonly ContractRequest[];
  let odd: string;
  let other: string;
  beforeAll(async () => {
    const turns = [
      [click('One'), { do: 'wait', seconds: 0 }] as Intent[],
      [click('Two')],
      [click('One')],
      [click('Two')],
      [done],
    ];
    requests = (await play(three5, turns, { screen: changingScreen() })).server.requests;
    small = (await play(two5, [[done]], { screen: changingScreen() })).server.requests;
    odd = await pictureUrl(812, 588);
    other = await pictureUrl(840, 588);
  });

  const setPicture = (body: LooseBody, url: string): void => {
    for (const part of partsOf(body, -1)) if (part.image_url) part.image_url.url = url;
  };
  const setWords = (body: LooseBody, at: number, change: (text: string) => string): void => {
    const message = body.messages.at(at);
    if (message && typeof message.content === 'string') message.content = change(message.content);
    else for (const part of partsOf(body, at)) if (part.text) part.text = change(part.text) || ' ';
  };
  it.each<[string, (body: LooseBody) => void, RegExp]>([
    ['tools beside the prompt', (body) => Object.assign(body, { tools: [] }), /^400: tools/],
    ['chance', (body) => Object.assign(body, { temperature: 1 }), /^400: temperature/],
    ['no system prompt', (body) => body.messages.shift(), /first message must be the system prompt/],
    ['a tool role', (body) => body.messages.push({ role: 'tool', content: 'ok' }), /Unexpected role 'tool'/],
    ['two turns in a row', (body) => body.messages.splice(2, 1), /must alternate/],
    [
      'four pictures',
      (body) => partsOf(body, -1).push(...[partsOf(body, -1).at(-1) ?? { type: '' }]),
      /At most 3 image/,
    ],
    ['no screenshot', (body) => dropPictures(body), /no screenshot/],
    ['a size it would change', (body) => setPicture(body, odd), /812x588 would be resized.*multiples of 32/],
    ['a prompt without tools', (body) => setWords(body, 0, (text) => text.replaceAll('<tools>', '')), /no <tools>/],
    [
      'tools that are no JSON',
      (body) => setWords(body, 0, (text) => text.replace('<tools>\n{', '<tools>\n')),
      /not a function/,
    ],
    [
      'a prompt that does not say how to call',
      (body) => setWords(body, 0, (text) => text.replaceAll('<tool_call>', '')),
      /how to write a call/,
    ],
    [
      'a prompt without computer_use',
      (body) => setWords(body, 0, (text) => text.replace('"name":"computer_use"', '"name":"x"')),
      /one function "computer_use"/,
    ],
    [
      'another resolution',
      (body) => setWords(body, 0, (text) => text.replace('1000x1000', '800x600')),
      /declared as 800x600, but it is 1000x1000/,
    ],
    [
      'a call without a response',
      (body) => setWords(body, 3, (text) => text.replace(/<\/?tool_response>/g, '')),
      /has 2 calls, but 0 <tool_response>/,
    ],
    [
      'one response for two calls',
      (body) => setWords(body, 3, (text) => text.replace('</tool_response>\n<tool_response>\n', '')),
      /has 2 calls, but 1 <tool_response>/,
    ],
    [
      'thoughts that come back',
      (body) => setWords(body, 2, (text) => `<think>Hm.</think>${text}`),
      /must not be sent back/,
    ],
  ])('%s', (_, spoil, sentence) => expectRejected(three5.contract, requests.at(-1), spoil, sentence));

  it('a picture whose size differs from the declared one, in 2.5', async () => {
    const change = (body: LooseBody) => setPicture(body, other);
    await expectRejected(two5.contract, small[0], change, /declared as 812x588, but it is 840x588/);
  });
});

function dropPictures(body: LooseBody): void {
  for (const message of body.messages)
    if (typeof message.content !== 'string') message.content = message.content.filter(({ type }) => type === 'text');
}

describe('Qwen receives', () => {
  it.each([
    ['2.5', two5, '812x588', { width: 812, height: 588 }],
    ['3', three, '1000x1000', { width: 800, height: 608 }],
    ['3.5', three5, '1000x1000', { width: 800, height: 608 }],
  ] as const)(
    'the resolution it counts in, and sees the picture it would make itself: %s',
    async (_, one, declared, size) => {
      const { server, screen } = await play(one, [[click('Three')], [done]], { screen: changingScreen() });
      expect(words(bodyOf(server.requests[0]), 0)).toContain(`resolution is ${declared}`);
      expect(server.inputs[0]?.pictures).toMatchObject([{ type: 'image/png', ...size }]);
      expect([screen.hits, server.violations]).toEqual([['Three'], []]);
    },
  );

  it('the result of each call, and no reasoning of its own', async () => {
    const { server } = await play(three5Xml, [[click('One'), { do: 'wait', seconds: 0 }], [done]], {
      screen: changingScreen(),
    });
    const last = bodyOf(server.requests.at(-1));
    expect(last.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(words(last, 2)).toMatch(/^I look at the screen and go on\.\n<tool_call>\n<function=computer_use>/);
    expect(words(last, 3).match(/<tool_response>/g)).toHaveLength(2);
    expect(server.inputs.at(-1)?.results).toMatchObject([{ failed: false }, { failed: false }]);
  });

  it('all its replies and the last three pictures, and the newest one if none changed', async () => {
    const turns = [...Array.from({ length: 6 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]), [done]];
    const many = await play(three, turns, { screen: changingScreen() });
    expect(many.server.inputs.map(({ pictures }) => pictures.length)).toEqual([1, 2, 3, 3, 3, 3, 3]);
    const same = await play(three, [[click('One')], [click('Two')], [done]]);
    expect(same.server.inputs.map(({ pictures }) => pictures.length)).toEqual([1, 1, 1]);
    expect(words(bodyOf(same.server.requests.at(-1)), -1)).toContain('the same as in the previous screenshot');
  });

  it('a dialog, the answer of a user, and the next message', async () => {
    const screen = drawScreen();
    screen.modal = { kind: 'prompt', text: 'Your name?', clearedBy: 'dialog' };
    const asks: Intent[] = [{ do: 'ask', question: 'Whose name?' }];
    const script: Intent[][] = [asks, [{ do: 'type', text: 'Ada' }], [done], [done]];
    await withAgent(three5, script, { screen, ask: async () => 'Yours.' }, async ({ agent, server }) => {
      expect((await agent.send('Answer it.')).status).toBe('done');
      expect((await agent.send('And now stop.')).status).toBe('done');
      expect(server.inputs[0]?.text).toContain('Your name?');
      expect(server.inputs[1]?.results[0]?.text).toContain('Yours.');
      expect(server.inputs.at(-1)?.text).toContain('And now stop.');
      expect(screen.done[0]).toEqual({ type: 'dialog', accept: true, text: 'Ada' });
      expect(server.violations).toEqual([]);
    });
  });

  it('the caller’s tools, and calls them in XML with the right types', async () => {
    const given: unknown[] = [];
    const book = plainTool('book(seats=1, row="5", aisle=true, names=["Ada"])', {
      name: 'book',
      input: z.strictObject({ seats: z.number(), row: z.string(), aisle: z.boolean(), names: z.array(z.string()) }),
      output: z.object({ code: z.string() }),
      run: async (input) => {
        given.push(input);
        return { code: 'X7' };
      },
    });
    const input = { seats: 2, row: '5', aisle: true, names: ['Ada', 'Bob'] };
    const { server, result } = await play(three5Xml, [[{ do: 'tool', name: 'book', input }], [done]], {
      tools: [book],
    });
    expect(result.status).toBe('done');
    expect(given).toEqual([input]);
    expect(server.inputs[0]?.tools).toEqual(expect.arrayContaining(['book', 'goto', 'back']));
    expect(server.inputs[1]?.results).toMatchObject([{ text: '{"code":"X7"}' }]);
  });

  it('the same request whether the server parses calls or not', async () => {
    const parsed: AdapterCase = { ...three, contract: qwenContract('3', 'parsed') };
    const { server, screen, result } = await play(parsed, [[click('Two'), click('One')], [done]]);
    expect(result).toMatchObject({ status: 'done', answer: 'Done.' });
    expect([screen.hits, server.violations]).toEqual([['Two', 'One'], []]);
    expect(server.inputs[1]?.results).toHaveLength(2);
  });

  it('nothing after it gave up or gave a plain answer', async () => {
    const { result } = await play(three, [[{ do: 'fail', reason: 'It is sold out.' }]]);
    expect(result).toMatchObject({ status: 'failed', reason: 'It is sold out.' });
    const plain = { choices: [{ message: { role: 'assistant', content: 'It costs 5.' }, finish_reason: 'stop' }] };
    expect((await play(three, [{ raw: plain }])).result).toMatchObject({ status: 'done', answer: 'It costs 5.' });
  });
});

describe('The connection to Qwen', () => {
  afterEach(() => vi.unstubAllEnvs());
  const only = onlyEnv(['QWEN_BASE_URL', 'QWEN_API_KEY', 'DASHSCOPE_API_KEY']);
  const ask = async (contract: Contract, model: string, apiKey?: string): Promise<ContractRequest> => {
    await using server = await serveContract(contract, [[done]]);
    only({ QWEN_BASE_URL: `${server.url}/v1` });
    await using agent = createAgent({
      session: drawScreen().session,
      model: resolveModel(model, { apiKey }),
      journal: false,
    });
    expect((await agent.send('Go.')).status).toBe('done');
    const [request] = server.requests;
    if (!request) throw new Error('Nothing was asked.');
    return request;
  };

  it('uses QWEN_BASE_URL, with a given key or without', async () => {
    const first = await ask(qwenContract('3'), 'qwen/qwen3-vl-plus', 'test-key');
    expect(first).toMatchObject({ path: '/v1/chat/completions', headers: { authorization: 'Bearer test-key' } });
    expect(first.body).toMatchObject({ model: 'qwen3-vl-plus' });
    expect(first.body).not.toHaveProperty('vl_high_resolution_images');
    const second = await ask(qwenContract('2.5'), 'qwen/my-model@2.5', 'test-key-2');
    expect(second).toMatchObject({ headers: { authorization: 'Bearer test-key-2' }, body: { model: 'my-model' } });
    await ask(qwenContract('3.5', 'xml'), 'qwen/qwen3.5-plus');
  });

  it('asks DashScope not to shrink pictures', () => {
    only({ QWEN_API_KEY: 'test-key' });
    const adapter = qwenAdapter({ model: 'qwen2.5-vl-72b-instruct' });
    const turn = turnWithScreen(adapter);
    const body = adapter.buildRequest(
      { opening: { text: 'Go.', attachments: [] }, exchanges: [], droppedCount: 0 },
      turn,
      false,
    );
    expect(body).toMatchObject({ vl_high_resolution_images: true });
  });

  it('reports what is missing', () => {
    only({});
    expect(faultOf(() => resolveModel('qwen/qwen3-vl-plus'))).toMatch(
      /^invalid_option: Qwen needs a key.*QWEN_API_KEY or DASHSCOPE_API_KEY/,
    );
    expect(faultOf(() => qwen({ model: 'x', baseUrl: 'nowhere' }))).toMatch(/^invalid_option.*not the URL/);
    expect(faultOf(() => resolveModel('qwen/x@9'))).toMatch(/^invalid_option.*2\.5, 3, 3\.5/);
  });
});
