import { describe, expect, it } from 'vitest';
import { usePageTrials } from './page-trials.js';
import { scrollingPages } from './scrolling-pages.js';

const preamble =
  '<!doctype html><title>Page</title><script>window.events = []; window.log = (event) => window.events.push(event);</script>';
const attempt = usePageTrials(scrollingPages.map(({ html }) => preamble + html));
const pages = scrollingPages.map((page, index) => ({ ...page, index }));

describe.each(pages)('$name', ({ index, tasks }) => {
  it.each(tasks)('%s → %s', async (task, expected) => {
    const { status, events, transcript } = await attempt(index, task);
    const isRefused = expected === 'refused';
    expect(events.join(' | '), transcript).toBe(isRefused ? '' : expected);
    expect(status === 'done', transcript).toBe(!isRefused);
  });
});
