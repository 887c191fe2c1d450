import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Element } from '../../src/core/element.js';
import { center, contains } from '../../src/core/geometry.js';
import type { Observation } from '../../src/core/observation.js';
import { acquireBrowser, type BrowserLease } from '../../src/environments/browser/launch/acquire-browser.js';
import { type FixtureServer, serveFixtures } from '../fixture-server.js';
import { isLongJob, sample } from '../support/sample.js';
import { openWitnessed, type WitnessedSession } from '../witnessed-session.js';
import { eventually } from './launch-witness.js';
import { type Press, type PressWitness, watchPresses } from './press-witness.js';

let server: FixtureServer;
let browser: BrowserLease;
let witnessed: WitnessedSession | undefined;
let witness: PressWitness | undefined;

beforeAll(async () => {
  server = await serveFixtures();
  browser = await acquireBrowser({});
});
afterEach(async () => {
  await witness?.close();
  await witnessed?.close();
  witness = undefined;
  witnessed = undefined;
});
afterAll(async () => {
  await browser.release();
  await server.close();
});

interface Target {
  element: Element;
  document: string;
  place: string;
}

/** Every so many-th target, from one on. */
interface Share {
  from: number;
  of: number;
}

/** A page in one of the ways it may stand on the screen, and what is clicked there. */
interface Stand {
  path: string;
  deviceScaleFactor: number;
  /** By element id, anywhere on the page: which share, and how many must have been clicked at the least. */
  ids: [Share, number];
  /** At the middle of the bounds, on the screen. */
  middles?: [Share, number];
}

interface Landing {
  clicked: number;
  landed: number;
  refused: { name: string; code: string; message: string }[];
  misses: string[];
}

/** Where a click lands is asked here, not how soon: every look may take its time. */
async function open(path: string, options: { deviceScaleFactor?: number } = {}) {
  witnessed = await openWitnessed({ ...options, limits: { observe: 10_000 } });
  const outcome = await witnessed.session.perform({ type: 'navigate', url: server.url(path) });
  if (outcome.error) throw new Error(outcome.error.message);
  await witnessed.page.waitForLoadState('load');
  await lookAll();
  witness = await watchPresses(witnessed.page);
  return { witnessed, witness };
}

/** A look at the page with all its frames: they come when they come. */
async function lookAll(find?: string): Promise<Observation> {
  if (!witnessed) throw new Error('Open a page first.');
  const { session } = witnessed;
  let observation = await session.observe({ find });
  await eventually(async () => {
    if (!observation.text.includes('INCOMPLETE')) return true;
    observation = await session.observe({ find });
    return false;
  }, 30_000);
  return observation;
}

function openPage(): WitnessedSession & { witness: PressWitness } {
  if (!witnessed || !witness) throw new Error('Open a page first.');
  return { ...witnessed, witness };
}

/** The browser keeps what happens on its own media controls from the page: no script can log it. */
const isPlayer = ({ kind }: Element) => kind === 'audio' || kind === 'video';

/** The listed interactive elements, with their places in the page's own words. */
async function targetsOf(elements: readonly Element[]): Promise<Target[]> {
  const { placeOf, witness } = openPage();
  const targets: Target[] = [];
  const byDocument = new Map<string, { element: Element; number: number }[]>();
  for (const element of elements.filter((one) => one.interactive && !isPlayer(one))) {
    const [document = '', number = ''] = placeOf(element.id).split('/');
    const list = byDocument.get(document) ?? [];
    byDocument.set(document, list);
    list.push({ element, number: Number(number) });
  }
  for (const [document, list] of byDocument) {
    const places = await witness.placesOf(
      document,
      list.map((one) => one.number),
    );
    for (const [index, { element }] of list.entries()) targets.push({ element, document, place: places[index] ?? '' });
  }
  return targets;
}

/** Boxes that consist of other targets: a click on them is one on a part of theirs. */
const made = new Set(['listbox', 'tree', 'grid', 'treegrid']);

/** Whether the press arrived at the target and not at another one inside or above it. */
function isOn(target: Target, { document, press }: { document: string; press: Press }, others: Set<string>): boolean {
  if (document !== target.document) return false;
  if (press.labels === target.place) return true;
  const first = press.path.find((place) => others.has(`${document} ${place}`));
  if (first === target.place) return true;
  return made.has(target.element.kind ?? '') && press.path.includes(target.place);
}

