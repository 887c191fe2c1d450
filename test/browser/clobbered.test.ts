import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Element, ElementId } from '../../src/core/element.js';
import { type BrowserSession, openSession } from '../../src/index.js';
import { sample } from '../support/sample.js';
import { type Served, servePages } from '../support/serve.js';

/** Reports received events to the server. The listeners are added before any element gets a name. */
const booking = `<!doctype html><title>Booking</title><main><h1>Book a room</h1>
<form aria-label="Booking"><label>Guest <input id="guest"></label> <label>Key <input id="key" type="password" value="s3cret"></label>
<label for="room">Room</label> <select id="room"><option>Attic<option>Cellar</select>
<label>Day <input id="day" type="date"></label> <label><input id="meal" type="checkbox"> Breakfast</label>
<button id="book" type="button">Book</button> <button id="idle" type="button">Idle</button> <button id="send">Send</button>
<div id="tile" style="width: 90px; height: 30px; background: silver">Tile</div>
<ul>${Array.from({ length: 8 }, (_, index) => `<li>Room ${index + 1} <a href="#r${index}">Open ${index + 1}</a></li>`).join('')}</ul>
<table><tr><th>Night</th><th>Price</th></tr><tr><td>First</td><td>40</td></tr><tr><td>Second</td><td>30</td></tr></table>
<p id="said">Nothing yet</p><div style="height: 3000px"></div><p>The far end</p></form></main>
<script>{
  const named = ['guest', 'room', 'day', 'meal', 'book', 'tile', 'said'].map((id) => [id, document.getElementById(id)]);
  const { guest, room, day, meal, book, tile, said } = Object.fromEntries(named);
  const { pathname } = location;
  const tell = (what) => fetch(pathname + '/log/' + what);
  const words = said.firstChild;
  guest.addEventListener('input', () => tell('guest=' + guest.value));
  room.addEventListener('change', () => tell('room=' + room.value));
  day.addEventListener('change', () => tell('day=' + day.value));
  meal.addEventListener('change', () => tell('meal=' + meal.checked));
  book.addEventListener('click', () => { words.data = 'Booked'; tell('book') });
  tile.addEventListener('click', () => tell('tile'));
  document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); tell('submit') });
  addEventListener('scroll', () => tell('scroll=' + (scrollY > 100)));
}</script>`;

const namesOf = `const namesOf = (start) => {
  const names = new Set();
  for (let at = start; at; at = Object.getPrototypeOf(at)) for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  return [...names].map((name) => name.replaceAll('"', ''));
};`;
const add = (where: string, html: string) =>
  `<script>{ ${namesOf} ${where}.insertAdjacentHTML('beforeend', ${html}) }</script>`;

const pages: Record<string, string> = {
  '/plain': booking,
  '/form': `${booking}${add(
    "document.querySelector('form')",
    `namesOf(HTMLFormElement.prototype).map((name) => '<input type="hidden" name="' + name + '">').join('')`,
  )}`,
  '/pictures': `${booking}${add(
    "document.querySelector('form')",
    `namesOf(HTMLFormElement.prototype).map((name) => '<img hidden alt="" name="' + name + '">').join('')`,
  )}`,
  '/document': `${booking}${add(
    'document.body',
    `namesOf(document).map((name) => '<img hidden alt="" name="' + name + '"><form hidden name="' + name + '"></form>').join('')`,
  )}`,
  '/window': `${booking}${add(
    'document.body',
    `[...namesOf(window), '__handrail__'].map((name) => '<i hidden id="' + name + '"></i>').join('')`,
  )}`,
  '/patched': `${booking}<script>{
    const fail = () => { throw new Error('patched') };
    for (const { prototype } of [Node, Element, HTMLElement, HTMLFormElement, Document, DocumentFragment, Range]) {
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const own = Object.getOwnPropertyDescriptor(prototype, name);
        if (!own.configurable || name === 'constructor') continue;
        Object.defineProperty(prototype, name, own.get ? { ...own, get: fail } : typeof own.value === 'function' ? { ...own, value: fail } : own);
      }
    }
    for (const name of ['some', 'every', 'map', 'filter', 'push', 'flatMap', 'includes']) Array.prototype[name] = fail;
    Object.keys = JSON.stringify = RegExp.prototype.test = String.prototype.slice = WeakMap.prototype.get = fail;
  }</script>`,
};

const few = `<!doctype html><title>Few</title><form><label>One <input name="submit"></label><label>Two <input name="nodeType"></label>
<label>Three <input name="parentNode"></label><label>Four <input name="id"></label><button type="button" onclick="fetch('/few/log/few')">Go</button></form>`;

