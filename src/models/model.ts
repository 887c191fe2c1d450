import type { Action } from '../core/action.js';
import type { Fault } from '../core/errors.js';
import type { Rect, Size } from '../core/geometry.js';
import type { Modal, Observation, Picture } from '../core/observation.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import type { ObserveOptions } from '../session/observe-options.js';
import type { ModelCapability, ToolDefinition, ToolResult } from '../tools/tool.js';

/** Whatever decides what to do next. A new one is one file. */
export interface Model {
  readonly name: string;
  readonly capabilities: readonly ModelCapability[];
  /** Does exactly what it is told, so that each call that was seen to work is a proof. */
  readonly literal?: boolean;
  /** What it has to be shown with each step, and what the conversation keeps of it. Without this, only the Turn's observation. */
  readonly vision?: VisionConfig;
  /** False: it costs money, and nobody has said how much, so that no limit of money can be kept. */
  readonly priced?: boolean;
  /** The tools that suit it when nobody says which. Default: the set `browser`. */
  readonly tools?: readonly string[];
  /** Decides on the next calls. Throws `model_failed` when it cannot be asked, `not_understood` when it cannot go on. */
  next(turn: Turn, signal: AbortSignal): Promise<Reply>;
  /** Values that fit a JSON Schema, from text. */
  fill?(
    request: { schema: Record<string, unknown>; text: string; instruction?: string },
    signal: AbortSignal,
  ): Promise<{ value: unknown; usage?: Usage }>;
}

/** How a model is shown the screen. */
export interface VisionConfig {
  /** The picture it takes: its type, and its exact size for a screen of that size. */
  picture?: { type: 'png' | 'jpeg' | 'webp'; size(screen: Size): Size; marks?: boolean };
  /** The UI map as text, of this many tokens at most. */
  mapTokens?: number;
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
  | { role: 'user'; text: string; attachments?: Attachment[]; seen?: ScreenSnapshot }
  | { role: 'model'; reply: Reply }
  /** What the calls of the reply before came to, in their order, and what is to be said about it. */
  | { role: 'results'; results: CallResult[]; notes: string[]; seen?: ScreenSnapshot };

/** What the screen showed when the model was asked to go on. */
export interface ScreenSnapshot {
  screen: Size;
  url?: string;
  title?: string;
  modal?: Modal;
  picture?: Picture;
  /** The picture is the same, byte for byte, as the one seen before it. */
  same?: boolean;
  map?: string;
}

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
  /** The provider or the model will not do this, in its own words. Ends the run. */
  refusal?: string;
  /** The provider's own words, given back to it untouched. */
  raw?: unknown;
  /** What was said before it was too much for the provider: it answered a conversation that had begun anew. */
  anew?: true;
}

/** What a model asks for. Calls with the same id are parts of one thing it asked for. */
export type Call = {
  id: string;
  /** Why a person has to agree first, whatever the rules say: the provider or the model wants it so. */
  confirm?: string;
} & (
  | { tool: string; input: Record<string, unknown> }
  | { action: Action }
  /** To see: a part of the screen as large as it can be, or all of it, which the next look shows anyway. */
  | { look: Rect | 'screen' }
  /** Nothing is to be done: what has to be said to it is known already. */
  | { name: string; answer: string }
  | { name: string; fault: Fault }
);

export interface CallResult {
  call: Call;
  result: ToolResult;
  /** It did not run, because one before it failed or changed the page. */
  skipped?: string;
  /** A person was asked about the call's `confirm` and agreed. */
  confirmed?: boolean;
}

export interface Usage {
  /** All that was sent, read from a cache or not. */
  inputTokens: number;
  /** All that came back, reasoning included. */
  outputTokens: number;
  /** Of the input: read from the provider's cache, and written to it. */
  cachedTokens?: number;
  cacheWriteTokens?: number;
  /** Of the input: pictures. */
  imageTokens?: number;
  /** Of the output: reasoning. */
  reasoningTokens?: number;
  /** In US dollars, where the price is known. */
  money?: number;
}
