import { expect } from 'vitest';
import type { Point } from '../../src/core/geometry.js';
import type { Action } from '../../src/index.js';
import { type Case, done, hears } from './case.js';
import { at, named, type Stage } from './stage.js';

/** A point of the board, in screen pixels; the program counts from the board's corner. */
async function spot(stage: Stage, x: number, y: number): Promise<Point> {
  const { Board: board } = await stage.places();
  if (!board) throw new Error('The program has no board.');
  return { x: Math.round(board.x) + x, y: Math.round(board.y) + y };
}

const downs = async (stage: Stage) => (await stage.log()).filter((line) => line.startsWith('down '));

type Click = Omit<Extract<Action, { type: 'click' }>, 'type' | 'target'>;

/** Each at a place of its own: what is clicked twice at one place in a short time is clicked twice by one hand. */
const clicks: [what: Click, ...said: string[]][] = [
  [{}, 'down Board HERE left ', 'up Board HERE left '],
  [{ button: 'right' }, 'down Board HERE right '],
  [{ button: 'middle' }, 'down Board HERE middle '],
  [{ count: 2 }, 'down Board HERE left ', 'double Board'],
  [{ count: 3 }, 'double Board', 'triple Board'],
  [{ modifiers: ['Shift'] }, 'down Board HERE left Shift'],
  [{ modifiers: ['Control', 'Alt'] }, 'down Board HERE left Control+Alt'],
];

export const pointing: Case[] = [
  {
    name: 'a click by id reaches that thing, and no other',
    async check(stage) {
      const seen = await stage.session.observe();
      for (const name of ['Live', 'Fleeting', 'Late'])
        await done(stage, { type: 'click', target: { element: named(seen, name).id } });
      await hears(stage, 'pressed Live', 'pressed Fleeting', 'pressed Late');
      expect((await stage.log()).filter((line) => line.startsWith('pressed'))).toHaveLength(3);
      await done(stage, { type: 'click', target: { element: named(seen, 'Board').id } });
      await hears(stage, 'down Board 150,100 left ');
    },
  },
  ...clicks.map(([how, ...said], index) => ({
    name: `a click at a point lands there: ${JSON.stringify(how)}`,
    async check(stage: Stage) {
      const [x, y] = [40 + 30 * index, 30 + 20 * index];
      await done(stage, { type: 'click', target: await spot(stage, x, y), ...how });
      await hears(stage, ...said.map((line) => line.replace('HERE', `${x},${y}`)));
      expect(await downs(stage)).toHaveLength(how.count ?? 1);
    },
  })),
  {
    name: 'a modifier is let go of after the click',
    async check(stage) {
      await done(stage, { type: 'click', target: await spot(stage, 40, 30), modifiers: ['Control'] });
      await done(stage, { type: 'click', target: await spot(stage, 90, 30) });
      await hears(stage, 'down Board 40,30 left Control', 'down Board 90,30 left ');
    },
  },
  {
    name: 'the pointer moves, presses and releases one after the other',
    async check(stage) {
      await done(stage, { type: 'move', target: await spot(stage, 20, 20) });
      await hears(stage, 'move Board 20,20 ');
      await done(stage, { type: 'press', target: await spot(stage, 50, 60) });
      await hears(stage, 'down Board 50,60 left ');
      await done(stage, { type: 'release', target: await spot(stage, 120, 90) });
      await hears(stage, 'up Board 120,90 left ');
    },
  },
  {
    name: 'a drag goes through its points with the button held',
    async check(stage) {
      const path = [await spot(stage, 30, 30), await spot(stage, 200, 40), await spot(stage, 220, 150)];
      await done(stage, { type: 'drag', path, modifiers: ['Shift'] });
      await hears(stage, 'down Board 30,30 left Shift', 'move Board 200,40 Shift', 'up Board 220,150 left Shift');
      expect(await downs(stage)).toHaveLength(1);
    },
  },
  {
    name: 'a wheel turns as far as was asked, each way',
    async check(stage) {
      const target = await spot(stage, 100, 100);
      for (const [dx, dy] of [
        [0, 300],
        [0, -500],
        [200, 0],
      ] as const) {
        await stage.tell('reset');
        await done(stage, { type: 'scroll', target, dx, dy });
        await expect.poll(() => turned(stage), { timeout: 15_000 }).toEqual({ dx: dx / 100, dy: dy / 100 });
      }
    },
  },
  {
    name: 'a list scrolls, and that is seen',
    async check(stage) {
      const { Rows: rows } = await stage.places();
      if (!rows) throw new Error('The program has no rows.');
      const target = { x: rows.x + 60, y: rows.y + 100 };
      expect((await done(stage, { type: 'scroll', target, dx: 0, dy: 600 })).effect).toBe('changed');
      await expect.poll(() => scrolled(stage)).toBeGreaterThan(100);
      const names = (await stage.session.observe()).elements.map(({ name }) => name);
      expect(names).not.toContain('Row 1');
      await done(stage, { type: 'scroll', target, dx: 0, dy: -600 });
      await expect.poll(() => scrolled(stage)).toBe(0);
      const further = await done(stage, { type: 'scroll', target, dx: 0, dy: -600 });
      // A list may glow at its end; nothing in it has moved.
      expect(further.changes.filter(({ kind }) => kind !== 'pixels')).toEqual([]);
      expect(await scrolled(stage)).toBe(0);
    },
  },
  {
    name: 'what is covered is reached itself or refused; what covers it gets nothing',
    async check(stage) {
      const outcome = await stage.session.perform({ type: 'click', target: await at(stage, 'Covered') });
      if (outcome.error) {
        expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'covered' } });
        expect((await stage.log()).filter((line) => line.startsWith('pressed'))).toEqual([]);
        return;
      }
      await hears(stage, 'pressed Covered');
      expect(await stage.log()).not.toContain('pressed the cover');
    },
  },
  {
    name: 'a dialog is shown, and answered either way',
    async check(stage) {
      for (const accept of [true, false]) {
        await stage.tell('reset');
        const asked = await done(stage, { type: 'click', target: await at(stage, 'Ask') });
        expect(asked.effect).toBe('changed');
        const { modal, text } = await stage.session.observe();
        expect(modal?.text ?? text).toContain('Really?');
        const answered = await stage.answer(accept);
        expect(answered.error).toBeUndefined();
        await hears(stage, `answered ${accept ? 'yes' : 'no'}`);
        expect((await stage.session.observe()).text).not.toContain('Really?');
      }
    },
  },
];

async function turned(stage: Stage): Promise<{ dx: number; dy: number }> {
  const sum = { dx: 0, dy: 0 };
  for (const line of await stage.log()) {
    const [, dx = 0, dy = 0] = /^wheel Board (\S+),(\S+) /.exec(line) ?? [];
    sum.dx += Number(dx);
    sum.dy += Number(dy);
  }
  return sum;
}

async function scrolled(stage: Stage): Promise<number> {
  const line = (await stage.log()).findLast((one) => one.startsWith('scrolled Rows '));
  return Number(line?.slice('scrolled Rows '.length) ?? Number.NaN);
}
