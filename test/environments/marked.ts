import { expect } from 'vitest';
import type { Rect } from '../../src/core/geometry.js';
import { type Case, done } from './case.js';
import { readMarks } from './read-marks.js';

/** What the program says when each of these is clicked. */
const answers: Record<string, RegExp> = {
  Live: /^pressed Live$/,
  Dead: /^pressed Dead$/,
  Late: /^pressed Late$/,
  Fleeting: /^pressed Fleeting$/,
  Name: /^focus Name$/,
  Secret: /^focus Secret$/,
  Keys: /^focus Keys$/,
  Notes: /^focus Notes$/,
  Agree: /^checked Agree/,
  Level: /^(focus Level|slid Level .*)$/,
  Board: /^down Board/,
};

/** How far two boxes are from each other. */
function gap(one: Rect, other: Rect): number {
  const across = Math.max(one.x - other.x - other.width, other.x - one.x - one.width, 0);
  const down = Math.max(one.y - other.y - other.height, other.y - one.y - one.height, 0);
  return Math.hypot(across, down);
}

export const marked: Case[] = [
  {
    name: 'the number on the picture is the id of what it stands at: each is clicked, and the program is asked what was hit',
    async check(stage) {
      const { image, elements } = await stage.session.observe({ picture: 'marks' });
      if (!image) throw new Error('There is no picture.');
      const marks = await readMarks(image.bytes);
      const shown = elements.filter(
        ({ interactive, states }) => interactive && !states.includes('offscreen') && !states.includes('covered'),
      );
      expect(marks.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual(
        shown.map(({ id }) => Number(id.slice(3))).toSorted((one, other) => one - other),
      );
      const places = await stage.places();
      const hit: string[] = [];
      for (const { number, label } of marks) {
        const nearest = Object.entries(places).toSorted(([, one], [, other]) => gap(one, label) - gap(other, label))[0];
        const [name = '', place] = nearest ?? [];
        const answer = answers[name];
        if (!answer || !place) continue;
        expect(gap(place, label), `${number} beside ${name}`).toBeLessThan(40);
        await stage.tell('reset');
        await done(stage, { type: 'click', target: { element: `el_${number}` } });
        await expect
          .poll(() => stage.log(), { message: `${number} stands at ${name}` })
          .toContainEqual(expect.stringMatching(answer));
        hit.push(name);
      }
      expect(hit.toSorted()).toEqual(Object.keys(answers).toSorted());
    },
  },
];
