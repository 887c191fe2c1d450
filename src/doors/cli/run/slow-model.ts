import { setTimeout as pause } from 'node:timers/promises';
import { cancelled } from '../../../core/deadline.js';
import type { Model } from '../../../models/model.js';

/**
 * The same model, waiting before each step but the first, so that a person can follow. It decides on what is seen after the wait; one that is
 * shown the screen in its conversation, on what it was shown there.
 */
export function slowed(model: Model, ms: number): Model {
  return {
    ...model,
    async next(turn, signal) {
      if (turn.step === 1) return model.next(turn, signal);
      await pause(ms, undefined, { signal }).catch(() => {
        throw cancelled(signal);
      });
      if (model.vision) return model.next(turn, signal);
      const observation = await turn.see(turn.observation.image ? { picture: 'plain' } : {});
      return model.next({ ...turn, observation }, signal);
    },
  };
}
