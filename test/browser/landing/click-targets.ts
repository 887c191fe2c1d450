import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Element } from '../../../src/core/element.js';
import { center, contains } from '../../../src/core/geometry.js';
import type { Observation } from '../../../src/core/observation.js';
import { acquireBrowser, type BrowserLease } from '../../../src/environments/browser/launch/acquire-browser.js';
import { type FixtureServer, serveFixtures } from '../../fixture-server.js';
import { isLongJob, sample } from '../../support/sample.js';
import { openWitnessed, type WitnessedSession } from '../../witnessed-session.js';
import { eventually } from '../launch-witness.js';
import { type Press, type PressWitness, watchPresses } from '../witness/press-witness.js';

let server: FixtureServer;
let browser: BrowserLease;
let witnessed: WitnessedSession | undefined;
let witness: PressWitness | undefined;

/** Starts the pages and one browser for all tests of the file. */
export function useTargets(): void {
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
}

interface Target {
  element: Element;
  document: string;
  place: string;
}

/** Every `of`-th target, beginning with number `from`. */
interface Share {
  from: number;
  of: number;
}

/** A page at one scale, and the targets to click on it. */
export interface Stand {
  path: string;
  deviceScaleFactor: number;
  /** Clicks by element id on the whole page: the share of the targets, and the minimum number of clicks. */
  ids: [Share, number];
  /** Clicks at the center of the bounds, for targets on the screen. */
  middles?: [Share, number];
}

interface Landing {
  clicked: number;
  landed: number;
  refused: { name: string; code: string; message: string }[];
  misses: string[];
}

/** Opens a page. The time limit of observations is long, because these tests check positions and not durations. */
export async function open(path: string, options: { deviceScaleFactor?: number } = {}) {
  witnessed = await openWitnessed({ ...options, limits: { observeTimeoutMs: 10_000 } });
  const outcome = await witnessed.session.perform({ type: 'navigate', url: server.url(path) });
  if (outcome.error) throw new Error(outcome.error.message);
  await witnessed.page.waitForLoadState('load');
  await lookAll();
  witness = await watchPresses(witnessed.page);
  return { witnessed, witness };
}

/** Observes the page until the observation contains all frames. */
export async function lookAll(find?: string): Promise<Observation> {
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

export function openPage(): WitnessedSession & { witness: PressWitness } {
  if (!witnessed || !witness) throw new Error('Open a page first.');
  return { ...witnessed, witness };
}

/** The browser hides events on its own media controls from the page, so no script can log them. */
const isPlayer = ({ kind }: Element) => kind === 'audio' || kind === 'video';

/** The listed interactive elements, with their positions in the tree as the page's log writes them. */
export async function targetsOf(elements: readonly Element[]): Promise<Target[]> {
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

/** Elements that consist of other targets: a click on one of them hits one of its parts. */
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

/** The observation marks the element as covered, or the fixture covers it: an observation that reaches its time limit has no marks. */
function isCovered({ name, states }: Element): boolean {
  return states.includes('covered') || ['Covered button', 'No pointer events', 'Backface'].includes(name);
}

/** Clicks every target by its id and reads from the page's log which element received each click. */
export async function clickAll(targets: readonly Target[], more: readonly Target[] = []): Promise<Landing> {
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

export function expectAll(what: string, landing: Landing, least: number): void {
  const refused = landing.refused.length > 0 ? `, ${landing.refused.length} refused` : '';
  console.log([`${what}: ${landing.landed} of ${landing.clicked} landed${refused}`, ...landing.misses].join('\n    '));
  expect(landing.misses).toEqual([]);
  expect(landing.clicked).toBeGreaterThanOrEqual(least);
}

/** Every element that is listed while the page is scrolled from its top to its end. */
export async function everyTarget(): Promise<Target[]> {
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
export async function targetsNamed(words: string): Promise<Target[]> {
  const { elements } = await lookAll(words);
  return targetsOf(elements.filter((element) => element.name.includes(words)));
}

export const whole: Share = { from: 0, of: 1 };

export const third = (from: number): Share => ({ from, of: 3 });

export const half = (from: number): Share => ({ from, of: 2 });

/** Long lists of targets are sampled. Short ones are clicked whole: some of their targets are behind an overlay. */
const targetInterval = 10;

const minTargets = 10;

export function shareOf(targets: readonly Target[], { from, of }: Share): Target[] {
  const chosen = targets.filter((_, index) => index % of === from);
  return sample(chosen, Math.max(1, Math.min(targetInterval, Math.floor(chosen.length / minTargets))));
}

export function leastOf(least: number): number {
  return isLongJob ? least : Math.max(1, Math.floor(least / targetInterval) - 1);
}

/** Clicks the center of each target's bounds and measures the distance to the position that the page received. */
export async function clickMiddles(what: string, share: Share, least: number): Promise<void> {
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

export async function pinch(pageScaleFactor: number): Promise<void> {
  const { page } = openPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor });
  await page.waitForFunction((scale) => Math.abs((visualViewport?.scale ?? 1) - scale) < 0.01, pageScaleFactor);
  await session.detach();
}

export function fail(): never {
  throw new Error('It is not there.');
}
