import type { IncomingHttpHeaders } from 'node:http';
import type { Intent } from './intent.js';

/** One request as it came over the wire. */
export interface ContractRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
  bytes: number;
}

/** A picture in a request: what its own header says of it. */
export interface SentPicture {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'unknown';
  width: number;
  height: number;
  bytes: Buffer;
}

/** What a model would know from a request that keeps all rules. */
export interface Told {
  /** The number of this question, from 1. */
  turn: number;
  /** All pictures of the request, in order; the last one is what the screen shows. */
  pictures: SentPicture[];
  /** All that was said since the model spoke last. */
  text: string;
  /** The answers to what the model asked for last. */
  results: { id: string; name?: string; text: string; failed: boolean; pictures: number }[];
  /** Names of the functions it may call besides its own. */
  tools: string[];
  url?: string;
  /** All that lies before the model, where the provider keeps what was said and a request holds only what is new. */
  context?: unknown;
}

/** What a provider says to a request that breaks a rule. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** How one provider behaves: which requests it takes, and how its models ask for things. One file each. */
export interface Contract<Memory = unknown> {
  readonly name: string;
  /** What the server keeps between requests: what its models said, what was stored. */
  memory(): Memory;
  /** Checks a request by every rule of the provider. Throws Refusal for the first that is broken. */
  read(request: ContractRequest, memory: Memory): Told;
  /** The body of an answer in which the model asks for this. Throws where it has no words for it. */
  answer(intents: readonly Intent[], told: Told, memory: Memory): unknown;
  /** The body of an error. */
  error(status: number, message: string): unknown;
}

/** Decides what the played model does next. */
export type Policy = (
  told: Told,
) => readonly Intent[] | { raw: unknown } | Promise<readonly Intent[] | { raw: unknown }>;

/** Something that goes wrong with one request in place of an answer. */
export type PlannedFault =
  /** An error of the provider. */
  | { status: number; headers?: Record<string, string>; message?: string }
  /** The line breaks: before a byte came, or in the middle of the answer. */
  | { reset: 'before' | 'middle' }
  /** Nothing more comes: at all, or after the first bytes. */
  | { stall: 'before' | 'middle' }
  /** The answer ends early, as if it were whole. */
  | { cut: number }
  /** Anything at all as the answer. */
  | { body: string | Buffer; status?: number; headers?: Record<string, string> };