const describeTarget = ({ element }: Target) =>
  `${element.id} ${element.role} "${element.name.slice(0, 40)}"${element.frame ? ` in ${element.frame}` : ''}`;

/** Marked so by the observation, or made so by the fixture: a look that is short of time leaves the mark out. */
function isCovered({ name, states }: Element): boolean {
  return states.includes('covered') || ['Covered button', 'No pointer events', 'Backface'].includes(name);
}

/** Clicks every target by its id and asks the page's log where each click arrived. */
async function clickAll(targets: readonly Target[], more: readonly Target[] = []): Promise<Landing> {
  const { session, witness } = openPage();
  const others = new Set([...targets, ...more].map(({ document, place }) => `${document} ${place}`));
  const landing: Landing = { clicked: 0, landed: 0, refused: [], misses: [] };
  await witness.take();
  for (const target of targets) {
    const outcome = await session.perform({ type: 'click', target: { element: target.element.id } });
    const presses = await witness.take();
    if (outcome.error) {
      landing.refused.push({ name: target.element.name, code: outcome.error.code, message: outcome.error.message });
      if (presses.length > 0) landing.misses.push(`${describeTarget(target)}: refused, and yet pressed`);
      if (outcome.error.code === 'disabled' && target.element.states.includes('disabled')) continue;
      if (outcome.error.code === 'covered' && isCovered(target.element)) continue;
      landing.clicked += 1;
      landing.misses.push(`${describeTarget(target)}: ${outcome.error.code}: ${outcome.error.message}`);
      continue;
    }
    landing.clicked += 1;
    const [only] = presses;
    if (presses.length === 1 && only && isOn(target, only, others)) landing.landed += 1;
    else
      landing.misses.push(`${describeTarget(target)}: ${presses.map(({ press }) => press.target).join() || 'nothing'}`);
  }
  return landing;
}

function expectAll(what: string, landing: Landing, least: number): void {
  const refused = landing.refused.length > 0 ? `, ${landing.refused.length} refused` : '';
  console.log([`${what}: ${landing.landed} of ${landing.clicked} landed${refused}`, ...landing.misses].join('\n    '));
  expect(landing.misses).toEqual([]);
  expect(landing.clicked).toBeGreaterThanOrEqual(least);
}

/** Every element that is listed while the page is scrolled from its top to its end. */
async function everyTarget(): Promise<Target[]> {
  const { page } = openPage();
  const found = new Map<string, Element>();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 800) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    const { elements } = await lookAll();
    for (const element of elements.filter((one) => one.interactive && !found.has(one.id)))
      found.set(element.id, element);
  }
  return targetsOf([...found.values()]);
}

/** Targets anywhere on the page, on the screen or not, whose name holds these words. */
async function targetsNamed(words: string): Promise<Target[]> {
  const { elements } = await lookAll(words);
  return targetsOf(elements.filter((element) => element.name.includes(words)));
}

const whole: Share = { from: 0, of: 1 };
const third = (from: number): Share => ({ from, of: 3 });
const half = (from: number): Share => ({ from, of: 2 });

/** Long lists of targets are sampled. Short ones are clicked whole: some of their targets are behind an overlay. */
const targetInterval = 10;
const minTargets = 10;

function shareOf(targets: readonly Target[], { from, of }: Share): Target[] {
  const chosen = targets.filter((_, index) => index % of === from);
  return sample(chosen, Math.max(1, Math.min(targetInterval, Math.floor(chosen.length / minTargets))));
}

function leastOf(least: number): number {
  return isLongJob ? least : Math.max(1, Math.floor(least / targetInterval) - 1);
}

