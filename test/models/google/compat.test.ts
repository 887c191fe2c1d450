import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acquireBrowser, type BrowserLease } from '../../../src/environments/browser/launch/acquire-browser.js';
import { type AgentOptions, createAgent, type Picture } from '../../../src/index.js';
import { gemini } from '../../../src/models/google/google.js';
import { googleContract, googleMessages, type Intent, serveContract } from '../../../src/testing/index.js';
import { drawnSize, drawScreen } from '../../contract/drawn-screen.js';
import { openPage } from '../../contract/open-page.js';
import type { Script } from '../../contract/play.js';
import { type Answer, type Served, servePages } from '../../support/serve.js';
import {
  askGemini,
  calls,
  countPictures,
  legacyModel,
  modernModel,
  noting,
  responsesIn,
  wiresOf,
  withGemini,
} from './play.js';

const done: Intent[] = [{ do: 'done', answer: 'It is done.' }];
const at = (name: string) => drawScreen().at(name);
const click = (name: string, more: { safety?: string } = {}): Intent => ({ do: 'click', at: at(name), ...more });
const place = z.strictObject({ x: z.number(), y: z.number() });
/** Every click changes the picture. */
const lively = () =>
  drawScreen(['One', 'Two', 'Three'], (_, screen) => {
    screen.face += 1;
    screen.names[2] = `Three after ${screen.face}`;
  });

