import type { Action } from '../core/action.js';
import type { Boundary } from '../core/boundary.js';
import type { Fault } from '../core/errors.js';
import type { Rect, Size } from '../core/geometry.js';
import type { Modal, Observation, Picture } from '../core/observation.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import type { ObserveOptions } from '../session/observe-options.js';
import type { ModelCapability, ToolDefinition, ToolResult } from '../tools/tool.js';

/** Decides the next calls of a run. */
export interface Model {
  readonly name: string;
  readonly capabilities: readonly ModelCapability[];
  /** What the model is shown of the screen with each step. Default: only the observation in the turn. */
  readonly vision?: VisionConfig | undefined;
  /** False: the model costs money and its price is unknown, so a cost limit cannot be enforced. */
  readonly priced?: boolean | undefined;
  /** The tools to offer when the caller names none. Default: the set `browser`. */
  readonly tools?: readonly string[] | undefined;
  /** Returns the next calls. Throws `model_failed` when the model cannot be reached, `not_understood` when it cannot continue. */
  next(turn: Turn, signal: AbortSignal): Promise<Reply>;
  /** Returns values that fit a JSON Schema, extracted from a text. */
  fill?(
    request: { schema: Record<string, unknown>; text: string; instruction?: string },
    signal: AbortSignal,
  ): Promise<{ value: unknown; usage?: Usage }>;
}

/** How a model is shown the screen. */
export interface VisionConfig {
  /** The screenshot: its type, and its exact size for a screen of the given size. */
  picture?: { type: 'png' | 'jpeg' | 'webp'; size(screen: Size): Size; marks?: boolean };
  /** Include the UI map as text, limited to this many tokens. */
  mapTokens?: number;
}

/** Everything a model may use to decide. */
export interface Turn {
  /** The latest request of the user. */
  task: string;
  /** The conversation so far, including the latest task. It ends with the results of the last calls. */
  history: readonly Message[];
  observation: Observation;
  tools: readonly ToolDefinition[];
  /** The number of this step, from 1. */
  step: number;
  /** Observes the screen again with other options. Changes nothing. */
  observe(options: Omit<ObserveOptions, 'signal'>): Promise<Observation>;
  /** Reads content of the page that the observation does not include. Changes nothing. */
  read<R extends ReadRequest>(request: R): Promise<ReadResult<R>>;
  systemPrompt?: string | undefined;
  /** Marks texts of the screen in what a provider receives. The same for a whole conversation. */
  boundary?: Boundary | undefined;
  /** How many screenshots of the history to send. */
  maxPictures?: number | undefined;
  /** The facts stored by `remember`. */
  memory: ReadonlyMap<string, string>;
}

export type Message =
  | { role: 'user'; text: string; attachments?: Attachment[]; snapshot?: ScreenSnapshot }
  | { role: 'model'; reply: Reply }
  /** The results of the previous reply's calls, in order, and notes for the model. */
  | { role: 'results'; results: CallResult[]; notes: string[]; snapshot?: ScreenSnapshot };

/** The screen at the moment a model was asked for its next calls. */
export interface ScreenSnapshot {
  screen: Size;
  url?: string;
  title?: string;
  modal?: Modal;
  picture?: Picture;
  /** The picture is byte for byte the same as the previous one. */
  pictureUnchanged?: boolean;
  uiMap?: string;
}

export interface Attachment {
  name: string;
  type: string;
  bytes: Buffer;
}

export interface Reply {
  /** The model's reasoning. */
  thought?: string | undefined;
  calls: Call[];
  /** Text for the user. In a reply without calls it is the answer that ends the turn. */
  text?: string | undefined;
  usage?: Usage | undefined;
  /** Why the reply could not be read, as a sentence for the model. */
  unreadable?: string | undefined;
  /** Why the provider or the model refuses the task. Ends the run. */
  refusal?: string | undefined;
  /** The provider's own message, sent back to it unchanged. */
  raw?: unknown | undefined;
  /** The calls as the model wrote them, for messages to the model. */
  written?: readonly string[] | undefined;
  /** The history was too long for the provider, so this reply answers a restarted, summarized conversation. */
  historyRestarted?: true | undefined;
}

/** One request of a model. Calls with the same id belong to one request. */
export type Call = {
  id: string;
  /** Why the user must approve the call first, whatever the rules allow. Set by the provider or the model. */
  confirm?: string;
} & (
  | { tool: string; input: Record<string, unknown> }
  | { action: Action }
  /** Capture a region of the screen at full resolution, or the whole screen, which the next snapshot shows. */
  | { capture: Rect | 'screen' }
  /** Nothing runs: the adapter already knows the answer. */
  | { name: string; answer: string }
  /** Nothing runs: the request of the model is invalid. */
  | { name: string; fault: Fault }
);

export interface CallResult {
  call: Call;
  result: ToolResult;
  /** Why the call did not run: an earlier call failed or changed the page. */
  skipped?: string;
  /** The user approved the call's `confirm`. */
  confirmed?: boolean;
}

export interface Usage {
  /** All input tokens, cached or not. */
  inputTokens: number;
  /** All output tokens, including reasoning. */
  outputTokens: number;
  /** Input tokens read from the provider's cache. */
  cachedTokens?: number | undefined;
  /** Input tokens written to the provider's cache. */
  cacheWriteTokens?: number | undefined;
  /** Input tokens of pictures. */
  imageTokens?: number | undefined;
  /** Output tokens of reasoning. */
  reasoningTokens?: number | undefined;
  /** The cost in US dollars, if the price is known. */
  cost?: number | undefined;
}
