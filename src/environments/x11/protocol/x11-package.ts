import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';

/** The parts of the package `x11` that are used here. It sets up the connection and pairs answers with requests. */
export interface X11Client {
  /** Number of the last request. */
  seq_num: number;
  pack_stream: { put(request: Buffer): void; submit(expectsReply: boolean): boolean };
  /** By number of request: what reads the answer (none for a request without one), and who is told. */
  replies: Record<number, [read: ReadReply | undefined, tell: TellReply]>;
  AllocID(): number;
  ReleaseID(id: number): void;
  on(event: 'error', heard: (error: X11Error) => void): X11Client;
  on(event: 'event', heard: (event: { rawData: Buffer }) => void): X11Client;
}

type ReadReply = (body: Buffer, detail: number) => unknown;
/** Gives true for an error that it took care of. */
type TellReply = (error: X11Error | null | undefined, value?: unknown) => boolean;

export interface X11Error extends Error {
  /** Number of the X error; a fault of the stream has none. */
  error?: number;
  badParam?: number;
  majorOpcode?: number;
}

export interface X11Display {
  client: X11Client;
  min_keycode: number;
  max_keycode: number;
  /** The bits of an id that a program chooses itself; the others say which program it is. */
  resource_mask: number;
  screen: { root: number; root_depth: number; root_visual: number }[];
}

interface X11Options {
  display: string;
  stream: Duplex;
  auth: { name: string; data: string };
  disableBigRequests: boolean;
  bufferRequests: { flushOnReply: boolean };
}

interface X11Package {
  createClient(options: X11Options, ready: (error: Error | undefined, display: X11Display) => void): X11Client;
  keySyms: Record<string, { code: number; description: string | null }>;
}

/** The package has no types: this is the one place where it is given some. */
export const x11 = createRequire(import.meta.url)('x11') as X11Package;
