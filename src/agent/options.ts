import type { z } from 'zod';
import type { EnvironmentKind } from '../core/environment-kinds.js';
import type { Model } from '../models/model.js';
import type { Approve } from '../rails/approval.js';
import type { Gate } from '../rails/gate.js';
import type { PolicySource } from '../rails/policy/policy-guard.js';
import type { SecretsSource } from '../rails/secrets/load-secrets.js';
import type { AnySessionOptions } from '../session/open-session.js';
import type { Session } from '../session/session.js';
import type { Tool } from '../tools/tool.js';
import type { Attachable } from './attachment.js';
import type { RunEvent } from './events.js';
import type { Expectation } from './expectations.js';
import type { OptionalLimits, RunLimits } from './limits.js';
import type { OfferedTool } from './offered-tools.js';
import type { RecordingOptions } from './run-recorder.js';

export interface AgentOptions extends RecordingOptions {
  /** A model or its name. Default `steps`, which needs no API key. */
  model?: Model | string | undefined;
  /** Takes over when the model cannot continue. */
  fallback?: Model | string | undefined;
  /** An open session. It stays open when the agent closes. */
  session?: Session | undefined;
  /** Without `session`: the session that the first `send` opens and `close` closes, for example `{ environment: 'desktop' }`. */
  environment?: EnvironmentKind | AgentEnvironment | undefined;
  /** The first page, in a browser. */
  url?: string | undefined;
  /** Names of tool sets or tools (`-name` excludes one), and custom tools. Default: the tools of the model, or else the set `browser` or `desktop`. */
  tools?: readonly (string | Tool | OfferedTool)[] | undefined;
  systemPrompt?: string | undefined;
  /** How many past pictures the model receives. */
  maxPictures?: number | undefined;
  limits?: OptionalLimits<RunLimits> | undefined;
  /** Decides where the policy or the gate asks. Without it, such actions are refused. */
  approve?: Approve | 'all' | 'none' | undefined;
  /** The time that a person has for an answer, in milliseconds. Then the answer is no. Default 600,000. */
  approvalTimeoutMs?: number | undefined;
  /** What needs approval: a preset (`watch`, `careful`, `trusted`, `open`), the path of a file, or a policy. Default `careful`. */
  policy?: PolicySource | undefined;
  /** The secrets that the task and the model can name as `{{secret:NAME}}`: the path of a secrets file, or their definitions. */
  secrets?: SecretsSource | undefined;
  /** Decides in addition to the policy. The strictest verdict counts. */
  gate?: Gate | undefined;
  /** Answers `ask_user`. */
  ask?: ((question: string, signal: AbortSignal) => Promise<string>) | undefined;
  allow?: { evaluate?: boolean } | undefined;
  on?: ((event: RunEvent) => void) | undefined;
}

type WithoutRails<Options> = Options extends unknown
  ? Omit<Options, 'url' | 'policy' | 'secrets' | 'gate' | 'approve' | 'approvalTimeoutMs' | 'journal' | 'signal'>
  : never;
/** How an agent opens its session. */
export type AgentEnvironment = WithoutRails<AnySessionOptions>;

export interface SendOptions<Schema extends z.ZodType = z.ZodType> {
  /** The zod schema of `data` in the result. JSON in the answer is parsed. The run is not done until the answer matches. */
  answer?: Schema | undefined;
  /** Pictures and files for the model, in addition to the text. */
  attachments?: readonly Attachable[] | undefined;
  expect?: Expectation | undefined;
  signal?: AbortSignal | undefined;
  limits?: OptionalLimits<RunLimits> | undefined;
}
