import type { Operation } from '../instruction.js';
import type { Masked } from './mask.js';

/** A pattern for a clause, and the operations it stands for. `build` returns undefined when the clause means something else. */
export type Pattern = readonly [
  words: RegExp,
  build: (groups: readonly string[], masked: Masked) => Operation | Operation[] | undefined,
];
