import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Element } from '../../src/core/element.js';
import { type BrowserSession, openSession } from '../../src/index.js';
import { renderElement } from '../../src/perception/ui-map/element-line.js';
import { sample } from '../support/sample.js';
import { type Served, servePages } from '../support/serve.js';
import { coveragePages } from './pages.js';
import { pressGrid, pressLog } from './press-grid.js';

let served: Served;
let session: BrowserSession;

beforeAll(async () => {
  const answers = coveragePages.map(({ html }, index) => [
    `/${index}`,
    `<!doctype html>${pressLog}<title>Page</title>${html}`,
  ]);
  served = await servePages(Object.fromEntries(answers));
  session = await openSession({ policy: 'open', url: served.url });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

type Points = Record<string, [x: number, y: number][]>;

async function evaluate(script: string): Promise<unknown> {
  return (await session.perform({ type: 'evaluate', script })).value;
}

/** Presses an element by its id and returns what the page logged. */
async function press({ id }: Element): Promise<string[]> {
  await evaluate('window.pressed.length = 0');
  await session.perform({ type: 'click', target: { element: id } });
  return (await evaluate('window.pressed')) as string[];
}

function contains({ bounds }: Element, [x, y]: readonly [number, number]): boolean {
  return x >= bounds.x && x <= bounds.x + bounds.width && y >= bounds.y && y <= bounds.y + bounds.height;
}

function line(element: Element): string {
  return renderElement(element, { nameLength: 80, textLength: 200, descriptions: true, coordinates: false });
}

const pages = coveragePages.map((page, index) => ({ ...page, index }));

describe.each(sample(pages, 4))('$name', ({ index, targets, drawn = '', shows = {} }) => {
  it('has every element that registers a press in the map', async () => {
    await session.perform({ type: 'navigate', url: `${served.url}/${index}` });
    const { elements } = await session.observe({});
    const interactive = elements.filter((element) => element.interactive);
    const points = (await evaluate(pressGrid)) as Points;
    expect(Object.keys(points).sort()).toEqual(targets.split(' ').sort());

    const elementOf = new Map<string, Element>();
    for (const element of interactive)
      for (const key of await press(element)) if (!elementOf.has(key)) elementOf.set(key, element);
    const outside = Object.entries(points).filter(
      ([, at]) => !at.some((point) => interactive.some((element) => contains(element, point))),
    );
    expect(outside.map(([key]) => key)).toEqual([]);
    for (const key of drawn.split(' ').filter(Boolean))
      elementOf.set(key, interactive.find((element) => contains(element, points[key]?.[0] ?? [-1, -1])) as Element);
    expect([...elementOf.keys()].sort(), interactive.map(line).join('\n')).toEqual(targets.split(' ').sort());
    for (const [key, expected] of Object.entries(shows))
      expect(line(elementOf.get(key) as Element), key).toMatch(expected);
  });
});

it('tries enough pages', () => {
  expect(coveragePages.length).toBeGreaterThanOrEqual(40);
});
