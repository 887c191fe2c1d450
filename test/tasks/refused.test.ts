import { describe, expect, test } from 'vitest';
import { sample } from '../support/sample.js';
import { refused } from './refused/all.js';
import { useTrials } from './try-task.js';

const tasks = sample(refused, 10);
const trials = useTrials('refused with the right reason', tasks.length);

describe.concurrent('refused without a model', () => {
  test.each(tasks.map((task) => [task.name, task] as const))('%s', async (_, { code, says, unattended, ...rest }) => {
    const { result, witness, transcript } = await trials.attempt(rest.site, rest.task, !unattended);
    expect(result.status, transcript).not.toBe('done');
    expect([code].flat(), transcript).toContain(result.error?.code);
    const reason = [result.reason, result.error?.message, result.error?.hint].join(' ').toLowerCase();
    for (const words of says) expect(reason, transcript).toContain(words.toLowerCase());
    rest.check(witness);
    trials.passed();
  });
});
