import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtinRegistry, callTool } from '../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

const tell = `<script>const tell = (what) => navigator.sendBeacon('/tell/' + what);</script>`;
const button = `<button onclick="tell('pressed')" `;
const cover = `<div id=cover style="position:fixed;inset:0;background:#0008">Wait</div>`;

/** A text, and 500 ms later a menu item. Tells on what a click landed. */
const laterMenu = (text: string) =>
  `<p>${text}</p><div id=menu role=menu></div><script>onclick = ({ target }) => tell(target.role ?? target.tagName);
    setTimeout(() => { menu.innerHTML = '<div role=menuitem tabindex=0>Gabriella</div>'; }, 500);</script>`;

/** Pages whose button can be pressed after 2 s. `/never`: it never can. */
const pages = {
  '/missing': `<p>Start</p><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', \`${button}>Save</button>\`), 2000);</script>`,
  '/disabled': `${button} id=save disabled>Save</button><script>setTimeout(() => { save.disabled = false; }, 2000);</script>`,
  '/covered': `${button}>Save</button>${cover}<script>setTimeout(() => cover.remove(), 2000);</script>`,
  '/hidden': `${button} id=save style="display:none">Save</button><script>setTimeout(() => { save.style.display = ''; }, 2000);</script>`,
  '/never': `${button} disabled>Save</button>`,
  '/gone': '<title>Shop</title><p>Loading updates</p><p>Downloads</p><button>Load more</button>',
  '/popup': `${button}>Save</button><script>onclick = () => undefined; setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<div role=dialog aria-label="Newsletter" style="position:fixed;inset:0;background:white"><button>Close</button></div>'); tell('popup'); }, 1200);</script>`,
  '/leaves': `<button id=save>Save</button><script>setTimeout(() => { save.outerHTML = '<div role=dialog aria-label="Session over"><p>Sign in again</p></div>'; tell('popup'); }, 1200);</script>`,
  '/locks': `<label>Name <input id=name></label><script>setTimeout(() => { document.querySelector('#name').readOnly = true; tell('popup'); }, 1200);</script>`,
  '/menu': laterMenu('Write to Gabriella before noon.'),
  '/prefix': laterMenu('Gabriella is away until noon.'),
  '/stays': `<button onclick="tell('pressed')">Stay</button>`,
  '/typed': `<label>Key <input value="tags"></label><label>Sum <input readonly value="42 euro"></label>
    <div><a href="#">Edit history</a> <a href="#">Minor roads</a><p hidden>Hide minor edits from the list</p></div>`,
  '/from': `<button onclick="setTimeout(() => { history.pushState({}, '', '/to'); }, 300)">Go</button>`,
};

let served: Served;
let session: BrowserSession;

const call = (name: string, input: unknown) =>
  callTool(builtinRegistry(), name, input, {
    session,
    memory: new Map(),
    rails: { gate: () => 'allow' },
  });
const open = (path: string) => session.perform({ type: 'navigate', url: served.url + path });
const idOf = async (name: string) => {
  const { elements } = await session.observe();
  return elements.find((element) => element.name === name)?.id ?? 'el_999';
};
const pressed = () => served.log.filter((line) => line === 'POST /tell/pressed').length;

