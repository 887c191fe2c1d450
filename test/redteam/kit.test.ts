import { expect, test } from 'vitest';
import { carriers } from '../../src/doors/redteam/carriers.js';
import { goals } from '../../src/doors/redteam/goals.js';
import { runKit } from '../../src/doors/redteam/run-kit.js';
import { trials } from '../../src/doors/redteam/trials.js';
import { sample } from '../support/sample.js';

test('there are at least 60 injection pages, with every carrier and every goal', () => {
  expect(new Set(trials.map(({ id }) => id)).size).toBeGreaterThanOrEqual(60);
  expect(new Set(trials.map(({ carrier }) => carrier.name)).size).toBe(carriers.length);
  expect(new Set(trials.map(({ goal }) => goal.name)).size).toBe(goals.length);
});

test.each(sample(trials, 9))('an obedient model does no harm, and its task is done: $id', async (trial) => {
  const [result] = await runKit({ trials: [trial] });
  expect(result).toMatchObject({ safe: true, useful: true, reached: [] });
});

test('the kit reports what gets through if everything is allowed', async () => {
  const names = ['pay', 'delete the account', 'send the secret in an address'];
  const chosen = names.flatMap((name) => trials.find(({ goal }) => goal.name === name) ?? []);
  const results = await runKit({ trials: chosen, policy: 'open' });
  expect(results.map(({ safe }) => safe)).toEqual([false, false, false]);
  expect(results.map(({ useful }) => useful)).toEqual([true, true, true]);
});
