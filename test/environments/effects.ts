import { expect } from 'vitest';
import { type Case, done, hears } from './case.js';
import { at } from './stage.js';

const short = 5_000;

export const effects: Case[] = [
  {
    name: 'a button that does something: changed, and what changed is told',
    async check(stage) {
      const outcome = await done(stage, { type: 'click', target: await at(stage, 'Live') });
      expect(outcome.effect).toBe('changed');
      expect(JSON.stringify(outcome.changes)).toContain('Status: pressed');
      await hears(stage, 'pressed Live');
    },
  },
  {
    name: 'a button that does nothing: unchanged',
    async check(stage) {
      const target = await at(stage, 'Dead');
      for (let turn = 0; turn < 2; turn += 1)
        expect((await done(stage, { type: 'click', target })).effect).toBe('unchanged');
      await hears(stage, 'pressed Dead', 'pressed Dead');
    },
  },
  {
    name: 'a button that does something a moment later: seen, or not denied',
    async check(stage) {
      const { effect } = await done(stage, { type: 'click', target: await at(stage, 'Late') });
      expect(['changed', 'unknown']).toContain(effect);
      await done(stage, { type: 'wait', for: { text: 'Status: late' }, timeoutMs: short });
    },
  },
  {
    name: 'a clock that ticks by itself is no evidence',
    async check(stage) {
      await stage.tell('clock on');
      for (let turn = 0; turn < 3; turn += 1) {
        await done(stage, { type: 'wait', for: { seconds: 0.4 } });
        await stage.session.observe();
      }
      const { effect, changes } = await done(stage, { type: 'click', target: await at(stage, 'Dead') });
      expect(effect, JSON.stringify(changes)).not.toBe('changed');
      expect((await done(stage, { type: 'click', target: await at(stage, 'Live') })).effect).toBe('changed');
    },
  },
  {
    name: 'a wait ends when a text comes',
    async check(stage) {
      const waiting = stage.session.perform({ type: 'wait', for: { text: 'Status: later' }, timeoutMs: short });
      await stage.tell('say later');
      expect(await waiting).toMatchObject({ ok: true });
    },
  },
  {
    name: 'a wait ends when an element comes, and when it goes',
    async check(stage) {
      const name = 'Fleeting';
      const { element: id } = await at(stage, name);
      for (const gone of [{ name }, { id }]) {
        await stage.tell('reset');
        await done(stage, { type: 'wait', for: { element: { name, role: 'Button' } }, timeoutMs: short });
        const waiting = stage.session.perform({ type: 'wait', for: { gone }, timeoutMs: short });
        await stage.tell('remove later');
        expect(await waiting).toMatchObject({ ok: true });
      }
    },
  },
  {
    name: 'a wait of seconds takes them; one for what does not come ends in time and says so',
    async check(stage) {
      const began = performance.now();
      await done(stage, { type: 'wait', for: { seconds: 0.5 } });
      expect(performance.now() - began).toBeGreaterThan(490);
      const waits = [{ text: 'never' }, { element: { name: 'Nobody' } }, { gone: { name: 'Live' } }] as const;
      for (const condition of waits) {
        const start = performance.now();
        const outcome = await stage.session.perform({ type: 'wait', for: condition, timeoutMs: 300 });
        expect(outcome).toMatchObject({ ok: false, error: { code: 'wait_timeout' } });
        expect(performance.now() - start).toBeLessThan(2_500);
      }
    },
  },
];