beforeAll(async () => {
  served = await servePages(
    Object.fromEntries(Object.entries(pages).map(([path, body]) => [path, `<!doctype html>${tell}${body}`])),
  );
  session = await openSession({ policy: 'open' });
});
beforeEach(() => {
  served.log.length = 0;
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

describe('the timeout of a click', () => {
  it.each(['/missing', '/disabled', '/covered', '/hidden'])(
    'is used up for a target that is %s at first',
    async (path) => {
      await open(path);
      const { error } = await call('click', { selector: 'Save', timeout: 8_000 });
      expect(error).toBeUndefined();
      expect(pressed()).toBe(1);
    },
  );

  it.each(['/menu', '/prefix'])('is used up for a menu item while only a text contains its name: %s', async (path) => {
    await open(path);
    const { error } = await call('click', { selector: 'Gabriella', timeout: 8_000 });
    expect(error).toBeUndefined();
    expect(served.log.filter((line) => line.startsWith('POST /tell/'))).toEqual(['POST /tell/menuitem']);
  });

  it('is used up for an id as well', async () => {
    await open('/disabled');
    const { error } = await call('click', { selector: await idOf('Save'), timeout: 8_000 });
    expect(error).toBeUndefined();
    expect(pressed()).toBe(1);
  });

  it('ends with the refusal', async () => {
    await open('/never');
    const { metadata } = await call('click', { selector: 'Save', timeout: 1_500 });
    expect(metadata.code).toBe('disabled');
    expect(metadata.ms).toBeGreaterThanOrEqual(1_500);
    expect(pressed()).toBe(0);
  });
});

describe('wait_for', () => {
  it('does not take the text in a field for a text of the page', async () => {
    await open('/typed');
    expect((await call('wait_for', { text: 'tags', timeout: 200 })).metadata.code).toBe('wait_timeout');
    expect((await call('wait_for', { text: '42 euro', timeout: 2_000 })).error).toBeUndefined();
    const { data } = await call('find', { query: 'Hide minor edits from the list' });
    expect(data).toMatchObject({ found: 0 });
  });

  it('names the elements that still contain the text', async () => {
    await open('/gone');
    const { error, metadata } = await call('wait_for', { gone: 'load', timeout: 200 });
    expect(metadata.code).toBe('wait_timeout');
    expect(error).toContain('"load" is still shown after 200 ms');
    expect(error).toMatch(/el_\d+ Text "Loading updates"/);
    expect(error).not.toContain('Downloads');
    expect(error).toMatch(/el_\d+ Button "Load more"/);
  });

  it('names the title that still contains the text', async () => {
    await open('/gone');
    const { error } = await call('wait_for', { gone: 'Shop', timeout: 200 });
    expect(error).toContain('the title is "Shop"');
  });

  it('names the URL that does not change', async () => {
    await open('/gone');
    const { error } = await call('wait_for', { url: '/other', timeout: 200 });
    expect(error).toContain(`The URL is still ${served.url}/gone after 200 ms`);
  });

  it('finds a part of the URL that comes later', async () => {
    await open('/from');
    await session.perform({ type: 'click', target: { element: await idOf('Go') } });
    const { error } = await call('wait_for', { url: '/to', timeout: 5_000 });
    expect(error).toBeUndefined();
    expect((await session.observe()).url).toBe(`${served.url}/to`);
  });
});

describe('a refusal', () => {
  const popup = () => vi.waitFor(() => expect(served.log).toContain('POST /tell/popup'), 5_000);

  it('names the dialog that appeared since the last command, by id and by phrase', async () => {
    for (const byId of [true, false]) {
      served.log.length = 0;
      await open('/popup');
      const save = byId ? await idOf('Save') : 'Save';
      await popup();
      const { error, metadata } = await call('click', { selector: save });
      expect(metadata.code).toBe('covered');
      expect(error).toMatch(/Since the last command, a dialog "Newsletter" appeared \(el_\d+\)/);
    }
    expect(pressed()).toBe(0);
  });

  it('of a field that became read-only and of a button that was removed says so', async () => {
    for (const byId of [true, false]) {
      served.log.length = 0;
      await open('/locks');
      const field = byId ? await idOf('Name') : 'Name';
      await popup();
      const { error } = await call('fill', { selector: field, value: 'x' });
      expect(error).toMatch(/Since the last command, .*el_\d+ became read-only/);
    }
    served.log.length = 0;
    await open('/leaves');
    await popup();
    const { error } = await call('click', { selector: 'Save', timeout: 0 });
    expect(error).toContain('Button "Save" disappeared');
  });

  it('of a target that is gone names the dialog as well', async () => {
    await open('/leaves');
    await popup();
    const { error, metadata } = await call('click', { selector: 'Save', timeout: 0 });
    expect(metadata.code).toBe('not_found');
    expect(error).toContain('Since the last command, a dialog "Session over" appeared');
  });
});

describe('url_changed', () => {
  it('succeeds if the last action has changed the URL already', async () => {
    await open('/from');
    await session.perform({ type: 'click', target: { element: await idOf('Go') } });
    await call('wait_for', { url: '/to', timeout: 5_000 });
    const { error } = await call('wait', { condition: 'url_changed' });
    expect(error).toBeUndefined();
    expect((await session.observe()).url).toBe(`${served.url}/to`);
  });

  it('fails after an action that does not change the URL, also if an earlier one did', async () => {
    await open('/stays');
    await session.perform({ type: 'click', target: { element: await idOf('Stay') } });
    await vi.waitFor(() => expect(pressed()).toBe(1), 5_000);
    const { error } = await session.perform({ type: 'wait', for: 'url_changed', timeoutMs: 500 });
    expect(error?.code).toBe('wait_timeout');
    expect(error?.message).toContain(`The URL is still ${served.url}/stays`);
  });
});
