import { solvedDaily } from './solved-daily.js';
import { solvedForms } from './solved-forms.js';
import { solvedLists } from './solved-lists.js';
import { solvedMini } from './solved-mini.js';
import { solvedQuestions } from './solved-questions.js';
import { solvedScreens } from './solved-screens.js';
import { solvedWild } from './solved-wild.js';
import type { SolvedTask } from './task.js';

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
