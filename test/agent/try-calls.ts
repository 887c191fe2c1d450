import type { Reply, Turn } from '../../src/exports/models.js';
import { scripted } from '../../src/exports/testing.js';
import { type Action, type RunOptions, run } from '../../src/index.js';
import { drawScreen } from '../contract/drawn-screen.js';

const vision = { picture: { type: 'png', size: () => ({ width: 400, height: 300 }) } } as const;

export const click = (x: number, y: number): Action => ({ type: 'click', target: { x, y } });

export const answer = { calls: [], text: 'There.' };

/** Runs a script of replies on a drawn screen, and records each turn that the model received. */
export async function tryCalls(replies: Partial<Reply>[], options: Partial<RunOptions> = {}, screen = drawScreen()) {
  const turns: Turn[] = [];
  const model = scripted(
    replies.map((reply) => (turn: Turn) => {
      turns.push({ ...turn, history: [...turn.history] });
      return reply;
    }),
    { vision },
  );
  const result = await run({ task: 'Do it.', model, session: screen.session, journal: false, ...options });
  return { result, turns, screen };
}
