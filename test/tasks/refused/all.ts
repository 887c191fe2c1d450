import type { RefusedTask } from '../task.js';
import { refusedDaily } from './daily.js';
import { refusedDropped } from './dropped.js';
import { refusedSentences } from './sentences.js';
import { refusedTargets } from './targets.js';

/** Every task that must be refused, with the reason. */
export const refused: readonly RefusedTask[] = [
  ...refusedTargets,
  ...refusedSentences,
  ...refusedDaily,
  ...refusedDropped,
];
