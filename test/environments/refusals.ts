import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Action, ErrorCode } from '../../src/index.js';
import { openJournal } from '../../src/journal/journal.js';
import { type Case, done, last } from './case.js';
import { at, named } from './stage.js';

const secret = 'hunter2-sesame';

const beside: [target: { x: number; y: number } | { element: `el_${number}` }, code: ErrorCode][] = [
  [{ x: -1, y: 10 }, 'out_of_range'],
  [{ x: 10, y: -0.5 }, 'out_of_range'],
  [{ x: 5_000, y: 10 }, 'out_of_range'],
  [{ x: 10, y: 5_000 }, 'out_of_range'],
  [{ x: Number.NaN, y: 10 }, 'invalid_action'],
  [{ x: 10, y: Number.POSITIVE_INFINITY }, 'invalid_action'],
  [{ element: 'el_987654' }, 'unknown_element'],
];

export const refusals: Case[] = [
  {
    name: 'points that are off the screen and ids that nobody gave are refused with a sentence, and nothing is done',
    async check(stage) {
      await stage.session.observe();
      for (const [target, code] of beside) {
        const actions: Action[] = [
          { type: 'click', target },
          { type: 'move', target },
          { type: 'drag', path: [target, { x: 20, y: 20 }] },
          { type: 'scroll', target, dx: 0, dy: 100 },
        ];
        for (const action of actions) {
          const { ok, effect, error } = await stage.session.perform(action);
          const told = { ok, effect, code: error?.code };
          expect(told, JSON.stringify(action)).toEqual({ ok: false, effect: 'unchanged', code });
          expect(error?.message).toMatch(/^\S.*\.$/s);
        }
      }
      expect(await stage.log()).toEqual([]);
    },
  },
  {
    name: 'what is no action is refused',
    async check(stage) {
      const none: unknown[] = [
        undefined,
        {},
        { type: 'fly' },
        { type: 'click' },
        { type: 'type', text: 5 },
        { type: 'wait', for: { seconds: 1e9 } },
      ];
      for (const action of none) {
        const outcome = await stage.session.perform(action as Action);
        expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'invalid_action' } });
      }
      expect(await stage.log()).toEqual([]);
    },
  },
  {
    name: 'what is switched off is refused',
    async check(stage) {
      const outcome = await stage.session.perform({ type: 'click', target: await at(stage, 'Off') });
      expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'disabled' } });
      expect(await stage.log()).toEqual([]);
    },
  },
  {
    name: 'the id of what is gone is refused with its likeliest successor, and nothing is clicked',
    async check(stage) {
      const target = await at(stage, 'Fleeting');
      await stage.tell('replace');
      const outcome = await stage.session.perform({ type: 'click', target });
      expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'stale_element' } });
      const { id } = named(await stage.session.observe(), 'Fleeting');
      expect(outcome.error?.message).toContain(`${id} Button "Fleeting" looks the same`);
      expect((await stage.log()).filter((line) => line.startsWith('pressed'))).toEqual([]);
      await done(stage, { type: 'click', target: { element: id } });
      await stage.tell('remove');
      const gone = await stage.session.perform({ type: 'click', target: { element: id } });
      expect(gone).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'stale_element' } });
      expect((await stage.log()).filter((line) => line.startsWith('pressed'))).toEqual(['pressed Fleeting']);
    },
  },
  {
    name: 'a password is in no view, no text, no journal and no picture',
    async check(stage) {
      const { session } = stage;
      const folder = mkdtempSync(join(tmpdir(), 'handrail-contract-'));
      const journal = openJournal({ folder: join(folder, 'run') });
      try {
        const typed = 'Xyzzy-9-plugh';
        const target = await at(stage, 'Secret');
        const outcome = await session.perform(
          { type: 'type', target, text: typed, clear: true },
          { rails: { journal } },
        );
        expect(outcome.error).toBeUndefined();
        await expect.poll(() => last(stage, 'text Secret')).toBe(JSON.stringify(typed));
        const seen = await session.observe({ picture: 'marks', budget: 20_000 });
        const found = await session.observe({ find: typed });
        for (const word of [typed, secret]) {
          expect(
            JSON.stringify([outcome, seen.elements, seen.text, seen.changes, session.knownElement(target.element)]),
          ).not.toContain(word);
          expect(JSON.stringify([found.elements, found.text.replaceAll(`"${typed}"`, '')])).not.toContain(word);
        }
        const { image } = await session.observe({ picture: 'plain' });
        if (!image) throw new Error('There is no picture.');
        const { bounds } = named(seen, 'Secret');
        const part = {
          left: Math.ceil(bounds.x),
          top: Math.ceil(bounds.y),
          width: Math.floor(bounds.width) - 1,
          height: Math.floor(bounds.height) - 1,
        };
        const { channels } = await sharp(await sharp(image.bytes).removeAlpha().extract(part).png().toBuffer()).stats();
        expect(
          channels.map(({ min, max }) => max - min),
          'one colour where the password stands',
        ).toEqual([0, 0, 0]);
        journal.close();
        for (const name of readdirSync(journal.folder))
          expect(readFileSync(join(journal.folder, name), 'latin1')).not.toContain(typed);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
