import { describe, expect, test, vi } from 'vitest';
import { sample } from '../support/sample.js';
import { solved } from './solved/all.js';
import { useTrials } from './try-task.js';

const tasks = sample(solved, 10);
const trials = useTrials('solved without a model', tasks.length);

describe.concurrent('solved without a model', () => {
  test.each(tasks.map((task) => [task.name, task] as const))('%s', async (_, { site, task, check }) => {
    const { result, witness, transcript } = await trials.attempt(site, task, true);
    expect(result.status, transcript).toBe('done');
    // The last event of the page may still be on its way.
    await vi.waitFor(() => check(witness, result), { timeout: 5_000 });
    trials.passed();
  });
});
