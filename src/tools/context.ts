import type { Action, Target } from '../core/action.js';
import type { Element } from '../core/element.js';
import type { Observation, Picture } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import type { Safety } from '../core/safety.js';
import type { ObserveOptions } from '../session/observe-options.js';

/** What a tool gets to work with. */
/** What a phrase has to mean, where it could mean several things. */
export type Want = 'field';

export interface ToolContext {
  /** The screen is a page of a browser; otherwise it is a desktop or the inside of a container. */
  readonly isPage: boolean;
  /** Looks at the screen. */
  observe(options?: Omit<ObserveOptions, 'signal'>): Promise<Observation>;
  /** Reads the page without changing it. */
  read<R extends ReadRequest>(request: R): Promise<ReadResult<R>>;
  /**
   * Acts, through the session's door. Throws HandrailError when it was refused or failed.
   * With `safety` the gates are asked at that level first, where the caller's words mean more than the kind of action does.
   */
  perform(action: Action, safety?: Safety): Promise<Outcome>;
  /** What a target means: an element id, a CSS selector, `x,y`, or a phrase. Throws when nothing or more than one thing answers; of several, those that can be filled come first where a field is wanted. */
  resolve(target: string, want?: Want): Promise<Resolved>;
  /** Facts kept from one call to the next. */
  readonly memory: Map<string, string>;
  /** Aborted when the call is cancelled or its time is over. */
  readonly signal: AbortSignal;
  /** Gives a picture back beside the data. */
  show(picture: Picture): void;
  /** Words for the reader: after what was seen to change, before it, or in place of it. */
  say(text: string, place?: 'after' | 'before' | 'instead'): void;
  /** Keeps a picture as a file of the run, within its quota, and says where. */
  keep(picture: Picture): Promise<string>;
  /** A line for whoever watches. */
  log(text: string): void;
  /** Asks the person in charge. Throws `no_one_to_ask` when there is none. */
  ask(question: string): Promise<string>;
  /** A model that can fill in what was not found on the page; absent in a run without one. */
  readonly fill?: FillIn;
  readonly allow: { readonly evaluate: boolean };
}

export interface Resolved {
  target: Target;
  element?: Element;
  /** Which words led to it, and how sure that is. */
  why: string;
}

/** Asks a model for values that fit a JSON Schema, from the text of a page. */
export type FillIn = (
  request: { schema: Record<string, unknown>; text: string; instruction?: string },
  signal: AbortSignal,
) => Promise<unknown>;
