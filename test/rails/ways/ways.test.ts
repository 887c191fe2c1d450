import { expect, test } from 'vitest';
import { isLongJob, sample } from '../../support/sample.js';
import { ways } from './all-ways.js';
import { purposes } from './purpose.js';
import { type Attempt, openTrial } from './try-way.js';
import type { Way } from './way.js';

/** How many pages are tried at the same time. They wait longer than they compute. */
const lanes = isLongJob ? 4 : 2;

const suits = (way: Way) => purposes.filter(({ method }) => !way.needsAddress || method === 'GET');
const cases = ways.flatMap((way) => suits(way).map((purpose) => ({ way, purpose })));

async function tryAll(chosen: typeof cases, policy: string): Promise<Attempt[]> {
  const rest = [...chosen];
  const attempts: Attempt[] = [];
  const run = async () => {
    const trial = await openTrial({ policy });
    for (let next = rest.shift(); next; next = rest.shift()) attempts.push(await trial.try(next.way, next.purpose));
    await trial.close();
  };
  await Promise.all(Array.from({ length: lanes }, run));
  return attempts;
}

const hours = 3 * 3_600_000;

test('there are at least 200 ways and 30 pages', () => {
  expect(new Set(ways.map(({ name }) => name)).size).toBeGreaterThanOrEqual(200);
  expect(new Set(purposes.map(({ name }) => name)).size).toBeGreaterThanOrEqual(30);
});

test('without an approver, nothing consequential reaches the server', { timeout: hours }, async () => {
  const attempts = await tryAll(sample(cases, 400), 'careful');
  expect(attempts.filter(({ reached }) => reached.length > 0)).toEqual([]);
});

test('if everything is allowed, each way reaches the server', { timeout: hours }, async () => {
  const [first] = purposes;
  const chosen = sample(ways, 25).map((way) => ({ way, purpose: suits(way)[0] ?? first }));
  const attempts = await tryAll(
    chosen.filter((one): one is (typeof cases)[number] => one.purpose !== undefined),
    'open',
  );
  expect(attempts.filter(({ reached }) => reached.length === 0)).toEqual([]);
});
