import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { share } from '../support/share.js';
import { refused } from './refused.js';
import { openTrials, type Trials } from './try-task.js';

let trials: Trials;
let held = 0;
beforeAll(async () => {
  trials = await openTrials();
});
afterAll(async () => {
  await trials.close();
  console.log(`refused with the right reason: ${held} of ${share(refused, 7).length} tasks`);
});

describe.concurrent('refused without a model', () => {
  test.each(share(refused, 7).map((task) => [task.name, task] as const))(
    '%s',
    async (_, { code, says, unattended, ...rest }) => {
      const { result, witness, story } = await trials.attempt(rest.site, rest.task, !unattended);
      expect(result.status, story).not.toBe('done');
      expect([code].flat(), story).toContain(result.error?.code);
      const reason = [result.reason, result.error?.message, result.error?.hint].join(' ').toLowerCase();
      for (const words of says) expect(reason, story).toContain(words.toLowerCase());
      rest.check(witness);
      held += 1;
    },
  );
});
