import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { resolveModel } from '../../../src/agent/resolve-model.js';
import { uiTars } from '../../../src/exports/models.js';
import { createAgent } from '../../../src/index.js';
import { type ContractRequest, type Intent, serveContract, uiTarsContract } from '../../../src/testing/index.js';
import { changingScreen, drawScreen } from '../../contract/drawn-screen.js';
import { play, withAgent } from '../../contract/play.js';
import { uiTarsCases } from '../../contract/ui-tars-cases.js';
import { faultOf, onlyEnv } from '../options.js';
import { bodyOf, expectRejected, type LooseBody, partsOf, pictureUrl, send } from '../wrong-request.js';

const [one0, one5, doubao] = uiTarsCases;
if (!one0 || !one5 || !doubao) throw new Error('A case is missing.');

const click = (name: string): Intent => ({ do: 'click', at: drawScreen().at(name) });
const done: Intent = { do: 'done', answer: 'Done.' };
const textOf = (body: LooseBody, at: number): string =>
  partsOf(body, at)
    .map(({ text = '' }) => text)
    .join('\n');

describe('A server of UI-TARS rejects', () => {
  let requests: readonly ContractRequest[];
  let old: readonly ContractRequest[];
  let odd: string;
  let small: string;
  beforeAll(async () => {
    const turns = [...Array.from({ length: 8 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]), [done]];
    requests = (await play(one5, turns, { screen: changingScreen() })).server.requests;
    old = (await play(one0, [[click('One')], [done]], { screen: changingScreen() })).server.requests;
    odd = await pictureUrl(800, 600);
    small = await pictureUrl(28, 28);
  });

  const setPicture = (body: LooseBody, at: number, url: string): void => {
    for (const part of partsOf(body, at)) if (part.image_url) part.image_url.url = url;
  };
  it.each<[string, (body: LooseBody) => void, RegExp]>([
    ['no model', (body) => void delete body.model, /^400: model/],
    ['no messages', (body) => body.messages.splice(0), /^400: messages/],
    ['chance', (body) => Object.assign(body, { temperature: 0.7 }), /^400: temperature/],
    ['tools', (body) => Object.assign(body, { tools: [] }), /^400: tools/],
    ['endless answers', (body) => void delete body.max_tokens, /^400: max_tokens/],
    ['a system prompt', (body) => body.messages.unshift({ role: 'system', content: 'Hi.' }), /no system prompt/],
    ['a tool role', (body) => body.messages.push({ role: 'tool', content: 'ok' }), /Unexpected role 'tool'/],
    ['two turns in a row', (body) => body.messages.splice(1, 1), /must alternate/],
    ['an answer as the end', (body) => body.messages.pop(), /last message must be from the user/],
    ['an empty message', (body) => body.messages.splice(1, 1, { role: 'assistant', content: '' }), /content is empty/],
    [
      'a list from the model',
      (body) => body.messages.splice(1, 1, { role: 'assistant', content: partsOf(body, 0) }),
      /only a user's content/,
    ],
    ['parts of another kind', (body) => partsOf(body, -1).push({ type: 'input_image' }), /Unexpected item type/],
    ['no screenshot', (body) => body.messages.splice(1) && setParts(body, 0), /no screenshot/],
    [
      'six pictures',
      (body) => partsOf(body, -1).push(...[partsOf(body, -1).at(-1) ?? { type: '' }]),
      /At most 5 image/,
    ],
    ['an address of a picture', (body) => setPicture(body, -1, 'http://127.0.0.1/x.png'), /please use base64/],
    ['bytes that are no picture', (body) => setPicture(body, -1, 'data:image/png;base64,AAAA'), /cannot identify/],
    ['a picture of another type', (body) => setPicture(body, -1, odd.replace('png', 'jpeg')), /is image\/png/],
    ['a size it would change', (body) => setPicture(body, -1, odd), /800x600 would be resized.*multiples of 28/],
    ['a size too small', (body) => setPicture(body, -1, small), /28x28 would be resized.*area/],
    [
      'a prompt without its sections',
      (body) => setText(body, 0, (text) => text.replace('## Action Space', '')),
      /no section "## Action Space"/,
    ],
    [
      'the places of another version',
      (body) => setText(body, 0, (text) => text.replaceAll("start_box='(", "point='<point>")),
      /does not write points/,
    ],
  ])('%s', (_, spoil, sentence) => expectRejected(one5.contract, requests.at(-1), spoil, sentence));

  it('another path, and a body that is not JSON', async () => {
    expect(await send(one5.contract, bodyOf(requests.at(-1)), '/v1/responses')).toMatch(/^404/);
    expect(await send(one5.contract, 'oops')).toMatch(/^400: The body is not a JSON/);
  });

  it('boxes without their tokens, in 1.0', async () => {
    const body = bodyOf(old.at(-1));
    expect(await send(one0.contract, body)).toBe('200');
    const said = body.messages[1];
    expect(said?.content).toContain("start_box='<|box_start|>(");
    if (said && typeof said.content === 'string') said.content = said.content.replace(/<\|box_(start|end)\|>/g, '');
    expect(await send(one0.contract, body)).toMatch(/lacks <\|box_start\|>/);
  });
});

