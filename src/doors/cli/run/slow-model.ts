import { setTimeout as delay } from 'node:timers/promises';
import { toCancelledError } from '../../../core/deadline.js';
import type { Model } from '../../../models/model.js';

/**
 * Wraps a model so that it waits before each step but the first, for users who watch. A text model then decides on an observation made
 * after the wait. A vision model decides on what its conversation shows.
 */
export function pauseBetweenSteps(model: Model, ms: number): Model {
  return {
    ...model,
    async next(turn, signal) {
      if (turn.step === 1) return model.next(turn, signal);
      await delay(ms, undefined, { signal }).catch(() => {
        throw toCancelledError(signal);
      });
      if (model.vision) return model.next(turn, signal);
      const observation = await turn.observe(turn.observation.image ? { picture: 'plain' } : {});
      return model.next({ ...turn, observation }, signal);
    },
  };
}
