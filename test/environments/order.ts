import { expect } from 'vitest';
import type { Action } from '../../src/index.js';
import { type Case, done, hears } from './case.js';
import { at } from './stage.js';

/** How long something takes to end after it was cancelled. */
async function cancelled<T>(
  work: (signal: AbortSignal) => Promise<T>,
  afterMs: number,
): Promise<{ ms: number; value: T | unknown }> {
  const controller = new AbortController();
  const working = work(controller.signal).catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const began = performance.now();
  controller.abort();
  const value = await working;
  return { ms: performance.now() - began, value };
}

const long: Action[] = [
  { type: 'wait', for: { seconds: 60 } },
  { type: 'wait', for: { text: 'never' }, timeoutMs: 60_000 },
  { type: 'wait', for: { gone: { name: 'Live' } }, timeoutMs: 60_000 },
  { type: 'key', keys: 'F6', holdMs: 60_000 },
];

export const order: Case[] = [
  {
    name: 'whatever waits is cancelled within a second, and the session goes on',
    async check(stage) {
      for (const action of long) {
        const { ms, value } = await cancelled((signal) => stage.session.perform(action, { signal }), 250);
        expect(ms, JSON.stringify(action)).toBeLessThan(1_000);
        expect(value).toMatchObject({ ok: false, error: { code: 'cancelled' } });
      }
      await done(stage, { type: 'click', target: await at(stage, 'Live') });
      await hears(stage, 'pressed Live');
    },
  },
  {
    name: 'an action or a look is cancelled at any moment, within a second',
    async check(stage) {
      const target = await at(stage, 'Late');
      for (const ms of [0, 3, 10, 40, 120]) {
        const clicked = await cancelled((signal) => stage.session.perform({ type: 'click', target }, { signal }), ms);
        expect(clicked.ms).toBeLessThan(1_000);
        expect(clicked.value).toMatchObject({ settled: expect.anything() });
        const looked = await cancelled((signal) => stage.session.observe({ signal, picture: 'marks' }), ms);
        expect(looked.ms).toBeLessThan(1_000);
      }
      await done(stage, { type: 'click', target: await at(stage, 'Live') });
      await hears(stage, 'pressed Live');
      expect((await stage.log()).filter((line) => line === 'pressed Late').length).toBeLessThanOrEqual(5);
    },
  },
  {
    name: 'what was cancelled before it began is not done',
    async check(stage) {
      const target = await at(stage, 'Live');
      const first = stage.session.perform({ type: 'wait', for: { seconds: 0.4 } });
      const { ms, value } = await cancelled(
        (signal) => stage.session.perform({ type: 'click', target }, { signal }),
        20,
      );
      expect(ms).toBeLessThan(200);
      expect(value).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'cancelled' } });
      expect((await first).ok).toBe(true);
      const already = await stage.session.perform({ type: 'click', target }, { signal: AbortSignal.abort() });
      expect(already).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'cancelled' } });
      expect(await stage.log()).toEqual([]);
    },
  },
  {
    name: 'calls that come at once are done one after the other, in the order of asking',
    async check(stage) {
      const { session } = stage;
      const [live, name, dead] = [await at(stage, 'Live'), await at(stage, 'Name'), await at(stage, 'Dead')];
      const outcomes = await Promise.all([
        session.perform({ type: 'click', target: live }),
        session.perform({ type: 'type', target: name, text: 'x' }),
        session.observe(),
        session.perform({ type: 'click', target: dead }),
        session.perform({ type: 'click', target: live }),
      ]);
      expect(outcomes[2].text).toContain('Status: pressed');
      await hears(stage, 'pressed Live', 'text Name "x"', 'pressed Dead', 'pressed Live');
    },
  },
  {
    name: 'what does not apply here is answered with "unsupported", and nothing is done',
    async check(stage, kind) {
      for (const one of kind.unsupported) {
        if ('read' in one) {
          await expect(stage.session.read(one.read), one.why).rejects.toMatchObject({ code: 'unsupported' });
          continue;
        }
        const { action } = one;
        const { ok, effect, error } = await stage.session.perform(action);
        expect({ type: action.type, ok, effect, code: error?.code }).toEqual({
          type: action.type,
          ok: false,
          effect: 'unchanged',
          code: 'unsupported',
        });
        expect(error?.message).toMatch(/^\S.*\.$/s);
      }
      expect(await stage.log()).toEqual([]);
    },
  },
];
