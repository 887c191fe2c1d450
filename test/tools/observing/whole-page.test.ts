import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession, type ToolResult } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';

/** Elements outside the screen, and texts that several nodes make up. */

const roles = ['tab', 'menuitem', 'treeitem', 'gridcell', 'switch', 'radio', 'button'];
const long = `<!doctype html><title>Long</title><script>window.clicked = [];
  addEventListener('click', (event) => clicked.push(event.target.closest('[id]')?.id ?? 'none'), true);</script>
${roles.map((role) => `<div role=${role} tabindex=0 id=${role}><span>Entry ${roles.indexOf(role)}</span></div>`).join('')}
<div style="cursor:pointer" id=pointer><b>By cursor</b></div><div onclick="1" id=handler><b>By handler</b></div>
<div role=tab id=watchTab><span>Watchlist</span></div><button id=first>Save</button><a href="#c" id=exact>Open</a>
<div style="height:3000px"></div><a href="#w" id=watchLink>Watchlist</a> <button id=second>Save</button>
<button id=longer>Open the door</button>`;
const split = `<!doctype html><title>Split</title><p id=s></p><p><em><small id=t></small></em></p>
<p>320\u200e×240px</p><select aria-label=Size><option>1</option><option>640\u200e×480px</option></select>
<button onclick="clicked = this.textContent">2026-11-17T03:51:23</button>
<script>s.append('we own ','12',' cars'); t.append('7',' matches'); let clicked</script>`;
const routes = `<!doctype html><title>Routes</title><main id=view>start</main><script>
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { view.textContent = 'view ' + location.hash; };
  addEventListener('popstate', () => fetch('/data').then(() => channel.port2.postMessage(1)));</script>`;

let served: Served;
let session: BrowserSession;
beforeAll(async () => {
  served = await servePages({
    '/': long,
    '/split': split,
    '/routes': routes,
    '/data': (_, response) => setTimeout(() => response.end('1'), 150),
  });
  session = await openSession({ policy: 'open', url: served.url });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

const call = (name: string, input: unknown): Promise<ToolResult> =>
  callTool(builtinRegistry(), name, input, { session, memory: new Map(), rails: { gate: () => 'allow' } });
const inPage = async (script: string) => (await session.perform({ type: 'evaluate', script })).value;
const openAt = async (path: string, script = 'scrollTo(0, 1e6)') => {
  await session.perform({ type: 'navigate', url: `${served.url}${path}` });
  await inPage(script);
};

describe('Above the screen', () => {
  it.each([
    ...roles.map((role) => [`Entry ${roles.indexOf(role)}`, role]),
    ['By cursor', 'pointer'],
    ['By handler', 'handler'],
  ])('%s is found by the text inside it', async (selector, id) => {
    await openAt('/');
    expect((await call('click', { selector })).error).toBeUndefined();
    expect(await inPage('clicked')).toEqual([id]);
  });

  it('a control of another kind with the same name makes a phrase ambiguous', async () => {
    await openAt('/');
    expect((await call('click', { selector: 'Watchlist' })).metadata.code).toBe('ambiguous');
    expect(await inPage('clicked')).toEqual([]);
    await call('click', { selector: 'Watchlist link' });
    expect(await inPage('clicked')).toEqual(['watchLink']);
  });

  it('a name that equals the phrase counts more than one on the screen that begins so', async () => {
    await openAt('/');
    await call('click', { selector: 'Open' });
    expect(await inPage('clicked')).toEqual(['exact']);
  });

  it('an equal control does not displace the visible one', async () => {
    await openAt('/');
    await call('click', { selector: 'Save' });
    expect(await inPage('clicked')).toEqual(['second']);
  });
});

describe('Texts', () => {
  it.each(['we own 12 cars', '12 cars', '7 matches', '320×240px'])('%s is found', async (text) => {
    await openAt('/split', '1');
    const { elements } = await session.observe({ find: text });
    expect(elements.some(({ name }) => name.replace('\u200e', '').includes(text))).toBe(true);
    expect((await call('wait_for', { text, timeout: 300 })).error).toBeUndefined();
  });

  it('with invisible marks name an option', async () => {
    await openAt('/split', '1');
    await call('fill', { selector: 'Size', value: '640×480px' });
    expect(await inPage('document.querySelector("select").selectedIndex')).toBe(1);
  });

  it('with a colon are no CSS selector', async () => {
    await openAt('/split', '1');
    await call('click', { selector: '2026-11-17T03:51:23' });
    expect(await inPage('clicked')).toBe('2026-11-17T03:51:23');
  });
});

it('A flash has neither the text of a style nor invisible marks', async () => {
  await openAt('/split', '1');
  const script = `document.querySelector('button').onclick = () => {
    const add = (html) => { const box = document.createElement('p'); box.innerHTML = html; document.body.append(box); return box; };
    const boxes = [add('<style>.x { color: red }</style>Saving'), add('\\u200b')];
    setTimeout(() => boxes.forEach((box) => box.remove()), 200); }; undefined`;
  await inPage(script);
  const { elements } = await session.observe();
  const button = elements.find(({ role }) => role === 'Button');
  const { changes } = await session.perform({ type: 'click', target: { element: button?.id ?? 'el_0' } });
  const later = await session.perform({ type: 'wait', for: { seconds: 0.4 } });
  const texts = [...changes, ...later.changes].flatMap((change) => (change.kind === 'flashed' ? [change.text] : []));
  expect(texts).toEqual(['Saving']);
});

it('Another fragment of the URL shows the view that it leads to', async () => {
  await openAt('/routes', '1');
  for (const name of ['a', 'b', 'c', 'd']) {
    await session.perform({ type: 'navigate', url: `${served.url}/routes#${name}` });
    const { elements } = await session.observe();
    expect(elements.map((element) => element.name)).toContain(`view #${name}`);
  }
});
