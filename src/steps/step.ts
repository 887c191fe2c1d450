import type { Element } from '../core/element.js';
import { isDesktop as showsDesktop } from '../core/is-desktop.js';
import type { Turn } from '../models/model.js';
import type { Instruction } from './instruction.js';

/** The screen at the current turn. Only a new turn and a wait replace it. */
export interface Screen {
  turn: Turn;
  /** Cancels the current turn. */
  signal: AbortSignal;
  /** The elements before the last call. */
  before?: readonly Element[];
}

/** An operation that a program may ask about before it completes, such as saving or creating a folder. */
export interface PendingQuestion {
  clause: string;
  /** The ids of the elements before the operation. */
  idsBefore: ReadonlySet<string>;
  /** Dialogs that were answered. They take a moment to close, and stay open when they reject the answer. */
  answeredDialogs: Set<string>;
  /** Whether the screen shows that the operation is complete. */
  isDone(): boolean;
}

/** What later instructions can refer to. */
export interface Discourse {
  /** The last element that was targeted: the referent of "it" and "them". */
  target?: { phrase: string; element?: Element };
  /** The element of the last "find" instruction. */
  found?: Element;
  /** The text that was copied or read last: the value of "it". */
  copied?: string;
  searched?: string;
  /** A question of a program that the next instruction answers. */
  question?: PendingQuestion | undefined;
}

/** What the task has produced. */
export interface Report {
  answers: { question: string; value: unknown }[];
  /** Clauses that are executed, for the summary. */
  completed: string[];
}

/** One run of a task. */
export interface Run {
  readonly screen: Screen;
  readonly discourse: Discourse;
  readonly report: Report;
  /** Another way is tried when a target is missing, so it is not awaited. */
  readonly isOptional?: true;
}

/** The execution of one instruction. */
export interface Step extends Run {
  /** The part of the task that asks for it. */
  readonly clause: string;
  /** The instruction that follows. */
  readonly next: Instruction | undefined;
  readonly isLast: boolean;
}

/** Whether the screen is a desktop with windows instead of a page. */
export function isDesktop({ screen }: Run): boolean {
  return showsDesktop(screen.turn.observation);
}

/** The tools of the last calls in this run. */
export function lastTools({ screen: { turn } }: Run): string[] {
  const last = turn.history.at(-1);
  return last?.role === 'results' ? last.results.map(({ call }) => ('tool' in call ? call.tool : '')) : [];
}

/** Whether a call was sent: its effect may still be on its way. The programs of a desktop may still be starting. */
export function hasActed(run: Run): boolean {
  return lastTools(run).length > 0 || isDesktop(run);
}
