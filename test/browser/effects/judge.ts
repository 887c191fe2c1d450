import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { sample } from '../../support/sample.js';
import { startWitness, type Witness } from '../witness/witness.js';
import type { EffectCase } from './case.js';
import { type Judged, runCase, trueEffects } from './run.js';

/** Judges every case of the groups against what the page says of itself. Cases that mostly wait may wait side by side. */
export function judgeAll(groups: Record<string, EffectCase[]>, { sideBySide = false } = {}): void {
  const downloads = mkdtempSync(join(tmpdir(), 'handrail-effects-'));
  const judged: { one: EffectCase; result: Judged }[] = [];
  const sessions: BrowserSession[] = [];
  const free: BrowserSession[] = [];
  let witness: Witness;

  beforeAll(async () => {
    witness = await startWitness();
  });

  afterAll(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    await witness?.close();
    rmSync(downloads, { recursive: true, force: true });
    console.log(matrix(judged));
  });

  /** A session that no other case uses now. */
  async function lend(): Promise<BrowserSession> {
    const session =
      free.pop() ?? (await openSession({ policy: 'open', downloads, limits: { actionTimeoutMs: 4_000 } }));
    if (!sessions.includes(session)) sessions.push(session);
    return session;
  }

  describe.each(Object.entries(groups))('%s', { concurrent: sideBySide }, (_, cases) => {
    it.each(sample(cases, 6))('$name', async (one) => {
      const session = await lend();
      const result = await runCase(session, witness, one).finally(() => free.push(session));
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
}

function matrix(judged: readonly { one: EffectCase; result: Judged }[]): string {
  const wrong = (effect: string) =>
    judged.filter(
      ({ one, result }) => result.outcome.effect === effect && !trueEffects(one, result).includes(effect as never),
    );
  const line = (name: string, list: typeof judged) =>
    `  ${name}: ${list.length}${list.map(({ one, result }) => `\n    ${one.name} [${result.why}]`).join('')}`;
  const really = (what: Judged['really']) => judged.filter(({ result }) => result.really === what).length;
  const unknown = judged.filter(({ result }) => result.outcome.effect === 'unknown');
  return [
    `Effects: ${judged.length} cases, ${really('changed')} really changed, ${really('unchanged')} did not, ${really('later')} later.`,
    line('false changed', wrong('changed')),
    line('false unchanged', wrong('unchanged')),
    line('unknown without need', wrong('unknown')),
    line('unknown in all', unknown),
  ].join('\n');
}
