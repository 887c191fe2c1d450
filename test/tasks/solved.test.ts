import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { share } from '../support/share.js';
import { solved } from './solved.js';
import { openTrials, type Trials } from './try-task.js';

let trials: Trials;
let done = 0;
beforeAll(async () => {
  trials = await openTrials();
});
afterAll(async () => {
  await trials.close();
  console.log(`solved without a model: ${done} of ${share(solved, 7).length} tasks`);
});

describe.concurrent('solved without a model', () => {
  test.each(share(solved, 7).map((task) => [task.name, task] as const))('%s', async (_, { site, task, check }) => {
    const { result, witness, story } = await trials.attempt(site, task, true);
    expect(result.status, story).toBe('done');
    // What the page reports may still be on its way.
    await vi.waitFor(() => check(witness, result), { timeout: 5_000 });
    done += 1;
  });
});
