import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSession, openSession } from '../../src/index.js';
import { atOnce } from './effects/at-once.js';
import { busy } from './effects/busy.js';
import type { EffectCase } from './effects/case.js';
import { fields } from './effects/fields.js';
import { late } from './effects/late.js';
import { pages } from './effects/pages.js';
import { passing } from './effects/passing.js';
import { type Judged, runCase, trueEffects } from './effects/run.js';
import { startWitness, type Witness } from './witness.js';

const downloads = mkdtempSync(join(tmpdir(), 'handrail-effects-'));
let witness: Witness;
let session: BrowserSession;
const judged: { one: EffectCase; result: Judged }[] = [];

beforeAll(async () => {
  witness = await startWitness();
  session = await openSession({ downloads, limits: { action: 4_000 } });
});

afterAll(async () => {
  await session?.close();
  await witness?.close();
  rmSync(downloads, { recursive: true, force: true });
  printMatrix();
});

const groups = { 'at once': atOnce, late, passing, pages, fields, busy };

describe.each(Object.entries(groups))('%s', (_, cases) => {
  it.each(cases)('$name', async (one) => {
    const result = await runCase(session, witness, one);
    judged.push({ one, result });
    const { outcome, why } = result;
    const told = JSON.stringify({ changes: outcome.changes, settled: outcome.settled, error: outcome.error });
    expect(trueEffects(one, result), `really ${result.really} (${why}); told ${told}`).toContain(outcome.effect);
    expect(outcome.error?.code).toBe(one.error);
    for (const change of one.tells ?? []) expect(outcome.changes).toContainEqual(expect.objectContaining(change));
    if (one.shows) expect(told).toContain(one.shows);
    for (const kind of one.silent ?? []) expect(outcome.changes.map((change) => change.kind)).not.toContain(kind);
  });
});

function printMatrix(): void {
  const wrong = (effect: string) =>
    judged.filter(
      ({ one, result }) => result.outcome.effect === effect && !trueEffects(one, result).includes(effect as never),
    );
  const line = (name: string, list: typeof judged) =>
    `  ${name}: ${list.length}${list.map(({ one, result }) => `\n    ${one.name} [${result.why}]`).join('')}`;
  const unknown = judged.filter(({ result }) => result.outcome.effect === 'unknown');
  console.log(
    [
      `Effects: ${judged.length} cases, ${judged.filter(({ result }) => result.really === 'changed').length} really changed, ${judged.filter(({ result }) => result.really === 'unchanged').length} did not, ${judged.filter(({ result }) => result.really === 'later').length} later.`,
      line('false changed', wrong('changed')),
      line('false unchanged', wrong('unchanged')),
      line('unknown without need', wrong('unknown')),
      line('unknown in all', unknown),
    ].join('\n'),
  );
}
