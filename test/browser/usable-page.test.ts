import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSession, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

const cover = 'position:fixed;inset:0;background:white';
const links = `<nav>${['Home', 'News', 'Shop', 'About'].map((name) => `<a href="#${name}">${name}</a> `).join('')}</nav>`;
const show = `const show = () => { main.innerHTML = '<h1>Ready</h1><button>Start</button>'; };`;

/** Pages that cannot be used when they have loaded. Each shows "Ready" later. */
const latePages: Record<string, string> = {
  'an empty root that a timer fills': `<div id=main></div><script>${show} setTimeout(show, 1500);</script>`,
  'an empty root and a script that loads late': `<div id=main></div><script>${show} const script = document.createElement('script'); script.src = '/late.js'; addEventListener('load', () => document.head.append(script));</script>`,
  'only "Loading…" while a request of 4 s runs': `<div id=main><p>Loading…</p></div><script>${show} fetch('/slow').then(show);</script>`,
  'a cover with a spinner for 4 s': `<style>@keyframes turn { to { transform: rotate(1turn) } } .spinner { width: 40px; height: 40px; border: 4px solid; animation: turn 1s linear infinite }</style>${links}<div id=main><p>Not yet</p></div><div id=cover style="${cover}"><div class=spinner></div></div><script>${show} setTimeout(() => { cover.remove(); show(); }, 4000);</script>`,
  'a skeleton beside a menu': `${links}<div id=main><div class="MuiSkeleton-root" style="width:300px;height:20px;background:#ccc"></div></div><script>${show} setTimeout(show, 1500);</script>`,
  'an unnamed ring that turns without end': `<style>@keyframes turn { to { transform: rotate(1turn) } } .x { width: 40px; height: 40px; border: 4px solid; animation: turn 1s linear infinite }</style><a href=#a>Home</a><div id=main><div class=x></div></div><script>${show} setTimeout(show, 2500);</script>`,
  'a busy region beside a menu': `${links}<div id=main aria-busy=true style="height:50px"></div><script>${show} setTimeout(() => { main.removeAttribute('aria-busy'); show(); }, 1500);</script>`,
  'a redirect to a page that loads late': `<script>location.replace('/0');</script>`,
};

/** Pages that are not waited for. */
const finishedPages: Record<string, string> = {
  'an empty page with a script': `<script>addEventListener('keydown', () => undefined);</script>`,
  'a cookie dialog over the page': `${links}<div role=dialog style="${cover}"><p>We use cookies</p><button>Accept</button></div>`,
  'a number field with "spinner" in its class': `<label>Count <span class="ui-spinner"><input type=number class="ui-spinner-input"><a class="ui-spinner-button ui-spinner-up"><span style="display:inline-block;width:16px;height:8px"></span></a></span></label><div class="loader" style="display:none"></div>`,
  'a full canvas': `<canvas style="${cover};width:100%;height:100%"></canvas><script>setInterval(() => undefined, 1000);</script>`,
};

let served: Served;
let session: BrowserSession;

beforeAll(async () => {
  const bodies = [...Object.values(latePages), ...Object.values(finishedPages)];
  served = await servePages({
    ...Object.fromEntries(bodies.map((body, index) => [`/${index}`, `<!doctype html><title>Page</title>${body}`])),
    '/links': `<!doctype html>${bodies.map((_, index) => `<a href="/${index}">Page ${index}</a> `).join('')}`,
    '/late.js': (_, response) => void setTimeout(() => response.end('setTimeout(show, 300)'), 1_200),
    '/slow': (_, response) => void setTimeout(() => response.end('x'), 4_000),
    '/endless':
      '<!doctype html><div class=loader style="width:40px;height:40px"></div><script>setTimeout(() => 0)</script>',
  });
  session = await openSession({ policy: 'open' });
});

afterAll(async () => {
  await session?.close();
  served?.close();
});

it.each(Object.keys(latePages).map((name, index) => ({ name, index })))('open waits for $name', async ({ index }) => {
  const { observation, settled } = await session.perform({ type: 'navigate', url: `${served.url}/${index}` });
  expect(observation?.text, settled.reason).toContain('Ready');
  expect(observation?.text).toContain('Start');
});

it('a click on a link waits as well', async () => {
  const { observation: start } = await session.perform({ type: 'navigate', url: `${served.url}/links` });
  const link = start?.elements.find(({ name }) => name === 'Page 3');
  const { observation } = await session.perform({ type: 'click', target: { element: link?.id ?? 'el_1' } });
  expect(observation?.text).toContain('Ready');
});

it.each(Object.keys(finishedPages).map((name, index) => ({ name, index })))(
  'open does not wait for $name',
  async (one) => {
    const index = Object.keys(latePages).length + one.index;
    const { ok, settled } = await session.perform({ type: 'navigate', url: `${served.url}/${index}` });
    expect(ok).toBe(true);
    expect(settled.reason).not.toContain('still busy');
  },
);

it('reports what is still shown when the time is over', async () => {
  const hurried = await openSession({ policy: 'open', limits: { navigationTimeoutMs: 500 } });
  try {
    const { ok, settled } = await hurried.perform({ type: 'navigate', url: `${served.url}/endless` });
    expect(ok).toBe(true);
    expect(settled.reason).toMatch(/^still busy after \d+ ms: it shows a spinner$/);
  } finally {
    await hurried.close();
  }
});