/** Clicks the middle of each target's bounds, as the observation gives them, and measures how far off the click arrived. */
async function clickMiddles(what: string, share: Share, least: number): Promise<void> {
  const { session, witness } = openPage();
  const { elements, screen } = await lookAll();
  const targets = await targetsOf(elements);
  const others = new Set(targets.map(({ document, place }) => `${document} ${place}`));
  const misses: string[] = [];
  let landed = 0;
  let worst = 0;
  await witness.take();
  for (const target of shareOf(targets, share)) {
    const { bounds, states } = target.element;
    const { x, y } = center(bounds);
    const isSmaller = (other: Element) => area(other) < area(target.element) && contains(other.bounds, { x, y });
    // Where a smaller target stands in the middle, that one is what a person would hit.
    if (targets.some((other) => other !== target && isSmaller(other.element))) continue;
    if (states.includes('covered') || states.includes('disabled') || states.includes('offscreen')) continue;
    // What the edge of the screen cuts off has its middle elsewhere.
    if (x + bounds.width / 2 > screen.width - 1 || y + bounds.height / 2 > screen.height - 1) continue;
    await session.perform({ type: 'click', target: { x, y } });
    const [only, ...rest] = await witness.take();
    if (!only || rest.length > 0 || !isOn(target, only, others)) {
      misses.push(`${describeTarget(target)} at ${x},${y}: ${only?.press.target ?? 'nothing'}`);
      continue;
    }
    landed += 1;
    const { press } = only;
    if (!press.whole || press.path[0] !== target.place || target.element.frame === 'In a scroller') continue;
    const error = Math.max(Math.abs(press.x - press.middle.x), Math.abs(press.y - press.middle.y));
    worst = Math.max(worst, error);
    if (error > 1) misses.push(`${describeTarget(target)} at ${x},${y}: ${error.toFixed(2)} px off`);
  }
  console.log([`${what}: ${landed} middles landed, at most ${worst.toFixed(2)} px off`, ...misses].join('\n    '));
  expect(misses).toEqual([]);
  expect(landed).toBeGreaterThanOrEqual(least);
}

const area = ({ bounds }: Element) => bounds.width * bounds.height;

async function pinch(pageScaleFactor: number): Promise<void> {
  const { page } = openPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor });
  await page.waitForFunction((scale) => Math.abs((visualViewport?.scale ?? 1) - scale) < 0.01, pageScaleFactor);
  await session.detach();
}

function fail(): never {
  throw new Error('It is not there.');
}

const slow = { timeout: 240_000 };

/**
 * Each page whole at one scale, but for a hundred links that differ only in their names. Where a pixel more or less would show, another
 * share at each other scale: together they are all.
 */
const stands: Stand[] = [
  { path: 'widgets.html', deviceScaleFactor: 1, ids: [whole, 80] },
  { path: 'modal.html', deviceScaleFactor: 1, ids: [whole, 3] },
  { path: 'clickable.html', deviceScaleFactor: 1, ids: [whole, 20] },
  { path: 'landing.html', deviceScaleFactor: 1, ids: [whole, 88], middles: [whole, 70] },
  { path: 'landing-frames.html', deviceScaleFactor: 1, ids: [whole, 40], middles: [whole, 25] },
  { path: 'names.html', deviceScaleFactor: 1.5, ids: [third(0), 33] },
  { path: 'shadow.html', deviceScaleFactor: 1.5, ids: [whole, 25] },
  { path: 'frames.html', deviceScaleFactor: 1.5, ids: [whole, 35], middles: [half(0), 15] },
  { path: 'landing.html', deviceScaleFactor: 1.5, ids: [third(0), 29], middles: [half(1), 35] },
  { path: 'forms.html', deviceScaleFactor: 2, ids: [whole, 135] },
  { path: 'hidden.html', deviceScaleFactor: 2, ids: [whole, 25] },
  { path: 'landing.html', deviceScaleFactor: 2, ids: [third(1), 29], middles: [half(0), 35] },
  { path: 'landing-frames.html', deviceScaleFactor: 2, ids: [third(0), 13], middles: [half(0), 12] },
  { path: 'landing.html?zoom=1.5', deviceScaleFactor: 1, ids: [third(2), 29], middles: [half(1), 25] },
  { path: 'landing.html?rtl', deviceScaleFactor: 1, ids: [third(0), 29], middles: [half(0), 35] },
  { path: 'landing-frames.html?zoom=1.5', deviceScaleFactor: 1, ids: [third(1), 13], middles: [whole, 8] },
];

const pinched: Stand[] = [
  { path: 'landing.html', deviceScaleFactor: 1, ids: [third(1), 6], middles: [half(1), 10] },
  { path: 'shadow.html', deviceScaleFactor: 1, ids: [third(1), 6] },
  { path: 'frames.html', deviceScaleFactor: 1, ids: [third(0), 6] },
  { path: 'landing-frames.html', deviceScaleFactor: 1, ids: [third(2), 6], middles: [half(1), 4] },
];

