import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acquireBrowser, type BrowserLease } from '../../../src/environments/browser/launch/acquire-browser.js';
import { egressArguments } from '../../../src/environments/browser/launch/egress-arguments.js';
import { type AgentOptions, createAgent } from '../../../src/index.js';
import { google } from '../../../src/models/google/google.js';
import { googleContract, serveContract } from '../../../src/testing/index.js';
import { openPage } from '../../contract/open-page.js';
import type { Script } from '../../contract/play.js';
import { type Answer, type Served, servePages } from '../../support/serve.js';
import { done } from './intents.js';
import { calls, legacyModel, noting } from './play.js';

describe('the sample, in Chromium at 1440 x 900', () => {
  let served: Served;
  let browser: BrowserLease;
  const engine = process.env.HANDRAIL_SEARCH;
  beforeAll(async () => {
    served = await servePages(pages);
    browser = await acquireBrowser({ args: egressArguments });
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
    const seen = served.log;
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

  it('G17: "Wait for page to settle after actions": a change that a worker causes within 500 ms is seen', async () => {
    const { result, server } = await browse('/worker', [calls(['click_at', { x: 100, y: 100 }]), done]);
    expect(result.status).toBe('done');
    expect(server.inputs[1]?.url).toBe(`${served.url}/worker#ready`);
  });

  /** One task on a page of the fixture. */
  async function browse(path: string, script: Script, tools: AgentOptions['tools'] = []) {
    const viewport = { width: 1_440, height: 900 };
    await using server = await serveContract(googleContract(legacyModel), script);
    await using opened = await openPage({ url: `${served.url}${path}`, viewport });
    await using agent = createAgent({
      session: opened.session,
      model: google({ apiKey: 'test-key', baseUrl: server.url }),
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
  '/worker': `<button ${big}>Go</button><script>
    const source = 'onmessage = () => setTimeout(() => postMessage("Ready"), 450)';
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    document.querySelector('button').addEventListener('click', () => worker.postMessage('go'));
    worker.onmessage = ({ data }) => { document.body.append(data); location.hash = 'ready'; };
  </script>`,
  '/slow': `<button ${big} onclick="setTimeout(() => { document.body.append('Ready'); location.hash = 'ready'; }, 400)">Go</button>`,
};