async function pictureOf(red: number, size = { width: 20, height: 10 }): Promise<Picture> {
  const bytes = await sharp({ create: { ...size, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .png()
    .toBuffer();
  return { bytes, type: 'image/png', size, region: { x: 0, y: 0, ...size }, marks: false };
}

describe('compatibility with Gemini computer use', () => {
  it('G1: the default model is the computer use preview', async () => {
    const { server, result } = await askGemini([done]);
    expect(server.requests[0]?.path).toBe(`/v1beta/models/${legacyModel}:generateContent`);
    expect(result.model).toBe(`google/${legacyModel}`);
  });

  it('G2: every request to that model has the tool, and it cannot be disabled', async () => {
    await withGemini([done, { raw: textAnswer('{"price": 5}') }], {}, async ({ agent, server }) => {
      await agent.send('Do it.');
      const filled = await agent.model.fill?.(
        { schema: { type: 'object' }, text: 'It costs 5.' },
        new AbortController().signal,
      );
      expect(filled?.value).toEqual({ price: 5 });
      expect(wiresOf(server).map(({ tools }) => tools[0]?.computerUse !== undefined)).toEqual([true, true]);
      expect(server.violations).toEqual([]);
    });
    expect(() => gemini({ apiKey: 'test-key', enableComputerUse: false })).toThrow(/requires its computer use tool/);
  });

  it('G3: the caller’s functions are in their own tool object, beside the computer use tool', async () => {
    const { tool } = noting('look_up', z.object({ word: z.string() }));
    const { wires, server } = await askGemini([done], { tools: [tool] });
    const tools = wires[0]?.tools ?? [];
    expect(tools).toHaveLength(2);
    expect(Object.keys(tools[0] ?? {})).toEqual(['computerUse']);
    expect(Object.keys(tools[1] ?? {})).toEqual(['functionDeclarations']);
    expect(tools[1]?.functionDeclarations?.map(({ name }) => name)).toContain('look_up');
    expect(server.violations).toEqual([]);
  });

  it.each([
    ['browser', 'ENVIRONMENT_BROWSER'],
    ['desktop', 'ENVIRONMENT_DESKTOP'],
    ['mobile', 'ENVIRONMENT_MOBILE'],
    ['ENVIRONMENT_DESKTOP', 'ENVIRONMENT_DESKTOP'],
  ] as const)('G4: the environment %s is sent as %s', async (environment, sent) => {
    const { wires, server } = await askGemini([done], { options: { environment } });
    expect(wires[0]?.tools[0]?.computerUse?.environment).toBe(sent);
    expect(server.violations).toEqual([]);
  });

  it('G5: excluded functions are sent if there are any', async () => {
    const some = await askGemini([done], { options: { excludedFunctions: ['drag_and_drop', 'hover_at'] } });
    expect(some.wires[0]?.tools[0]?.computerUse).toEqual({
      environment: 'ENVIRONMENT_BROWSER',
      excludedPredefinedFunctions: ['drag_and_drop', 'hover_at'],
    });
    const none = await askGemini([done], { options: { excludedFunctions: [] } });
    expect(none.wires[0]?.tools[0]?.computerUse).toEqual({ environment: 'ENVIRONMENT_BROWSER' });
    expect([...some.server.violations, ...none.server.violations]).toEqual([]);
    expect(() => gemini({ apiKey: 'test-key', excludedFunctions: ['fly'] })).toThrow(/no function "fly" to exclude/);
  });

  it('G6: the key and the excluded functions are the only required options', async () => {
    const model = gemini({ apiKey: 'test-key', excludedFunctions: ['drag_and_drop'] });
    expect(model.name).toBe(`google/${legacyModel}`);
    const { result, server, screen } = await askGemini([[click('Two')], done], {
      options: { apiKey: 'test-key', excludedFunctions: ['drag_and_drop'] },
    });
    expect([result.status, screen.hits, server.violations]).toEqual(['done', ['Two'], []]);
  });

  it('G7: every option can be set', async () => {
    const { wires, server, result } = await askGemini([[click('One')], done], {
      options: {
        model: modernModel,
        enableComputerUse: true,
        environment: 'desktop',
        excludedFunctions: ['drag_and_drop'],
        promptInjectionDetection: true,
        disabledSafetyPolicies: ['financial_transactions'],
      },
    });
    expect(wires[0]?.tools[0]?.computerUse).toEqual({
      environment: 'ENVIRONMENT_DESKTOP',
      excludedPredefinedFunctions: ['drag_and_drop'],
      enablePromptInjectionDetection: true,
      disabledSafetyPolicies: ['FINANCIAL_TRANSACTIONS'],
    });
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('G8: all thirteen actions are executed', async () => {
    const here = { x: 375, y: 116 };
    const target = { x: 300, y: 69 };
    const { screen, server, result } = await askGemini([
      calls(['open_web_browser']),
      calls(['wait_5_seconds']),
      calls(['go_back']),
      calls(['go_forward']),
      calls(['search']),
      calls(['navigate', { url: 'shop.test/sale' }]),
      calls(['click_at', here]),
      calls(['hover_at', here]),
      calls(['type_text_at', { ...here, text: 'hello', press_enter: false, clear_before_typing: false }]),
      calls(['type_text_at', { ...here, text: 'again' }]),
      calls(['key_combination', { keys: 'Control+C' }]),
      calls(['scroll_document', { direction: 'down' }]),
      calls(['scroll_at', { ...here, direction: 'up', magnitude: 500 }]),
      calls(['drag_and_drop', { ...here, destination_x: 500, destination_y: 500 }]),
      done,
    ]);
    expect(screen.done).toEqual([
      { type: 'wait', for: { seconds: 5 } },
      { type: 'back' },
      { type: 'forward' },
      { type: 'navigate', url: expect.stringContaining('search') },
      { type: 'navigate', url: 'https://shop.test/sale' },
      { type: 'click', target },
      { type: 'move', target },
      { type: 'type', target, text: 'hello', clear: false, submit: false },
      { type: 'type', target, text: 'again', clear: true, submit: true },
      { type: 'key', keys: 'Control+C' },
      { type: 'scroll', dx: 0, dy: 480 },
      { type: 'scroll', target, dx: 0, dy: -300 },
      { type: 'drag', path: [target, { x: 400, y: 300 }] },
    ]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('G9: a tool with skipDefinition replaces the action, and its definition is not sent', async () => {
    const { tool, given } = noting('click_at', place);
    const { wires, screen, server, result } = await askGemini([calls(['click_at', { x: 10, y: 20 }]), done], {
      tools: [{ tool, skipDefinition: true }],
    });
    expect(given).toEqual([{ x: 10, y: 20 }]);
    expect(screen.done).toEqual([]);
    expect(JSON.stringify(wires.map(({ tools }) => tools))).not.toContain('click_at');
    expect(responsesIn(wires[1])).toMatchObject([{ name: 'click_at', response: { url: 'http://own.test/page' } }]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('G10: tools of both kinds and the actions work side by side', async () => {
    const own = noting('click_at', place);
    const custom = noting(
      'extract_data',
      z.strictObject({ kind: z.string().default('all'), limit: z.int().nullable() }),
    );
    const { wires, screen, server, result } = await askGemini(
      [
        calls(['click_at', { x: 1, y: 2 }]),
        calls(['extract_data', { kind: 'prices', limit: 5 }]),
        calls(['hover_at', { x: 375, y: 116 }]),
        done,
      ],
      { tools: [{ tool: own.tool, skipDefinition: true }, custom.tool] },
    );
    expect([own.given, custom.given]).toEqual([[{ x: 1, y: 2 }], [{ kind: 'prices', limit: 5 }]]);
    expect(screen.done).toEqual([{ type: 'move', target: { x: 300, y: 69 } }]);
    const declared = wires[0]?.tools[1]?.functionDeclarations ?? [];
    expect(declared.map(({ name }) => name)).toContain('extract_data');
    expect(JSON.stringify(declared)).not.toMatch(/additionalProperties|\$schema|"default"/);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('G11: coordinates are on a grid of a thousand; a point outside is rejected, and the model is told why', async () => {
    const { screen, server, wires } = await askGemini([
      calls(['click_at', { x: 0, y: 0 }]),
      calls(['click_at', { x: 999, y: 999 }]),
      calls(['click_at', { x: 333, y: 667 }]),
      calls(['click_at', { x: 1000, y: 5 }]),
      calls(['click_at', { x: -1, y: 5 }]),
      done,
    ]);
    const targets = screen.done.map((action) => ('target' in action ? action.target : undefined));
    expect(targets).toEqual([
      { x: 0, y: 0 },
      { x: Math.floor(0.999 * drawnSize.width), y: Math.floor(0.999 * drawnSize.height) },
      { x: Math.floor(0.333 * drawnSize.width), y: Math.floor(0.667 * drawnSize.height) },
    ]);
    const refused = responsesIn(wires.at(-1)).slice(3);
    for (const { response } of refused) expect(response.error).toMatch(/not on the screenshot.*0 to 999/);
    expect([refused.length, server.violations]).toEqual([2, []]);
  });

  it('G12: any size of screen works: the picture is the screen, unscaled and without a frame', async () => {
    const { server } = await askGemini([done]);
    expect(server.inputs[0]?.pictures).toMatchObject([{ type: 'image/png', ...drawnSize }]);
    expect(gemini({ apiKey: 'test-key' }).vision?.picture?.size({ width: 1_440, height: 900 })).toEqual({
      width: 1_440,
      height: 900,
    });
  });

  it('G13: a call that Google wants confirmed is approved before it runs, and acknowledged afterwards', async () => {
    const asked: unknown[] = [];
    const screen = lively();
    const yes = await askGemini([[click('One', { safety: 'It buys something.' })], done], {
      approve: async ({ reason }) => {
        asked.push([reason, screen.hits.length]);
        return true;
      },
      screen,
    });
    expect(asked).toEqual([['It buys something.', 0]]);
    expect(screen.hits).toEqual(['One']);
    expect(responsesIn(yes.wires[1])[0]?.response.safety_acknowledgement).toBe('true');
    expect(yes.server.violations).toEqual([]);
    const nobody = await askGemini([[click('One', { safety: 'It buys something.' })], done]);
    expect([nobody.result.status, nobody.screen.hits]).toEqual(['refused', []]);
    expect(nobody.server.requests).toHaveLength(1);
  });

  it('G14: a tool can answer with a picture beside its data', async () => {
    const picture = await pictureOf(200);
    const { tool } = noting('take_photo', z.strictObject({}), { picture });
    const { wires, server } = await askGemini([calls(['take_photo']), done], { tools: [tool] });
    const [response] = responsesIn(wires[1]);
    expect(response?.response).toMatchObject({ result: { noted: 1 } });
    expect(response?.parts?.map(({ inlineData }) => inlineData.data)).toContain(picture.bytes.toString('base64'));
    expect(server.violations).toEqual([]);
  });

  it('G15: every response has the URL, whatever the result', async () => {
    const { tool } = noting('broken', z.strictObject({ word: z.string() }), { fails: true });
    const { wires, server } = await askGemini(
      [
        calls(['broken', { word: 'x' }]),
        calls(['click_at', { x: 375, y: 116 }]),
        calls(['broken', {}]),
        calls(['open_web_browser']),
        calls(['fly']),
        calls(['click_at', { x: 5_000, y: 1 }], ['hover_at', { x: 1, y: 1 }]),
        done,
      ],
      { tools: [tool], limits: { failures: 20 } },
    );
    const responses = responsesIn(wires.at(-1));
    expect(responses).toHaveLength(7);
    expect(responses.filter(({ response }) => response.error !== undefined)).toHaveLength(5);
    for (const { response } of responses) expect(response.url).toBe('http://drawn.test/1');
    expect(server.violations).toEqual([]);
  });

  it('G16: after each action comes the screen, as a picture and never as text', async () => {
    const turns = Array.from({ length: 5 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]);
    const { wires, server } = await askGemini([...turns, done], { screen: lively() });
    for (const wire of wires.slice(1)) {
      const last = responsesIn(wire).at(-1);
      expect(last?.parts).toHaveLength(1);
      expect(last?.parts?.[0]?.inlineData.mimeType).toBe('image/png');
      for (const { response } of responsesIn(wire)) expect(JSON.stringify(response).length).toBeLessThan(1_000);
    }
    expect(server.violations).toEqual([]);
  });

  it('G18: the first request has the screen and the attachments', async () => {
    const screen = lively();
    const photo = await pictureOf(90);
    const { wires, server } = await askGemini([done], { screen }, { attachments: [photo.bytes] });
    const parts = wires[0]?.contents[0]?.parts ?? [];
    expect(parts[0]).toEqual({ text: 'Do it.' });
    expect(parts.filter(({ inlineData }) => inlineData).map(({ inlineData }) => inlineData?.mimeType)).toEqual([
      'image/png',
      'image/png',
    ]);
    expect(server.inputs[0]?.pictures.map(({ width }) => width)).toEqual([20, drawnSize.width]);
    const shot = (await screen.session.observe({ picture: 'plain' })).image;
    const same = await askGemini([done], { screen }, { attachments: shot ? [shot] : [] });
    expect(countPictures(same.wires[0])).toBe(1);
  });

  it.each([1, 2, 5])(
    'G19: with maxPictures %i only that many remain, and every call keeps its response',
    async (most) => {
      const turns = Array.from({ length: 8 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]);
      const { wires, server, result } = await askGemini([...turns, done], { screen: lively(), maxPictures: most });
      for (const [index, wire] of wires.entries()) {
        expect(countPictures(wire)).toBe(Math.min(most, index + 1));
        expect(responsesIn(wire)).toHaveLength(index);
      }
      expect(responsesIn(wires.at(-1)).at(-1)?.parts).toHaveLength(1);
      expect([result.status, server.violations]).toEqual(['done', []]);
    },
  );

  it('G19: three are kept by default, and none is sent twice in a row', async () => {
    const turns = Array.from({ length: 6 }, () => [click('One')]);
    const { wires } = await askGemini([...turns, done], { screen: lively() });
    expect(wires.map(countPictures)).toEqual([1, 2, 3, 3, 3, 3, 3]);
    const still = await askGemini([[{ do: 'move', at: at('One') }], [{ do: 'move', at: at('Two') }], done]);
    expect(still.wires.map(countPictures)).toEqual([1, 1, 1]);
    expect(JSON.stringify(responsesIn(still.wires.at(-1)))).toContain('looks exactly as before');
  });

  it('G20: every call has a response: interrupted, failed and skipped ones, too', async () => {
    const leaving = drawScreen(['One', 'Two'], (_, screen) => {
      screen.url = `${screen.url}/on`;
    });
    const script = [[click('One'), click('Two')], [click('Two'), click('One')], done, [click('One')], done];
    await withGemini(script, { screen: leaving }, async ({ agent, server }) => {
      await agent.send('Do it.', { limits: { steps: 1 } });
      await agent.send('Go on.');
      await agent.send('Go on.');
      expect(server.violations).toEqual([]);
      expect(leaving.hits).toEqual(['One', 'Two', 'One']);
      const wire = wiresOf(server).at(-1);
      const called = wire?.contents.flatMap(({ parts }) =>
        parts.flatMap(({ functionCall }) => functionCall?.name ?? []),
      );
      expect(responsesIn(wire).map(({ name }) => name)).toEqual(called);
    });
  });

  it('G21: responses carry the names and ids of their calls, in order', async () => {
    const script: Intent[][] = [[click('One'), { do: 'move', at: at('Two') }, click('Three')], done];
    for (const model of [legacyModel, modernModel]) {
      const { wires, server } = await askGemini(script, { options: { model }, screen: lively() });
      const named = (part: { id?: string; name: string }) => ({ id: part.id, name: part.name });
      const called = wires[1]?.contents.flatMap(({ parts }) => parts.flatMap(({ functionCall }) => functionCall ?? []));
      expect(responsesIn(wires[1]).map(named)).toEqual(called?.map(named));
      expect(responsesIn(wires[1]).map(({ parts }) => parts?.length ?? 0)).toEqual([0, 0, 1]);
      expect(server.violations.map(({ message }) => message)).not.toContain(googleMessages.responseName);
      expect(server.violations).toEqual([]);
    }
  });

  it('G22: the system prompt is sent, the agent closes, and the result has the last URL', async () => {
    const { wires, result } = await askGemini([[{ do: 'navigate', url: 'http://drawn.test/end' }], done], {
      systemPrompt: 'You are a browser automation assistant.',
    });
    for (const { systemInstruction } of wires)
      expect(systemInstruction.parts[0]?.text).toContain('You are a browser automation assistant.');
    expect(result).toMatchObject({ status: 'done', answer: 'It is done.', url: 'http://drawn.test/end' });
    await withGemini([done], {}, async ({ agent }) => {
      await agent[Symbol.asyncDispose]();
      await expect(agent.send('More.')).resolves.toMatchObject({ status: 'failed', error: { code: 'closed' } });
    });
  });

  it('G23: every request of a run has the tool and what it excludes', async () => {
    const { tool } = noting('click_at', place);
    const { wires } = await askGemini([calls(['click_at', { x: 1, y: 1 }]), [click('One')], done], {
      options: { excludedFunctions: ['drag_and_drop'] },
      tools: [{ tool, skipDefinition: true }],
    });
    expect(wires).toHaveLength(3);
    for (const { tools } of wires)
      expect(tools[0]?.computerUse).toEqual({
        environment: 'ENVIRONMENT_BROWSER',
        excludedPredefinedFunctions: ['drag_and_drop'],
      });
  });
});

describe('the sample, in Chromium at 1440 x 900', () => {
  let served: Served;
  let browser: BrowserLease;
  const engine = process.env.HANDRAIL_SEARCH;
  beforeAll(async () => {
    served = await servePages(pages);
    browser = await acquireBrowser({});
    process.env.HANDRAIL_SEARCH = `${served.url}/search?q={query}`;
  });
  afterAll(async () => {
    if (engine === undefined) delete process.env.HANDRAIL_SEARCH;
    else process.env.HANDRAIL_SEARCH = engine;
    await browser.release();
    served.close();
  });

  it('G24: searches, types, scrolls, goes back and forth and clicks the first result', async () => {
    const waiting = noting('wait_5_seconds', z.strictObject({}));
    const { result, server, url } = await browse(
      '/',
      [
        calls(['open_web_browser']),
        calls(['search']),
        calls(['type_text_at', { x: 100, y: 100, text: 'Playwright documentation', press_enter: true }]),
        calls(['wait_5_seconds']),
        calls(['scroll_document', { direction: 'down' }]),
        calls(['scroll_at', { x: 500, y: 500, direction: 'up', magnitude: 999 }]),
        calls(['hover_at', { x: 500, y: 100 }]),
        calls(['click_at', { x: 100, y: 100 }]),
        calls(['go_back']),
        calls(['go_forward']),
        calls(['key_combination', { keys: 'Control+A' }]),
        calls(['navigate', { url: `${served.url}/end` }]),
        done,
      ],
      [{ tool: waiting.tool, skipDefinition: true }],
    );
    expect([result.status, server.violations]).toEqual(['done', []]);
    expect(waiting.given).toHaveLength(1);
    expect([result.url, url]).toEqual([`${served.url}/end`, `${served.url}/end`]);
    const seen = served.log.filter((line) => !/favicon/.test(line));
    expect(seen).toEqual([
      'GET /',
      'GET /search?q=',
      'GET /results?q=Playwright+documentation',
      'POST /scrolled?down',
      'POST /scrolled?up',
      'POST /hovered',
      'GET /first',
      'GET /end',
    ]);
    const addresses = server.inputs.map((told) => told.url?.slice(served.url.length).replace(/\?.*/, ''));
    expect(addresses.slice(8, 12)).toEqual(['/first', '/results', '/first', '/first']);
    for (const { pictures } of server.inputs) expect(pictures).toMatchObject([{ width: 1_440, height: 900 }]);
  });

  it('G17: the screenshot shows the settled page, not the page after a fixed time', async () => {
    const { result, server } = await browse('/slow', [calls(['click_at', { x: 100, y: 100 }]), done]);
    expect(result.status).toBe('done');
    expect(server.inputs[1]?.url).toBe(`${served.url}/slow#ready`);
  });

  /** One task on a page of the fixture. */
  async function browse(path: string, script: Script, tools: AgentOptions['tools'] = []) {
    const viewport = { width: 1_440, height: 900 };
    await using server = await serveContract(googleContract(legacyModel), script);
    await using opened = await openPage({ url: `${served.url}${path}`, viewport });
    await using agent = createAgent({
      session: opened.session,
      model: gemini({ apiKey: 'test-key', baseUrl: server.url }),
      tools,
      systemPrompt: 'You are a browser automation assistant. Complete tasks step by step.',
      journal: false,
      maxPictures: 1,
    });
    const { image } = await opened.session.observe({ picture: 'plain' });
    const result = await agent.send("Search for 'Playwright documentation' and click the first result.", {
      attachments: image ? [image] : [],
    });
    return { result, server, url: opened.page.url() };
  }
});

/** A field, a link or a button in the upper left corner, where the model clicks. */
const big = 'style="position:absolute;left:0;top:0;width:400px;height:180px"';
const pages: Record<string, Answer> = {
  '/': '<h1>Start</h1>',
  '/search': `<form action="/results"><input name="q" aria-label="Search" ${big}></form>`,
  '/results': `<body style="height:5000px"><a href="/first" ${big}>Playwright</a>
    <p style="position:absolute;left:600px;top:0;width:400px;height:180px" onmouseover="tell('/hovered')">About</p><script>
    const tell = (path) => { if (!told.has(path)) fetch(path, { method: 'POST' }); told.add(path); };
    const told = new Set(); let last = 0;
    onscroll = () => { tell(scrollY > last ? '/scrolled?down' : '/scrolled?up'); last = scrollY; };
  </script>`,
  '/first': '<h1>Installation</h1>',
  '/end': '<h1>End</h1>',
  '/slow': `<button ${big} onclick="setTimeout(() => { document.body.append('Ready'); location.hash = 'ready'; }, 400)">Go</button>`,
};

function textAnswer(text: string): unknown {
  return { candidates: [{ finishReason: 'STOP', content: { role: 'model', parts: [{ text }] } }] };
}
