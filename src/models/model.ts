import type { Action } from '../core/action.js';
import type { Observation, Picture } from '../core/observation.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import type { ObserveOptions } from '../session/session.js';
import type { ModelCapability, ToolDefinition, ToolResult } from '../tools/tool.js';

/** Whatever decides what to do next. A new one is one file. */
export interface Model {
  readonly name: string;
  readonly capabilities: readonly ModelCapability[];
  /** Does exactly what it is told, so that each call that was seen to work is a proof. */
  readonly literal?: boolean;
  /** Decides on the next calls. Throws `model_failed` when it cannot be asked, `not_understood` when it cannot go on. */
  next(turn: Turn, signal: AbortSignal): Promise<Reply>;
  /** Values that fit a JSON Schema, from text. */
  fill?(
    request: { schema: Record<string, unknown>; text: string; instruction?: string },
    signal: AbortSignal,
  ): Promise<{ value: unknown; usage?: Usage }>;
}

/** All that a model may use to decide. */
export interface Turn {
  /** What was asked for last. */
  task: string;
  /** The conversation so far, the last task included; the results of the last calls are its end. */
  history: readonly Message[];
  observation: Observation;
  tools: readonly ToolDefinition[];
  /** The number of this step, from 1. */
  step: number;
  /** Reading only, for a driver that needs to know more of the page than the observation tells. */
  see(options: Omit<ObserveOptions, 'signal'>): Promise<Observation>;
  read<R extends ReadRequest>(request: R): Promise<ReadResult<R>>;
  systemPrompt?: string;
  /** How many pictures of the past are worth sending. */
  maxPictures?: number;
  /** What `remember` kept. */
  memory: ReadonlyMap<string, string>;
}

export type Message =
  | { role: 'user'; text: string; attachments?: Attachment[] }
  | { role: 'model'; reply: Reply }
  /** What the calls of the reply before came to, in their order, and what is to be said about it. */
  | { role: 'results'; results: CallResult[]; notes: string[] };

export interface Attachment {
  name: string;
  type: string;
  bytes: Buffer;
}

export interface Reply {
  /** Why, in the model's own words. */
  thought?: string;
  calls: Call[];
  /** Said to the user. Without calls it is the answer that ends the turn. */
  text?: string;
  usage?: Usage;
  /** What could not be read of the reply, as a sentence for the model. */
  unreadable?: string;
}

/** A tool by its name, or an action as it is. */
export type Call = { id: string; tool: string; input: Record<string, unknown> } | { id: string; action: Action };

export interface CallResult {
  call: Call;
  result: ToolResult;
  /** It did not run, because one before it failed or changed the page. */
  skipped?: string;
  picture?: Picture;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** In US dollars, where the price is known. */
  money?: number;
}
