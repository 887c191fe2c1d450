import type { Execution } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { InstructionKind, InstructionOf } from '../instruction.js';

/** `if` and `repeat` contain instructions; the executor runs them itself. */
export type SimpleKind = Exclude<InstructionKind, 'if' | 'repeat'>;

/** Executes instructions of one kind. Declared as a method, so that a table lookup by `kind` type-checks without a cast. */
export type Handler<Kind extends SimpleKind, Result> = {
  handle(state: ExecutionState, instruction: InstructionOf<Kind>, isLast: boolean): Result;
}['handle'];

/** One handler for every kind. */
export type BrowserHandlers = { readonly [Kind in SimpleKind]: Handler<Kind, Execution<unknown>> };

/** Handlers for the kinds that differ on a desktop. A handler returns undefined to use the browser handler. */
export type DesktopHandlers = { readonly [Kind in SimpleKind]?: Handler<Kind, Execution<unknown> | undefined> };