describe('pages whose element names shadow DOM properties', () => {
  let server: Served;
  let session: BrowserSession;
  beforeAll(async () => {
    server = await servePages({ ...pages, '/few': few });
    session = await openSession({ policy: 'open', url: `${server.url}/plain`, limits: { observeTimeoutMs: 10_000 } });
  });
  afterAll(async () => {
    await session?.close();
    server?.close();
  });

  const open = async (path: string) => {
    const outcome = await session.perform({ type: 'navigate', url: server.url + path });
    expect(outcome.error).toBeUndefined();
    server.log.length = 0;
  };
  const told = () => server.log.flatMap((line) => line.split('/log/')[1] ?? []);
  const facts = ({ role, name, value, states, interactive }: Element) => ({ role, name, value, states, interactive });
  const idOf = async (name: string): Promise<ElementId> => {
    const found = (await session.observe()).elements.find((element) => element.name === name);
    if (!found) throw new Error(`${name} is not seen.`);
    return found.id;
  };

  async function look() {
    const { elements, text, total } = await session.observe();
    const found = await session.observe({ find: 'The far end' });
    const table = elements.find(({ name }) => name === 'Booking');
    const inside = table && (await session.observe({ expand: table.id }));
    return {
      total,
      incomplete: /INCOMPLETE/.test(text),
      elements: elements.map(facts),
      found: found.elements.map(facts),
      inside: inside?.elements.map(facts),
    };
  }

  async function read() {
    const { text } = await session.read({ what: 'text' });
    const { markdown } = await session.read({ what: 'markdown' });
    const { blocks } = await session.read({ what: 'data' });
    const { elements } = await session.read({ what: 'elements', css: 'main form, form label, h1' });
    const { html } = await session.read({ what: 'html', css: 'ul' });
    const { tag, text: words } = await session.read({ what: 'attributes', element: await idOf('Booking') });
    const data = blocks.map(({ ...block }) => ({ ...block, element: undefined }));
    return { text, markdown, data, elements: elements.map(facts), html, tag, words };
  }

  it.each([
    ['/form', 'document.forms[0].tagName instanceof HTMLInputElement'],
    ['/pictures', 'document.forms[0].children instanceof HTMLImageElement'],
    ['/document', "typeof document.querySelector !== 'function'"],
    ['/window', "document.getElementById('getComputedStyle') !== null"],
  ])('has names on %s that a script of the page falls for', async (path, script) => {
    await open(path);
    expect((await session.perform({ type: 'evaluate', script })).value).toBe(true);
  });

  it.each(sample(Object.keys(pages), 2))('sees and reads %s as it is without the names', async (path) => {
    await open('/plain');
    const plain = { seen: await look(), read: await read() };
    expect(plain.seen.elements.map(({ name }) => name)).toEqual(expect.arrayContaining(['Guest', 'Book', 'Tile']));
    expect(plain).toMatchObject({ seen: { incomplete: false }, read: { tag: 'form' } });
    await open(path);
    expect({ seen: await look(), read: await read() }).toEqual(plain);
  });

  it.each(sample(Object.keys(pages), 2))('acts on %s and reports the effects', async (path) => {
    await open(path);
    const act = async (action: Parameters<typeof session.perform>[0]) => {
      const { effect, error } = await session.perform(action);
      return error?.code ?? effect;
    };
    const target = async (name: string) => ({ element: await idOf(name) });
    expect(await act({ type: 'click', target: await target('Idle') })).toBe('unchanged');
    expect(await act({ type: 'click', target: await target('Book') })).toBe('changed');
    expect(await act({ type: 'click', target: await target('Tile') })).toBe('changed');
    expect(await act({ type: 'type', text: 'Ada', target: await target('Guest') })).toBe('changed');
    expect(await act({ type: 'set_value', value: 'Cellar', target: await target('Room') })).toBe('changed');
    expect(await act({ type: 'set_value', value: '2030-01-02', target: await target('Day') })).toBe('changed');
    expect(await act({ type: 'click', target: await target('Breakfast') })).toBe('changed');
    expect(await act({ type: 'click', target: await target('Send') })).toBe('changed');
    expect(await act({ type: 'wait', for: { text: 'Booked' } })).not.toMatch(/_/);
    expect(await act({ type: 'scroll', dx: 0, dy: 800 })).toBe('changed');
    expect(told()).toEqual(
      expect.arrayContaining(['book', 'tile', 'guest=Ada', 'room=Cellar', 'day=2030-01-02', 'meal=true', 'submit']),
    );
    expect(told()).toContain('scroll=true');
    expect((await session.observe()).text).not.toContain('INCOMPLETE');
  });

  it('works where a form has a field named submit and one named nodeType', async () => {
    await open('/few');
    const outcome = await session.perform({ type: 'type', text: 'x', target: { element: await idOf('Two') } });
    expect(outcome.effect).toBe('changed');
    expect((await session.perform({ type: 'click', target: { element: await idOf('Go') } })).effect).toBe('changed');
    expect(told()).toEqual(['few']);
  });
});

describe('the code that runs in pages', () => {
  const folder = new URL('../../src/perception/page/', import.meta.url);
  const nativeModules = ['dom/native-node.ts', 'dom/native-document.ts', 'dom/native-query.ts'];
  const source = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  const uses = /(?:, |documentGetter\()'(\w+)',?\s*\)|\.(\w+)\.call\(|const \{ ([^}]*) \} =/g;
  const names = [...nativeModules.map(source).join('\n').matchAll(uses)]
    .flatMap(
      ([, getter, method, taken]) => getter ?? method ?? taken?.split(', ').map((one) => one.split(':')[0] ?? ''),
    )
    .filter((name) => name !== undefined);

  it('reads nodes only through the native modules', () => {
    expect(names).toEqual(
      expect.arrayContaining(['tagName', 'body', 'getAttribute', 'querySelector', 'contains', 'createRange']),
    );
    // Objects with properties of these names that are not nodes.
    const others = String.raw`(?<!\b(?:range|run|window|input|record|shadow|searchLimits)\??|\.)`;
    const shadowed = new RegExp(String.raw`${others}\.(?:${names.join('|')})\b|\bdocument\.`);
    const faults = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !nativeModules.includes(file))
      .flatMap((file) =>
        source(file)
          .split('\n')
          .map((line) => `${file}: ${line.trim()}`),
      )
      .filter((line) => !/^[\w./-]+: (?:\*|\/|import|\} from)/.test(line) && shadowed.test(line));
    expect(faults).toEqual([]);
  });
});
