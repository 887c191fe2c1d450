import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../src/index.js';
import { sample } from '../support/sample.js';
import { type Served, servePages } from '../support/serve.js';
import { phrasePages } from './pages.js';

/** Records the ids of the elements that receive a click, in capture order, before any listener of the page. */
const recorder = `<script>
  window.clicked = [];
  addEventListener('click', (event) => {
    const target = event.composedPath().find((node) => node.id);
    window.clicked.push(target ? target.id : 'none');
  }, true);
</script>`;

let served: Served;
let session: BrowserSession;

beforeAll(async () => {
  const answers = phrasePages.map(({ html }, index) => [
    `/${index}`,
    `<!doctype html>${recorder}<title>Page</title>${html}`,
  ]);
  served = await servePages(Object.fromEntries(answers));
  session = await openSession({ policy: 'open', url: served.url });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

/** The page that is open and was not pressed on. */
let untouched: number | undefined;

const pages = phrasePages.map((page, index) => ({ ...page, index }));

describe.each(sample(pages, 9))('$name', ({ index, phrases }) => {
  it.each(phrases)('%s → %s', async (selector, expected) => {
    if (untouched !== index) await session.perform({ type: 'navigate', url: `${served.url}/${index}` });
    untouched = undefined;
    const { error, metadata } = await callTool(
      builtinRegistry(),
      'click',
      { selector, timeout: 0 },
      { session, memory: new Map(), rails: { gate: () => 'allow' } },
    );
    const { value } = await session.perform({ type: 'evaluate', script: 'window.clicked' });
    if (Array.isArray(value) && value.length === 0) untouched = index;
    const isRefused = expected === 'refused' || (expected.startsWith('?') && error !== undefined);
    expect(value, error).toEqual(isRefused ? [] : [expected.replace('?', '')]);
    if (isRefused) expect(metadata.code).toMatch(/^(?:not_found|ambiguous|disabled|covered|not_visible)$/);
  });
});

it('tries enough, and half of it without a target', () => {
  const all = phrasePages.flatMap(({ phrases }) => phrases);
  const refused = all.filter(([, expected]) => expected === 'refused');
  expect(phrasePages.length).toBeGreaterThanOrEqual(30);
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(refused.length / all.length).toBeGreaterThan(0.4);
});