function setParts(body: LooseBody, at: number): void {
  const message = body.messages.at(at);
  if (message) message.content = partsOf(body, at).filter(({ type }) => type === 'text');
}

function setText(body: LooseBody, at: number, change: (text: string) => string): void {
  for (const part of partsOf(body, at)) if (part.text !== undefined) part.text = change(part.text);
}

describe('UI-TARS receives', () => {
  it('the task in its sections, and text only about what a picture does not show', async () => {
    const { server, result } = await play(one5, [[click('One')], [click('Two')], [done]], {
      screen: changingScreen(),
      systemPrompt: 'Never pay.',
    });
    expect(result).toMatchObject({ status: 'done', answer: 'Done.' });
    const last = bodyOf(server.requests.at(-1));
    expect(last).toMatchObject({ model: 'ByteDance-Seed/UI-TARS-1.5-7B', temperature: 0, max_tokens: 400 });
    expect(textOf(last, 0)).toMatch(
      /## Note[\s\S]*Never pay\.[\s\S]*## User Instruction\nClick what is to be clicked\./,
    );
    expect(textOf(last, 2)).toBe('');
    expect(textOf(last, 4)).toBe('');
    expect(server.inputs.at(-1)?.pictures).toHaveLength(3);
    expect(server.inputs.at(-1)?.pictures.at(-1)).toMatchObject({ type: 'image/png', width: 812, height: 588 });
  });

  it('a note that nothing changed, and the picture', async () => {
    const { server } = await play(one5, [[click('One')], [click('Two')], [done]]);
    const last = bodyOf(server.requests.at(-1));
    expect(textOf(last, -1)).toContain('the same as in the previous screenshot');
    expect(server.inputs.at(-1)?.pictures).toHaveLength(1);
  });

  it('all its replies and the last five pictures, or fewer if configured', async () => {
    const turns = [...Array.from({ length: 12 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]), [done]];
    const many = await play(doubao, turns, { screen: changingScreen() });
    expect(many.server.inputs.map(({ pictures }) => pictures.length)).toEqual([1, 2, 3, 4, ...Array(9).fill(5)]);
    expect(bodyOf(many.server.requests.at(-1)).messages).toHaveLength(25);
    const one = await play(doubao, turns, { screen: changingScreen(), maxPictures: 1 });
    expect(one.server.inputs.every(({ pictures }) => pictures.length === 1)).toBe(true);
    expect([many.server.violations, one.server.violations]).toEqual([[], []]);
  });

  it('the attachments, which count as pictures', async () => {
    const bytes = await sharp({ create: { width: 30, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const attachments = [bytes, { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('The code is 4711.') }];
    const turns = [...Array.from({ length: 6 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]), [done]];
    const { server } = await play(one5, turns, { screen: changingScreen(), sending: { attachments } });
    const last = bodyOf(server.requests.at(-1));
    expect(textOf(last, 0)).toContain('The code is 4711.');
    expect(server.inputs.at(-1)?.pictures).toHaveLength(4);
    expect(JSON.stringify(last).match(/data:image/g)).toHaveLength(5);
    expect(server.violations).toEqual([]);
  });

  it('the answer of a user, and the next message', async () => {
    const asks: Intent[] = [{ do: 'ask', question: 'Which one is it?' }];
    const asked: string[] = [];
    const ask = async (question: string): Promise<string> => {
      asked.push(question);
      return 'The second.';
    };
    await withAgent(one5, [asks, [click('Two')], [done], [done]], { ask }, async ({ agent, server, screen }) => {
      expect((await agent.send('Click the right one.')).status).toBe('done');
      expect((await agent.send('And now stop.')).status).toBe('done');
      expect([asked, screen.hits]).toEqual([['Which one is it?'], ['Two']]);
      expect(server.inputs[1]?.text).toContain('The second.');
      expect(server.inputs.at(-1)?.text).toContain('## User Instruction\nAnd now stop.');
      expect(server.violations).toEqual([]);
    });
  });

  it('a dialog, and answers it', async () => {
    const screen = drawScreen();
    screen.modal = { kind: 'confirm', text: 'Really?', clearedBy: 'dialog' };
    const { server } = await play(one5, [[{ do: 'key', keys: 'Enter' }], [done]], { screen });
    expect(server.inputs[0]?.text).toContain('Really?');
    expect(screen.done[0]).toEqual({ type: 'dialog', accept: true });
  });

  it('nothing after it gave up', async () => {
    const { result } = await play(doubao, [[{ do: 'fail', reason: 'It is sold out.' }]]);
    expect(result).toMatchObject({ status: 'failed', reason: 'It is sold out.' });
  });
});

describe('The connection to UI-TARS', () => {
  afterEach(() => vi.unstubAllEnvs());
  const only = onlyEnv(['UI_TARS_BASE_URL', 'UI_TARS_ENDPOINT', 'UI_TARS_API_KEY']);

  it.each([
    ['UI_TARS_BASE_URL', (url: string) => `${url}/v1`, '/v1/chat/completions'],
    ['UI_TARS_ENDPOINT', (url: string) => url, '/v1/chat/completions'],
    ['UI_TARS_ENDPOINT', (url: string) => `${url}/v1/`, '/v1/chat/completions'],
    ['UI_TARS_ENDPOINT', (url: string) => `${url}/api/v3`, '/api/v3/chat/completions'],
  ])('by %s', async (name, address, path) => {
    await using server = await serveContract(uiTarsContract('doubao'), [[done]]);
    only({ [name]: address(server.url), UI_TARS_API_KEY: 'test-key' });
    await using agent = createAgent({
      session: drawScreen().session,
      model: resolveModel('ui-tars/ep-2025@doubao'),
      journal: false,
    });
    const { status, usage } = await agent.send('Go.', { limits: { maxCostUsd: 1 } });
    expect([status, usage.cost]).toEqual(['done', 0]);
    expect(server.requests[0]).toMatchObject({ path, headers: { authorization: 'Bearer test-key' } });
    expect(server.requests[0]?.body).toMatchObject({ model: 'ep-2025' });
  });

  it('reports what is missing', () => {
    only({});
    expect(faultOf(() => resolveModel('ui-tars/UI-TARS-7B-DPO'))).toMatch(/^invalid_option.*URL.*UI_TARS_BASE_URL/);
    expect(faultOf(() => uiTars({ model: 'x', baseUrl: 'nowhere' }))).toMatch(/^invalid_option.*not the URL/);
    expect(faultOf(() => resolveModel('ui-tars/x@9'))).toMatch(/^invalid_option.*1\.0, 1\.5, doubao/);
  });
});
