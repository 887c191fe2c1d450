import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { effects } from './effects.js';
import { looking } from './looking.js';
import { marked } from './marked.js';
import { order } from './order.js';
import { pointing } from './pointing.js';
import { refusals } from './refusals.js';
import type { Kind, Stage } from './stage.js';
import { typing } from './typing.js';
import { values } from './values.js';

const chapters = { looking, marked, pointing, typing, values, effects, refusals, order };

/** Asks of a kind of screen everything that an environment promises, with its program as the witness. */
export function keepsContract(kind: Kind): void {
  describe(`the contract of environments: ${kind.name}`, { timeout: 60_000 }, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await kind.open();
    }, kind.openMs);
    afterAll(() => stage?.close());
    beforeEach(() => stage.tell('reset'));

    describe.each(Object.entries(chapters))('%s', (_, cases) => {
      const checks = cases.map(({ name, check }) => [name, check] as const);
      it.each(checks)('%s', (__, check) => check(stage, kind));
    });
  });

  describe(`the end of a session: ${kind.name}`, { timeout: kind.openMs }, () => {
    it('ends what is under way, leaves nothing, can be asked for again; what comes after is refused', async () => {
      const { session, close } = await kind.open();
      const waiting = session.perform({ type: 'wait', for: { text: 'never' }, timeoutMs: 60_000 });
      await new Promise((resolve) => setTimeout(resolve, 100));
      const began = performance.now();
      await Promise.all([session.close(), session.close()]);
      expect(performance.now() - began).toBeLessThan(5_000);
      expect((await waiting).ok).toBe(false);
      await session.close();
      const late = await session.perform({ type: 'wait', for: { seconds: 0 } });
      expect(late).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'closed' } });
      await expect(session.observe()).rejects.toMatchObject({ code: 'closed' });
      await close();
      await expect.poll(() => kind.left(), { timeout: 15_000, interval: 100 }).toEqual([]);
    });
  });
}
