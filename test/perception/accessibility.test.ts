import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureServer, serveFixtures } from '../fixture-server.js';
import { isLongJob, sample } from '../support/sample.js';
import { openWitnessed, type WitnessedSession } from '../witnessed-session.js';
import { percent, report, type Tally, tally } from './ax-tally.js';
import { placesOf } from './ax-witness.js';

const fixtures = ['forms', 'widgets', 'modal', 'names', 'hidden', 'shadow', 'frames', 'clickable'];

/** Pages of Debian's documentation packages. Installed ones are tested too. */
const documentation: Record<string, { folder: string; pages: string[] }> = {
  python: {
    folder: '/usr/share/doc/python3.11/html',
    pages: ['index.html', 'library/functions.html', 'genindex-S.html', 'search.html', 'tutorial/controlflow.html'],
  },
  sqlite: {
    folder: '/usr/share/doc/sqlite3',
    pages: ['index.html', 'lang_select.html', 'c3ref/funclist.html', 'docs.html', 'syntax.html'],
  },
  bash: { folder: '/usr/share/doc/bash', pages: ['bash.html', 'article.html'] },
  linux: {
    folder: '/usr/share/doc/linux-doc-6.1/html',
    pages: ['index.html', 'admin-guide/kernel-parameters.html', 'process/coding-style.html'],
  },
  lilypond: {
    folder: '/usr/share/doc/lilypond/html/Documentation',
    pages: ['web/index.html', 'notation/index.html', 'learning/index.html'],
  },
  java: {
    folder: '/usr/share/doc/openjdk-17-doc/api',
    pages: ['index.html', 'java.base/java/lang/String.html'],
  },
  node: { folder: '/usr/share/doc/nodejs/api', pages: ['index.html', 'http.html'] },
  valgrind: { folder: '/usr/share/doc/valgrind/html', pages: ['index.html', 'manual-core.html'] },
};

let server: FixtureServer;
let witnessed: WitnessedSession;

beforeAll(async () => {
  server = await serveFixtures(
    Object.fromEntries(Object.entries(documentation).map(([name, { folder }]) => [name, folder])),
  );
  witnessed = await openWitnessed();
});
afterAll(async () => {
  await witnessed?.close();
  await server?.close();
});

function expectAgreement(one: Tally): void {
  console.log(report(one));
  expect(one.wanted).toBeGreaterThan(0);
  expect(percent(one.listed, one.wanted)).toBeGreaterThanOrEqual(99);
  expect(percent(one.named, one.listed)).toBeGreaterThanOrEqual(99);
  expect(percent(one.roles, one.listed)).toBeGreaterThanOrEqual(99);
  expect(percent(one.states, one.listed)).toBeGreaterThanOrEqual(99);
}

describe("Chromium's accessibility tree agrees", { timeout: 60_000 }, () => {
  it.each(fixtures)('on the fixture %s', async (name) =>
    expectAgreement(await tally(witnessed, server.url(`${name}.html`), isLongJob ? 20 : 6)),
  );

  const installed = Object.entries(documentation).flatMap(([name, { folder, pages }]) =>
    pages.filter((page) => existsSync(`${folder}/${page}`)).map((page) => `${name}/${page}`),
  );
  it.each(sample(installed, 6))('on the documentation page %s', async (path) =>
    expectAgreement(await tally(witnessed, server.url(path), 3)),
  );
});

async function observeFixture(name: string) {
  const { session, page, placeOf } = witnessed;
  await session.perform({ type: 'navigate', url: server.url(`${name}.html`) });
  const { elements } = await session.observe();
  const used = elements.filter((element) => element.interactive);
  return { page, used, byPlace: new Map(used.map((element) => [placeOf(element.id), element])) };
}

describe('What the accessibility tree does not contain', { timeout: 60_000 }, () => {
  it('lists clickable elements by their visible name', async () => {
    const { page, byPlace } = await observeFixture('clickable');
    const wanted = await placesOf(page, '[data-want]', 'data-want');
    expect(wanted.length).toBeGreaterThan(10);
    expect(wanted.map(({ place }) => byPlace.get(place)?.name)).toEqual(wanted.map(({ text }) => text));
  });

  it('omits wrappers, decoration and delegated listeners', async () => {
    const { page, byPlace } = await observeFixture('clickable');
    const avoided = await placesOf(page, '[data-avoid], body, html', 'class');
    expect(avoided.length).toBeGreaterThan(10);
    expect(avoided.flatMap(({ place }) => byPlace.get(place) ?? [])).toEqual([]);
  });

  it('omits what is off the screen', async () => {
    const { used } = await observeFixture('hidden');
    const names = used.map((element) => element.name);
    for (const name of unseen) expect(names).not.toContain(name);
    // A view that ran out of time omits the state.
    const readCovered = async () => {
      const { elements } = await witnessed.session.observe();
      return elements.filter(({ states }) => states.includes('covered')).map((element) => element.name);
    };
    await expect.poll(readCovered, { timeout: 10_000 }).toEqual(['Covered button', 'No pointer events', 'Backface']);
    const boxes = used.filter((element) => /checkbox/.test(element.name));
    expect(boxes.map(({ name, role, states }) => [name, role, states])).toEqual([
      ['Styled checkbox', 'Checkbox', ['unchecked']],
      ['Visually hidden checkbox', 'Checkbox', ['unchecked']],
    ]);
  });
});

const unseen = [
  'Display none',
  'Visibility hidden',
  'Hidden attribute',
  'Collapsed',
  'Screen reader only',
  'Zero size',
  'Scaled to nothing',
  'Clip path',
  'Clip rect',
  'Clipped away',
  'Scrolled five',
  'In zero height',
  'Clipped absolute',
  'Cut off by clip',
  'Skip to content',
  'Far left',
  'Above the page',
  'In closed details',
  'Until found',
  'In template',
  'In noscript',
  'Hidden select',
  'In closed dialog',
  'In closed popover',
  'Far below',
  'Bottom link',
];
