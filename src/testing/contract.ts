import type { IncomingHttpHeaders } from 'node:http';
import type { Intent } from './intent.js';

/** One HTTP request. */
export interface ContractRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
  bytes: number;
}

/** A picture in a request, as its own header describes it. */
export interface SentPicture {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'unknown';
  width: number;
  height: number;
  bytes: Buffer;
}

/** What a valid request passes to the model. */
export interface ModelInput {
  /** The number of this request, from 1. */
  turn: number;
  /** All pictures of the request, in order. The last one shows the screen. */
  pictures: SentPicture[];
  /** All text since the model's last reply. */
  text: string;
  /** The results of the model's last calls. */
  results: { id: string; name?: string; text: string; failed: boolean; pictures: number }[];
  /** The names of the caller's functions. */
  tools: string[];
  url?: string;
  /** The whole conversation, if the provider stores it and a request holds only what is new. */
  context?: unknown;
}

/** A request that breaks a rule, with the provider's HTTP status and message. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Throws ContractViolation. */
export function reject(message: string, status = 400): never {
  throw new ContractViolation(status, message);
}

/** How one provider behaves: which requests it accepts, and how its models reply. */
export interface Contract<State = unknown> {
  readonly name: string;
  /** Creates what the server stores between requests. */
  createState(): State;
  /** Checks a request by every rule of the provider. Throws ContractViolation for the first broken rule. */
  readRequest(request: ContractRequest, state: State): ModelInput;
  /** The body of a response in which the model does this. Throws if the model cannot do it. */
  respond(intents: readonly Intent[], modelInput: ModelInput, state: State): unknown;
  errorBody(status: number, message: string): unknown;
}

/** Decides what the simulated model does next. */
export type Policy = (
  modelInput: ModelInput,
) => readonly Intent[] | { raw: unknown } | Promise<readonly Intent[] | { raw: unknown }>;

/** A fault that replaces the response to one request. */
export type PlannedFault =
  /** An error response of the provider. */
  | { status: number; headers?: Record<string, string>; message?: string }
  /** The connection is reset, before the response or in the middle of it. */
  | { reset: 'before' | 'middle' }
  /** The response stalls, before the first byte or after it. */
  | { stall: 'before' | 'middle' }
  /** The response ends after this many characters, as if it were complete. */
  | { truncateAt: number }
  /** Any body as the response. */
  | { body: string | Buffer; status?: number; headers?: Record<string, string> };
