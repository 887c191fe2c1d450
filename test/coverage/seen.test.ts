import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Element } from '../../src/core/element.js';
import { builtinRegistry, callTool } from '../../src/exports/tools.js';
import { type BrowserSession, type ElementId, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';
import { pressLog } from './press-grid.js';
import { seenPages } from './seen-pages.js';

let served: Served;
let session: BrowserSession;

beforeAll(async () => {
  const answers = Object.entries(seenPages).map(([name, html]) => [
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

async function open(page: keyof typeof seenPages): Promise<{ text: string; elements: Element[] }> {
  await session.perform({ type: 'navigate', url: `${served.url}/${page}` });
  return session.observe({ budget: 8_000 });
}

async function call(name: string, input: Record<string, unknown>) {
  return callTool(builtinRegistry(), name, input, {
    session,
    memory: new Map(),
    knownElement: session.knownElement,
    rails: { gate: () => 'allow' },
  });
}

async function pressed(): Promise<string[]> {
  return (await session.perform({ type: 'evaluate', script: 'window.pressed' })).value as string[];
}

describe('the map', () => {
  it('names a button by its title or its icon, not by the character of an icon font', async () => {
    const { elements } = await open('iconFonts');
    expect(elements.map(({ name, guess }) => name || `${guess}?`)).toEqual(['Next month', 'trash?', 'Buy']);
  });

  it('leaves out texts and pictures behind an opaque layer', async () => {
    const { text } = await open('covered');
    expect(text).not.toContain('Unseen');
    for (const words of seenPages.covered.match(/Seen [\w -]+(?=<)/g) ?? []) expect(text).toContain(words);
  });

  it('marks all of many controls under a layer', async () => {
    const { elements } = await open('coveredMany');
    const free = elements.filter(({ interactive, states }) => interactive && !states.includes('covered'));
    expect(free.map(({ name }) => name)).toEqual(['Accept', 'Beside']);
    expect(elements.filter(({ states }) => states.includes('covered'))).toHaveLength(100);
  });

  it('does not report a check box under the icon of its own label', async () => {
    const { elements } = await open('shadowLabel');
    const box = elements.find(({ role }) => role === 'Checkbox');
    expect(box).toMatchObject({ name: 'Shadowed', states: ['checked'] });
    await call('click', { selector: box?.id, timeout: 0 });
    expect(await pressed()).toEqual(['check false']);
  });

  it('leaves out what a filter, a mask or its position hides, and lists what is inert as disabled', async () => {
    const { text, elements } = await open('unseen');
    const found = await session.observe({ find: 'Unseen' });
    expect(text + found.elements.map(({ name }) => name)).not.toContain('Unseen');
    for (const words of ['Seen filter', 'Seen inert']) expect(text).toContain(words);
    expect(elements.find(({ name }) => name === 'Seen off')?.states).toEqual(['disabled']);
  });

  it('lists the fields that a user sees, with their own names', async () => {
    const { elements } = await open('fields');
    expect(elements.filter(({ interactive }) => interactive)).toMatchObject([
      { role: 'Dropdown', name: 'Age', value: 'Twenty' },
      { kind: 'slider', name: 'Temp', value: '30', description: '0 to 60', states: [] },
      { role: 'Checkbox', name: 'Terms' },
      { role: 'Dropdown', name: '', value: 'One' },
    ]);
    const slider = elements.find(({ name }) => name === 'Temp');
    await call('fill', { selector: slider?.id, value: '40', timeout: 0 });
    expect((await pressed()).at(-1)).toBe('temp 40');
  });

  it('keeps the digits of identifiers and prefers a written name', async () => {
    const { elements } = await open('identifiers');
    const guesses = elements.filter(({ interactive }) => interactive).map(({ guess }) => guess);
    expect(guesses).toEqual(['reg 0', 'reg 1', 'Region 7', 'south', 'cellar']);
  });

  it('lists the lines that an area shows, and how to see the others', async () => {
    const { text } = await open('scrolled');
    const [, area, words] =
      /\[(el_\d+)\] Container scrollable, more below: .*\n\[el_\d+\] Text "(.*)"/.exec(text) ?? [];
    expect(words).toMatch(/^line0 line1 line2(?: line3)?$/);
    expect(text).toMatch(/Container scrollable, more right: scroll right el_/);
    expect(text).toMatch(/TextInput "Notes" = .*, more below: scroll down el_/);
    expect(new Set(text.match(/\[el_\d+\]/g)).size).toBe(text.match(/\[el_\d+\]/g)?.length);
    expect((await session.observe({ expand: area as ElementId })).text).toContain('line20');
    await call('scroll', { direction: 'down', selector: area });
    expect(await pressed()).toContain('scrolled');
    expect((await session.observe({})).text).toMatch(/Text "line[2-4] /);
  });

  it('lists the items of flex and grid containers in the order of the screen', async () => {
    const { elements } = await open('order');
    expect(elements.map(({ name }) => Number(name))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('guesses the state of the one item that looks different', async () => {
    const stateOf = async () =>
      (await session.observe({})).elements.flatMap(({ name, states }) =>
        states.filter((state) => state.endsWith('?')).map((state) => `${name} ${state}`),
      );
    await session.perform({ type: 'move', target: { x: 700, y: 600 } });
    const { elements } = await open('looks');
    expect(await stateOf()).toEqual(['Open selected?', 'News selected?', 'Shipping expanded?']);
    const idOf = (name: string) => elements.find((element) => element.name === name)?.id;
    await call('click', { selector: idOf('Done'), timeout: 0 });
    expect((await stateOf())[0]).toBe('Open selected?');
    await call('click', { selector: idOf('All'), timeout: 0 });
    expect((await stateOf())[0]).toBe('All selected?');
  });

  it('names a field by a text that can be its label, not by values or other controls', async () => {
    const { elements } = await open('labels');
    const fields = elements.filter(({ interactive }) => interactive);
    const names = fields.map(({ name, guess }) => name || (guess ? `${guess}?` : ''));
    expect(names).toEqual([
      'Airplane mode?',
      'Drafts',
      'Attach?',
      'Currency?',
      '',
      '',
      'Tom',
      'Tim',
      '',
      '',
      'Amount?',
      'Count',
      '▲',
    ]);
  });

  it('calls colours by their common words and places only shapes that form a grid', async () => {
    const { elements } = await open('boxes');
    expect(elements.filter(({ look }) => look).map(({ look }) => look)).toEqual([
      'brown circle',
      'beige rectangle',
      'brown square',
      'red circle',
      'red circle',
    ]);
  });

  it('finds words with accents by words without them', async () => {
    await open('finds');
    expect((await session.observe({ find: 'cafe' })).elements.map(({ name }) => name)).toEqual(['Le café noir']);
  });

  it('clips content to the box inside the border', async () => {
    const { text } = await open('borders');
    expect(text).toContain('Seen slide');
    expect(text).not.toContain('Unseen');
  });
});
