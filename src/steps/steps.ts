import { checkOptions } from '../core/options.js';
import type { Model } from '../models/model.js';

/** The rule-based model: parses plain sentences into instructions and resolves their targets without a model. It never guesses. */
export function steps(options?: Record<string, never>): Model {
  checkOptions('steps', options, {});
  let executor: Promise<Model['next']> | undefined;
  return {
    name: 'steps',
    capabilities: ['tool_calling'],
    async next(turn, signal) {
      // Loaded with the first turn, because other models do not need it.
      executor ??= import('./execute-task.js').then(({ createTaskExecutor }) => createTaskExecutor());
      const next = await executor;
      return next(turn, signal);
    },
  };
}
