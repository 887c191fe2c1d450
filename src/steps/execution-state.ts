import type { Element } from '../core/element.js';
import type { HandrailError } from '../core/errors.js';
import type { Turn } from '../models/model.js';
import { normalizeText } from '../perception/grounding/text-similarity.js';
import type { Execution } from './calls.js';
import type { PendingConfirmation } from './executor/pending-confirmation.js';
import type { Instruction } from './instruction.js';

/** What the executor knows while it executes a task. */
export interface ExecutionState {
  /** The current turn; replaced after each reply. */
  turn: Turn;
  /** Cancels the current turn. */
  signal: AbortSignal;
  /** The normalized text of the task. Benchmark pages show the task themselves. */
  normalizedTask: string;
  /** The last element that was targeted: the referent of "it" and "them". */
  lastTarget?: { phrase: string; element?: Element };
  /** The element of the last "find" instruction. */
  lastFound?: Element;
  /** The text that was copied or read last: the value of "it". */
  copiedText?: string;
  searchedText?: string;
  answers: { question: string; value: unknown }[];
  /** Clauses that are executed, for the summary. */
  completed: string[];
  callCount: number;
  /** A call was sent since the last wait: its effect may still be on its way. */
  hasActed: boolean;
  nextInstruction?: Instruction | undefined;
  /** The elements before the last call. */
  elementsBefore?: readonly Element[];
  /** The last call was a click or a key: values that changed after it are output of the program. */
  lastCallPressed?: boolean;
  /** Submits a form after the instructions that fill it in. */
  pendingSubmit?: (() => Execution) | undefined;
  /** The page rejected a form. */
  formError?: HandrailError | undefined;
  /** A longer wait for the next element, in milliseconds: a program was just started. */
  nextWaitMs?: number | undefined;
  pendingConfirmation?: PendingConfirmation | undefined;
  /** A dialog was just answered: a following "press OK" needs no action. */
  hasAnsweredDialog?: boolean;
}

/** The elements on the screen, without the copy of the task that the page itself shows. */
export function visibleElements(
  state: ExecutionState,
  elements: readonly Element[] = state.turn.observation.elements,
): readonly Element[] {
  return elements.filter((element) => !repeatsTask(state, element));
}

function repeatsTask({ normalizedTask }: ExecutionState, { interactive, name }: Element): boolean {
  if (interactive || name.length < 12) return false;
  const words = normalizeText(name).words;
  const text = words.join(' ');
  return (
    (words.length >= 3 && text === normalizedTask) ||
    (words.length >= 4 && name.length >= 20 && normalizedTask.includes(text))
  );
}

/** Whether the page itself shows the text of the task. */
export function pageShowsTask(state: ExecutionState): boolean {
  return state.turn.observation.elements.some((element) => repeatsTask(state, element));
}
