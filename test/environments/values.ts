import { expect } from 'vitest';
import { type Case, done, hears, last } from './case.js';
import { at, named } from './stage.js';

export const values: Case[] = [
  {
    name: 'a choice is made by its words; one that is not there is refused with those that are',
    async check(stage) {
      const target = await at(stage, 'Colour');
      expect((await done(stage, { type: 'set_value', target, value: 'Blue' })).effect).toBe('changed');
      await hears(stage, 'chosen Colour Blue');
      expect(named(await stage.session.observe(), 'Colour').value).toBe('Blue');
      const refused = await stage.session.perform({ type: 'set_value', target, value: 'Purple' });
      expect(refused).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'unknown_option' } });
      expect(JSON.stringify(refused.error)).toContain('Green');
      expect(await last(stage, 'chosen Colour')).toBe('Blue');
    },
  },
  {
    name: 'a box is checked and unchecked, and left alone when it is so already',
    async check(stage) {
      const target = await at(stage, 'Agree');
      await done(stage, { type: 'set_value', target, value: true });
      await done(stage, { type: 'set_value', target, value: true });
      await hears(stage, 'checked Agree true');
      expect(named(await stage.session.observe(), 'Agree').states).toContain('checked');
      await done(stage, { type: 'set_value', target, value: false });
      await hears(stage, 'checked Agree true', 'checked Agree false');
      expect((await stage.log()).filter((line) => line.startsWith('checked'))).toHaveLength(2);
    },
  },
  {
    name: 'a slider is set to a number',
    async check(stage) {
      const target = await at(stage, 'Level');
      for (const value of ['8', '0', '10']) {
        await done(stage, { type: 'set_value', target, value });
        await expect.poll(() => last(stage, 'slid Level')).toBe(value);
      }
    },
  },
  {
    name: 'a field is given a text in place of the one it has',
    async check(stage) {
      const target = await at(stage, 'Name');
      await done(stage, { type: 'set_value', target, value: 'Grace' });
      await done(stage, { type: 'set_value', target, value: 'Ünïcode 日本' });
      await expect.poll(() => last(stage, 'text Name')).toBe(JSON.stringify('Ünïcode 日本'));
      expect(named(await stage.session.observe(), 'Name').value).toBe('Ünïcode 日本');
    },
  },
  {
    name: 'what has no value is refused',
    async check(stage) {
      const outcome = await stage.session.perform({ type: 'set_value', target: await at(stage, 'Live'), value: 'x' });
      expect(outcome).toMatchObject({ ok: false, effect: 'unchanged' });
      expect(outcome.error?.code).toMatch(/^(not_editable|unsupported|invalid_action)$/);
      expect((await stage.log()).filter((line) => line.startsWith('pressed'))).toEqual([]);
    },
  },
];
