import { describe, expect, it } from 'vitest';
import { sample } from '../../support/sample.js';
import {
  clickAll,
  clickMiddles,
  everyTarget,
  expectAll,
  fail,
  half,
  leastOf,
  lookAll,
  open,
  openPage,
  pinch,
  type Stand,
  shareOf,
  targetsNamed,
  targetsOf,
  third,
  useTargets,
  whole,
} from './click-targets.js';

useTargets();

const slow = { timeout: 240_000 };

/**
 * Each page is clicked completely at one scale, except for a hundred links that differ only in their names. Pages on which one pixel makes a
 * difference have another share of targets at each other scale. The shares together are all targets.
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
  it.each(sample(stands, 5))(
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
    // Chromium sends a press to a wrong position in a frame of the page's own process inside a frame of another process: it applies the pinch twice.
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
