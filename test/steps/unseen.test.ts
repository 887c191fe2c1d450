import { afterAll, describe, expect, it } from 'vitest';
import { sample } from '../support/sample.js';
import { usePageTrials } from './page-trials.js';
import { taskPages } from './unseen/pages.js';

const preamble =
  '<!doctype html><title>Page</title><script>window.events = []; window.log = (event) => window.events.push(event);</script>';
const attempt = usePageTrials(taskPages.map(({ html }) => preamble + html));

const counts = { solved: 0, refused: 0, falseDone: 0 };
afterAll(() => console.log(`unseen tasks: ${JSON.stringify(counts)}`));

const pages = taskPages.map((page, index) => ({ ...page, index }));

describe.each(sample(pages, 6))('$name', ({ index, tasks }) => {
  it.each(tasks)('%s → %s', async (task, expected) => {
    const { status, answer, events, transcript } = await attempt(index, task);
    const logged = events.filter((event) => !event.startsWith('~')).join(' | ');
    const wanted = expected.replace(/^\?/, '');
    const isRight = wanted.startsWith('answer: ') ? answer === wanted.slice('answer: '.length) : logged === wanted;
    const isDone = status === 'done';
    if (isDone) counts[isRight ? 'solved' : 'falseDone'] += 1;
    else counts.refused += 1;
    if (isDone) expect(isRight, transcript).toBe(true);
    if (expected === 'refused') expect(logged, transcript).toBe('');
    if (!isDone && expected !== 'refused') expect(expected, transcript).toMatch(/^\?/);
  });
});

it('tries enough, and half of it without a solution', () => {
  const all = taskPages.flatMap(({ tasks }) => tasks);
  const refused = all.filter(([, expected]) => expected === 'refused');
  expect(taskPages.length).toBeGreaterThanOrEqual(20);
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(refused.length / all.length).toBeGreaterThanOrEqual(0.45);
});
