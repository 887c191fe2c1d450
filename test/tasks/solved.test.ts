import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sample } from '../support/sample.js';
import { solved } from './solved/all.js';
import { openTrials, type Trials } from './try-task.js';

let trials: Trials;
let solvedCount = 0;
beforeAll(async () => {
  trials = await openTrials();
});
afterAll(async () => {
  await trials.close();
  console.log(`solved without a model: ${solvedCount} of ${sample(solved, 7).length} tasks`);
});

describe.concurrent('solved without a model', () => {
  test.each(sample(solved, 7).map((task) => [task.name, task] as const))('%s', async (_, { site, task, check }) => {
    const { result, witness, transcript } = await trials.attempt(site, task, true);
    expect(result.status, transcript).toBe('done');
    // The last event of the page may still be on its way.
    await vi.waitFor(() => check(witness, result), { timeout: 5_000 });
    solvedCount += 1;
  });
});