describe('A click lands on its element, and within one pixel of its center if the center is the target', slow, () => {
  it.each(sample(stands, 3))(
    'on $path at device scale $deviceScaleFactor',
    async ({ path, deviceScaleFactor, ids, middles }) => {
      await open(path, { deviceScaleFactor });
      const what = `${path} at ${deviceScaleFactor}`;
      if (middles) await clickMiddles(what, middles[0], leastOf(middles[1]));
      const all = await everyTarget();
      expectAll(what, await clickAll(shareOf(all, ids[0]), all), leastOf(ids[1]));
    },
  );

  it.each(sample(pinched, 2))('on $path zoomed by a pinch', async ({ path, deviceScaleFactor, ids, middles }) => {
    await open(path, { deviceScaleFactor });
    const all = await targetsOf((await lookAll()).elements);
    await pinch(1.7);
    if (middles) {
      await openPage().page.evaluate(() =>
        document
          .querySelectorAll('button')
          [30 % document.querySelectorAll('button').length]?.scrollIntoView({ block: 'center', inline: 'center' }),
      );
      await clickMiddles(`${path} pinched`, middles[0], leastOf(middles[1]));
    }
    // Chromium itself sends a press astray in a frame of the page's own process that stands in one of another: it counts the pinch twice.
    const reachable = all.filter(
      ({ element }) => path !== 'landing-frames.html' || !/^Depth [012]$/.test(element.frame ?? ''),
    );
    expectAll(`${path} pinched`, await clickAll(shareOf(reachable, ids[0]), all), leastOf(ids[1]));
  });

  it('on a scrolled page', async () => {
    await open('landing.html');
    await openPage().page.evaluate(() => window.scrollTo(0, 333));
    await clickMiddles('landing.html scrolled', whole, leastOf(15));
  });
});

describe('A click by element id lands on that element', slow, () => {
  it('inside overflow scrollers, after scrolling into view', async () => {
    await open('landing.html');
    const targets = await targetsNamed('Scroller');
    expect(targets.map(({ element }) => element.name)).toContain('Scroller in scroller');
    expectAll('scrollers', await clickAll(targets), 6);
  });

  it('inside frames that are scrolled, in scrollers, or far down the page', async () => {
    await open('landing-frames.html');
    for (const words of ['Inner scrolled', 'Inner bottom']) {
      expectAll(words, await clickAll(await targetsNamed(words)), 9);
    }
    const { page } = openPage();
    for (const frame of page.frames()) await frame.evaluate(() => window.scrollTo(0, 10_000));
    await page.evaluate(() => window.scrollTo(0, 0));
    const closed = (await everyTarget()).filter(({ element }) => element.name === 'Inner closed');
    expectAll('Inner closed', await clickAll(closed), 7);
  });

  it('under a sticky or fixed bar, scrolled clear of it', async () => {
    await open('landing.html');
    const { page } = openPage();
    for (const name of ['After the sticky part', 'Middle of the page', 'End of the page', 'Rotated']) {
      const targets = await targetsNamed(name);
      for (const under of ['header', '.bottom']) {
        await page.evaluate(
          ([words, bar]) => {
            const button = [...document.querySelectorAll('button')].find((one) => one.textContent === words);
            const rect = button?.getBoundingClientRect();
            const cover = document.querySelector(bar as string)?.getBoundingClientRect();
            if (rect && cover) window.scrollBy(0, rect.top + rect.height / 2 - (cover.top + cover.height / 2));
          },
          [name, under],
        );
        expectAll(`${name} under ${under}`, await clickAll(targets.slice(0, 1)), 1);
      }
    }
  });

  it('or is refused with the name of the covering element', async () => {
    await open('modal.html');
    const { elements } = await lookAll();
    const under = elements.find((element) => element.name === 'Under the dialog') ?? fail();
    const outcome = await openPage().session.perform({ type: 'click', target: { element: under.id } });
    expect(outcome.error?.code).toBe('covered');
    expect(await openPage().witness.take()).toEqual([]);
    await open('hidden.html');
    const [covered = fail()] = await targetsNamed('Covered button');
    const refused = await openPage().session.perform({ type: 'click', target: { element: covered.element.id } });
    expect(refused.error).toMatchObject({ code: 'covered', message: expect.stringMatching(/covered by .*"/) });
    expect(await openPage().witness.take()).toEqual([]);
  });
});
