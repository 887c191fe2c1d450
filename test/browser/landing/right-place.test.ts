import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Action, type BrowserSession, openSession } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';

const field =
  '<!doctype html><body style="margin:0"><input id="f" style="position:absolute;left:10px;top:10px;width:200px">';

let served: Served;
let other: Served;
let session: BrowserSession;

beforeAll(async () => {
  other = await servePages({ '/field': field });
  const elsewhere = other.url.replace('127.0.0.1', 'localhost');
  const frame = (source: string) =>
    `<!doctype html><body style="margin:0"><h1>Frame</h1><iframe ${source} style="position:absolute;left:100px;top:100px;width:300px;height:120px;border:0"></iframe>`;
  served = await servePages({
    '/': '<!doctype html><title>Start</title><h1>Start</h1>',
    '/field': field,
    '/same-origin': frame('src="/field"'),
    '/srcdoc': frame(`srcdoc='${field}'`),
    '/cross-origin': frame(`src="${elsewhere}/field"`),
    '/game':
      '<!doctype html><h1 id="out">Nothing typed</h1><script>let typed = ""; document.addEventListener("keydown", (event) => { if (event.key.length === 1) { typed += event.key; out.textContent = "Typed " + typed; } });</script>',
    '/application':
      '<!doctype html><div id="app" role="application" tabindex="0" aria-label="Terminal" style="width:300px;height:100px"></div><p id="out">Empty</p><script>app.addEventListener("keypress", (event) => { out.textContent += event.key; });</script>',
    '/plain': '<!doctype html><p>Only text</p>',
    '/canvas':
      '<!doctype html><canvas id="board" tabindex="0" aria-label="Board" width="200" height="100"></canvas><button onclick="out.textContent += \'pressed\'">Menu</button><p id="out">Empty</p><script>board.addEventListener("keydown", (event) => { out.textContent += event.key; board.getContext("2d").fillText(event.key, 20, 20); });</script>',
    '/wide': '<!doctype html><body style="margin:0"><div style="width:3000px;height:3000px">Wide</div>',
    '/pane':
      '<!doctype html><body style="margin:0;height:3000px"><h1>Top</h1><div id="pane" style="position:fixed;left:300px;top:150px;width:700px;height:400px;overflow:auto"><div style="height:4000px">Inner</div></div>',
    '/drop-down':
      '<!doctype html><div style="overflow:hidden;height:30px;width:200px"><button id="open" onclick="list.hidden=false">More</button><div id="list" hidden style="position:absolute;left:20px;top:120px;background:white"><button id="item" onclick="this.textContent=\'Taken\'">New tiddler</button></div></div>',
  });
  session = await openSession({ policy: 'open', url: served.url });
});
afterAll(async () => {
  await session?.close();
  served?.close();
  other?.close();
});

const open = (path: string) => session.perform({ type: 'navigate', url: `${served.url}${path}` });
const inPage = async (script: string) => (await session.perform({ type: 'evaluate', script })).value;
const perform = (action: Action) => session.perform(action);
const idOf = async (name: string) => {
  const { elements } = await session.observe();
  return elements.find((element) => element.name === name)?.id ?? 'el_0';
};

describe('text typed at a point', () => {
  it.each(['same-origin', 'srcdoc', 'cross-origin'])('arrives in the field of a %s frame', async (kind) => {
    await open(`/${kind}`);
    const outcome = await perform({ type: 'type', text: 'in a frame', target: { x: 150, y: 122 } });
    expect(outcome.error).toBeUndefined();
    expect(outcome.effect).toBe('changed');
    const { elements } = await session.observe();
    expect(elements.find(({ role }) => role === 'TextInput')?.value).toBe('in a frame');
  });
});

describe('text typed where no field has the focus', () => {
  it('goes to a page that listens to keys', async () => {
    await open('/game');
    expect((await perform({ type: 'type', text: 'wasd' })).effect).toBe('changed');
    expect(await inPage('out.textContent')).toBe('Typed wasd');
  });

  it('goes to a focused element that listens to keys', async () => {
    await open('/application');
    await perform({ type: 'click', target: { x: 100, y: 50 } });
    expect((await perform({ type: 'type', text: 'ls -l' })).error).toBeUndefined();
    expect(await inPage('out.textContent')).toBe('Emptyls -l');
  });

  it('goes to a canvas that is the target, and the drawing is reported', async () => {
    await open('/canvas');
    const outcome = await perform({ type: 'type', text: 'wasd', target: { element: await idOf('Board') } });
    expect(outcome.error).toBeUndefined();
    expect(await inPage('out.textContent')).toBe('Emptywasd');
    expect(outcome.changes).toContainEqual(expect.objectContaining({ kind: 'drawing', what: 'canvas' }));
    const refused = await perform({ type: 'type', text: 'x', target: { element: await idOf('Menu') } });
    expect(refused.error).toMatchObject({ code: 'not_editable', hint: expect.stringContaining('without a target') });
    expect(await inPage('out.textContent')).toBe('Emptywasd');
  });

  it('is refused on a page that does not listen', async () => {
    await open('/plain');
    expect((await perform({ type: 'type', text: 'lost' })).error?.code).toBe('not_editable');
  });
});

describe('scrolling', () => {
  it('to the left at the left edge stays on the page', async () => {
    await open('/plain');
    await open('/wide');
    for (let times = 0; times < 3; times += 1) await perform({ type: 'scroll', dx: -800, dy: 0 });
    expect(await inPage('location.pathname')).toBe('/wide');
  });

  it('without a target scrolls the document, not a pane in the middle of the screen', async () => {
    await open('/pane');
    expect((await perform({ type: 'scroll', dx: 0, dy: 400 })).effect).toBe('changed');
    expect(await inPage('[scrollY, pane.scrollTop].join()')).toBe('400,0');
  });

  it('without a target scrolls the pane when the document cannot scroll', async () => {
    await open('/pane');
    await inPage('document.body.style.height = "100px"');
    await perform({ type: 'scroll', dx: 0, dy: 300 });
    expect(await inPage('[scrollY, pane.scrollTop].join()')).toBe('0,300');
  });
});

it('an item of a drop-down that overflows a box around it is clicked', async () => {
  await open('/drop-down');
  await perform({ type: 'click', target: { element: await idOf('More') } });
  const outcome = await perform({ type: 'click', target: { element: await idOf('New tiddler') } });
  expect(outcome.error).toBeUndefined();
  expect(await inPage('item.textContent')).toBe('Taken');
});
