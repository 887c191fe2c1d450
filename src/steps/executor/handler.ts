import type { Execution } from '../calls.js';
import type { InstructionKind, InstructionOf } from '../instruction.js';
import type { Step } from '../step.js';

/** The other kinds contain instructions; the executor runs them itself. */
export type SimpleKind = Exclude<InstructionKind, 'if' | 'repeat' | 'first_of' | 'by_environment'>;

/** What remains to be done after the next instruction: a form is submitted after the instructions that fill it in. */
export type Rest = (step: Step) => Execution<Rest | undefined>;

/** Executes instructions of one kind. Declared as a method, so that a table lookup by `kind` type-checks without a cast. */
export type Handler<Kind extends SimpleKind, Result> = {
  handle(step: Step, instruction: InstructionOf<Kind>): Result;
}['handle'];

/** One handler for every kind. */
export type BrowserHandlers = { readonly [Kind in SimpleKind]: Handler<Kind, Execution<unknown>> };

/** Handlers for the kinds that differ on a desktop. A handler returns undefined to use the browser handler. */
export type DesktopHandlers = { readonly [Kind in SimpleKind]?: Handler<Kind, Execution<unknown> | undefined> };
