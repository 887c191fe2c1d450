import type { SolvedTask } from '../task.js';
import { solvedDaily } from './daily.js';
import { solvedForms } from './forms.js';
import { solvedLists } from './lists.js';
import { solvedMini } from './mini.js';
import { solvedQuestions } from './questions.js';
import { solvedScreens } from './screens.js';
import { solvedWild } from './wild.js';

/** Every task that must be solved without a model. */
export const solved: readonly SolvedTask[] = [
  ...solvedForms,
  ...solvedLists,
  ...solvedScreens,
  ...solvedMini,
  ...solvedQuestions,
  ...solvedWild,
  ...solvedDaily,
];
