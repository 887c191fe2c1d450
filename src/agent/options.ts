import type { z } from 'zod';
import type { EnvironmentKind } from '../core/environment-kinds.js';
import type { Model } from '../models/model.js';
import type { Approve, Gate } from '../rails/gate.js';
import type { AnySessionOptions } from '../session/open-session.js';
import type { Session } from '../session/session.js';
import type { Tool } from '../tools/tool.js';
import type { Attachable } from './attachment.js';
import type { RunEvent } from './events.js';
import type { Expectation } from './expectations.js';
import type { RunLimits } from './limits.js';
import type { OfferedTool } from './offered-tools.js';
import type { RecordingOptions } from './run-recorder.js';

export interface AgentOptions extends RecordingOptions {
  /** A model or its name. Default `steps`, which needs no API key. */
  model?: Model | string;
  /** Takes over when the model cannot continue. */
  fallback?: Model | string;
  /** An open session. It stays open when the agent closes. */
  session?: Session;
  /** Without `session`: the session that the first `send` opens and `close` closes, for example `{ environment: 'desktop' }`. */
  environment?: EnvironmentKind | AgentEnvironment;
  /** The first page, in a browser. */
  url?: string;
  /** Names of tool sets or tools (`-name` excludes one), and custom tools. Default: the tools of the model, or else the set `browser` or `desktop`. */
  tools?: readonly (string | Tool | OfferedTool)[];
  systemPrompt?: string;
  /** How many past pictures the model receives. */
  maxPictures?: number;
  limits?: Partial<RunLimits>;
  /** Decides on actions of safety level `medium` and above. Without it, such actions are refused. */
  approve?: Approve | 'all' | 'none';
  /** Replaces the default gate. */
  gate?: Gate;
  /** Answers `ask_user`. */
  ask?: (question: string, signal: AbortSignal) => Promise<string>;
  allow?: { evaluate?: boolean };
  on?: (event: RunEvent) => void;
}

type WithoutRails<Options> = Options extends unknown ? Omit<Options, 'url' | 'gate' | 'approve' | 'journal'> : never;
/** How an agent opens its session. */
export type AgentEnvironment = WithoutRails<AnySessionOptions>;

export interface SendOptions<Schema extends z.ZodType = z.ZodType> {
  /** The zod schema of `data` in the result. JSON in the answer is parsed. The run is not done until the answer matches. */
  answer?: Schema | undefined;
  /** Pictures and files for the model, in addition to the text. */
  attachments?: readonly Attachable[];
  expect?: Expectation;
  signal?: AbortSignal;
  limits?: Partial<RunLimits>;
}
