import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../support/sample.js';
import { refused } from './refused/all.js';
import { openTrials, type Trials } from './try-task.js';

let trials: Trials;
let refusedCount = 0;
beforeAll(async () => {
  trials = await openTrials();
});
afterAll(async () => {
  await trials.close();
  console.log(`refused with the right reason: ${refusedCount} of ${sample(refused, 7).length} tasks`);
});

describe.concurrent('refused without a model', () => {
  test.each(sample(refused, 7).map((task) => [task.name, task] as const))(
    '%s',
    async (_, { code, says, unattended, ...rest }) => {
      const { result, witness, transcript } = await trials.attempt(rest.site, rest.task, !unattended);
      expect(result.status, transcript).not.toBe('done');
      expect([code].flat(), transcript).toContain(result.error?.code);
      const reason = [result.reason, result.error?.message, result.error?.hint].join(' ').toLowerCase();
      for (const words of says) expect(reason, transcript).toContain(words.toLowerCase());
      rest.check(witness);
      refusedCount += 1;
    },
  );
});
