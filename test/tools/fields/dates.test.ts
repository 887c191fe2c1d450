import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';
import { datesPage } from './dates-page.js';

const told: string[] = [];
let site: Served;
let session: BrowserSession;

beforeAll(async () => {
  site = await servePages({
    '/': datesPage,
    '/tell': ({ url = '' }, response) => {
      told.push(decodeURIComponent(url.split('?')[1] ?? ''));
      response.end();
    },
  });
  session = await openSession({ policy: 'open' });
});
beforeEach(async () => {
  await session.perform({ type: 'navigate', url: site.url });
  told.length = 0;
});
afterAll(async () => {
  await session?.close();
  site?.close();
});

const fill = (selector: string, value: string) =>
  callTool(builtinRegistry(), 'fill', { selector, value }, { session, memory: new Map() });

it.each([
  ['Check-in', '2027-02-14', 'from 2027-02-14'],
  ['Arrival', '2026-12-05', 'named 2026-12-05'],
  ['Meeting', '2026-12-24T15:30', 'meeting 2026-12-24 15:30'],
  ['Strict', '2027-02-14', 'strict 02/14/2027'],
  ['Typed', '2027-02-14', 'typed 2027-02-14'],
])('%s = %s', async (field, value, what) => {
  expect((await fill(field, value)).error).toBeUndefined();
  await expect.poll(() => told.at(-1)).toBe(what);
  expect(told.filter((line) => line.startsWith('inline'))).toEqual([]);
});

it('The calendar of another field is not used, even if it is open', async () => {
  const { elements } = await session.observe();
  const checkIn = elements.find(({ name }) => name === 'Check-in');
  await session.perform({ type: 'click', target: { element: checkIn?.id ?? 'el_1' } });
  expect((await fill('Check-in', '2026-12-05')).error).toBeUndefined();
  expect((await fill('Check-out', '2026-12-09')).error).toBeUndefined();
  await expect.poll(() => told).toEqual(['from 2026-12-05', 'to 2026-12-09']);
});

it('A field without a calendar is refused, and no other calendar changes', async () => {
  const result = await fill('Dead', '2027-02-14');
  expect(result.success).toBe(false);
  expect(told).toEqual([]);
});

it('The days are controls of the map, although one listener serves all of them', async () => {
  const { elements } = await session.observe();
  expect(elements.filter(({ name, interactive }) => interactive && /^\d+$/.test(name))).toHaveLength(42);
});
