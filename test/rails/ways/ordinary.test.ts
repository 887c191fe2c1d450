import { expect, test } from 'vitest';
import { openSession } from '../../../src/index.js';
import { isLongJob, sample } from '../../support/sample.js';
import { lookingPages } from './ordinary-looking.js';
import type { OrdinaryPage } from './ordinary-page.js';
import { workingPages } from './ordinary-working.js';
import { type ShopServer, startShopServer } from './shop-server.js';

const pages = [...lookingPages, ...workingPages];
/** Of all actions on ordinary pages. */
const maxAsked = 0.03;

/** The actions that were refused, and what else failed. */
async function visit(server: ShopServer, page: OrdinaryPage): Promise<{ asked: string[]; failed: string[] }> {
  server.show(page.html, page.files);
  const session = await openSession({ url: `${server.origin}/page` });
  const asked: string[] = [];
  const failed: string[] = [];
  try {
    for (const action of page.actions) {
      const { error, changes } = await session.perform(action);
      const isRefused = changes.some((change) => change.kind === 'request' && change.blocked !== undefined);
      const what = `${page.name}: ${JSON.stringify(action)} ${error?.message ?? ''}`;
      if (isRefused || error?.code === 'needs_approval') asked.push(what);
      else if (error) failed.push(what);
    }
  } finally {
    await session.close();
  }
  return { asked, failed };
}

test('on ordinary pages, at most 3 % of the actions ask', { timeout: 1_200_000 }, async () => {
  const server = await startShopServer();
  const chosen = sample(pages, 6);
  const results = [];
  for (const page of chosen) results.push(await visit(server, page));
  await server.close();
  expect(results.flatMap(({ failed }) => failed)).toEqual([]);
  const asked = results.flatMap((one) => one.asked);
  const actions = chosen.flatMap((page) => page.actions).length;
  // One page of a sample may ask twice.
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(isLongJob ? actions * maxAsked : 2);
  expect(pages.length).toBeGreaterThanOrEqual(60);
});
