import { HandrailError } from '../../core/errors.js';
import type { Call, Model, Reply, Turn } from '../model.js';

/** One turn of a script: calls, a whole reply, something to throw, or a function of what is seen. */
export type ScriptedTurn =
  | Partial<Reply>
  | Error
  | ((turn: Turn, signal: AbortSignal) => Partial<Reply> | Promise<Partial<Reply>>);

/** A model that says what it was told to say, turn by turn: for tests, and for measuring what everything else costs. */
export function scripted(turns: readonly ScriptedTurn[], options: Partial<Model> = {}): Model {
  let next = 0;
  return {
    name: 'scripted',
    capabilities: ['tool_calling', 'vision'],
    async next(turn, signal) {
      const given = turns[next];
      next += 1;
      if (given === undefined)
        throw new HandrailError(
          'model_failed',
          'The script has no more turns.',
          'End it with a complete or fail call.',
        );
      if (given instanceof Error) throw given;
      const reply = typeof given === 'function' ? await given(turn, signal) : given;
      return { calls: [], ...reply };
    },
    ...options,
  };
}

let calls = 0;

/** A call of a tool, with an id of its own. */
export function call(tool: string, input: Record<string, unknown> = {}): Call {
  calls += 1;
  return { id: `call_${calls}`, tool, input };
}
