import type { Action, Target } from '../core/action.js';
import type { Element } from '../core/element.js';
import type { Observation, Picture } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import type { Safety } from '../core/safety.js';
import type { Purpose } from '../perception/grounding/can-take.js';
import type { ObserveOptions } from '../session/observe-options.js';

export type { Purpose };

/** Where a report appears: after the outcome text, before it, or instead of it. */
export type ReportPosition = 'after' | 'before' | 'instead';

/** What a tool works with. */
export interface ToolContext {
  /** True for a page in a browser, false for a desktop or a container. */
  readonly isPage: boolean;
  observe(options?: Omit<ObserveOptions, 'signal' | 'shown'>): Promise<Observation>;
  /** Lets the caller use these elements in later calls. Not needed for ids in the result, such as `el_5`. */
  show(elements: readonly Element[]): void;
  /** The text of an observation for the caller, who remembers the last map. `full` repeats what is known. */
  printMap(observation: Observation, options?: { full?: boolean }): string;
  /** Reads the page without changing it. */
  read<R extends ReadRequest>(request: R): Promise<ReadResult<R>>;
  /**
   * Performs an action through the session. Throws HandrailError when it is refused or fails.
   * `safety` raises the level at which the gates decide, if the call is riskier than the type of the action.
   */
  perform(action: Action, safety?: Safety): Promise<Outcome>;
  /**
   * Resolves an element id, a CSS selector, `x,y` or a phrase. Throws HandrailError if nothing or several elements match. Default purpose:
   * `press`. Selects the tab of an id, unless `staysInTab` is set.
   */
  resolve(target: string, purpose?: Purpose, options?: { staysInTab?: boolean }): Promise<ResolvedTarget>;
  /** Facts that the run stores between calls. */
  readonly memory: Map<string, string>;
  /** Aborted when the call is cancelled or its time limit is reached. */
  readonly signal: AbortSignal;
  /** Returns a picture with the result. */
  attachPicture(picture: Picture): void;
  /** Adds text to the result. */
  report(text: string, position?: ReportPosition): void;
  /** Masks a text everywhere in the result, or in all results of the session from now on. */
  hide(text: string, scope?: 'call' | 'session'): void;
  /** Stores a picture in the run folder and returns its path. */
  savePicture(picture: Picture): Promise<string>;
  /** Writes a progress line. */
  log(text: string): void;
  /** Asks the user. Throws `user_unavailable` when no user can answer. */
  ask(question: string): Promise<string>;
  /** Extracts values with a model. Absent in a run without one. */
  readonly fill?: FillFromText;
  readonly allow: { readonly evaluate: boolean };
}

export interface ResolvedTarget {
  target: Target;
  element?: Element;
  /** How the target was found, and the confidence. */
  reason: string;
}

/** Requests values that match a JSON Schema from a model, extracted from the text of a page. */
export type FillFromText = (
  request: { schema: Record<string, unknown>; text: string; instruction?: string },
  signal: AbortSignal,
) => Promise<unknown>;
