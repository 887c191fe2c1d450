import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Element } from '../../src/core/element.js';
import { builtinRegistry, callTool } from '../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';
import { classStatesPage, findPage, listsPage, shopPage, statePage, treePage, unseenPage } from './map-pages.js';
import { pressLog } from './press-grid.js';

const phrasesPage = `<svg width="300" height="100"><circle cx="50" cy="50" r="30" fill="red" onclick="press('circle')"/><rect x="120" y="20" width="60" height="60" fill="blue" onclick="press('square')"/></svg>
<button onclick="press('trash icon')"><i class="fa fa-trash"></i></button><button onclick="press('star icon')"><i class="fa fa-star"></i></button><button onclick="press('star')">Star</button><button onclick="press('trash can')">Trash can</button>
<style>td { width: 40px; height: 40px; border: 1px solid }</style><table id="board"><tr><td></td><td></td></tr><tr><td></td><td></td></tr></table>
<script>board.onclick = (e) => press(e.target.parentNode.rowIndex + ' ' + e.target.cellIndex);</script>`;

const pages = {
  unseen: unseenPage,
  states: statePage,
  classes: classStatesPage,
  lists: listsPage,
  tree: treePage,
  find: findPage,
  shop: shopPage,
  phrases: phrasesPage,
};

let served: Served;
let session: BrowserSession;

beforeAll(async () => {
  const answers = Object.entries(pages).map(([name, html]) => [
    `/${name}`,
    `<!doctype html>${pressLog}<title>Page</title>${html}`,
  ]);
  served = await servePages(Object.fromEntries(answers));
  session = await openSession({ policy: 'open', url: served.url });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

async function open(page: keyof typeof pages): Promise<{ text: string; elements: Element[] }> {
  await session.perform({ type: 'navigate', url: `${served.url}/${page}` });
  return session.observe({ budget: 8_000 });
}

async function call(name: string, input: Record<string, unknown>) {
  const memory = new Map();
  return callTool(builtinRegistry(), name, input, {
    session,
    memory,
    knownElement: session.knownElement,
    rails: { gate: () => 'allow' },
  });
}

async function evaluate(script: string): Promise<unknown> {
  return (await session.perform({ type: 'evaluate', script })).value;
}

describe('the map', () => {
  it('lists only text that people can see', async () => {
    const { text } = await open('unseen');
    expect(text).not.toContain('Unseen');
    for (const words of unseenPage.match(/Seen [\w -]+(?=<)/g) ?? []) expect(text).toContain(words);
  });

  const guessedIn = (elements: readonly Element[]) =>
    elements.flatMap(({ name, states }) =>
      states.filter((state) => state.endsWith('?')).map((state) => `${name} ${state}`),
    );

  it('guesses states that only a class shows', async () => {
    const { elements } = await open('states');
    expect(guessedIn(elements)).toEqual(['Home selected?', 'One selected?', 'Part A expanded?']);
  });

  it('guesses pressed and selected from the words of a class, in the text as well', async () => {
    const { elements, text } = await open('classes');
    expect(guessedIn(elements)).toEqual([
      'With pressed pressed?',
      'With is-toggled pressed?',
      'With current selected?',
      'With page--current selected?',
      'With chosen selected?',
      'With picked selected?',
      'With checked selected?',
      'With on selected?',
      'With sel selected?',
    ]);
    expect(text).toMatch(/Button "With pressed" pressed\?/);
    expect(text).toMatch(/Button "With current" selected\?/);
  });

  it('counts the options of lists and lists them on request', async () => {
    const { elements, text } = await open('lists');
    expect(text).toMatch(/Dropdown "Country" = "Land 4" of 30 options/);
    const optionsOf = async (name: string) => {
      const list = elements.find((element) => element.name === name);
      if (!list) throw new Error(`There is no ${name}.`);
      return (await session.observe({ expand: list.id, budget: 4_000 })).elements;
    };
    const lands = await optionsOf('Country');
    expect(lands.map(({ name }) => name)).toEqual(Array.from({ length: 30 }, (_, index) => `Land ${index + 1}`));
    expect(lands[3]?.states).toEqual(['selected']);
    expect(lands[5]?.states).toEqual(['disabled']);
    expect((await optionsOf('Town')).map(({ name }) => name)).toEqual(['Bergen', 'Oslo']);
    expect((await optionsOf('Size')).map(({ name }) => name)).toEqual(['S', 'M']);
  });

  it.each([
    ['tree', '[role=tree]', 'File', 40],
    ['tree', 'ol', 'Chapter', 70],
    ['lists', '#menu', 'Action', 12],
    ['lists', '#table', 'Row', 80],
  ] as const)('of the page %s lists every item of %s on request', async (page, element, noun, count) => {
    await open(page);
    const { data, error } = await call('expand', { element });
    expect(error).toBeUndefined();
    const names = [...String((data as { text: string }).text).matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
    expect(names.filter((name) => name.startsWith(`${noun} `))).toEqual(
      Array.from({ length: count }, (_, index) => `${noun} ${index + 1}`),
    );
  });

  it('says that an inner area hides more, and how to see it', async () => {
    const { text } = await open('lists');
    const [, id] = /\[(el_\d+)\] Container scrollable, more below: scroll down \1/.exec(text) ?? [];
    expect((await call('scroll', { direction: 'down', selector: id })).error).toBeUndefined();
    expect(await evaluate('document.querySelector("#pane").scrollTop')).toBeGreaterThan(50);
    expect((await session.observe({})).text).toMatch(
      /Container scrollable, more above(?: and below)?: scroll (?:up|down)/,
    );
  });
});

describe('find', () => {
  it.each([
    ['save', ['Save', 'Saved items']],
    ['trash', ['']],
    ['unsaved', ['Unsaved changes']],
    ['note', []],
    ['京都', ['東京都庁']],
  ])('matches the words %s that a user sees', async (find, expected) => {
    await open('find');
    const { elements } = await session.observe({ find });
    expect(elements.map(({ name }) => name)).toEqual(expected);
  });
});

describe('read_page', () => {
  it('keeps buttons and prices', async () => {
    await open('shop');
    const { markdown } = await session.read({ what: 'markdown' });
    for (const words of ['# Walnut lamp', '€ 89.00 [Add to cart]', '[Compare]', '$12.50', '[Check out]', '7 EUR'])
      expect(markdown).toContain(words);
    expect(markdown).not.toMatch(/Imprint|Language/);
  });
});

describe('a phrase', () => {
  it.each([
    ['red circle', ['circle']],
    ['the blue square', ['square']],
    ['star', ['star']],
    ['row 2 column 1', ['1 0']],
    ['the cell in row 1 column 2', ['0 1']],
    ['trash', []],
    ['green circle', []],
    ['row 3 column 1', []],
  ])('%s presses %s', async (selector, expected) => {
    await open('phrases');
    await call('click', { selector, timeout: 0 });
    expect(await evaluate('window.pressed')).toEqual(expected);
  });
});
