import type { Duplex } from 'node:stream';
import { HandrailError } from '../../../core/errors.js';
import { createLineEnd } from '../../processes/line-end.js';
import type { XOptions } from '../x-display.js';
import { readCookie } from './authority.js';
import { HangUp, refused, setUp } from './handshake.js';
import { request, u16 } from './wire.js';
import type { X11Display, X11Error } from './x11-package.js';

/** What a server answers: the byte beside its kind, and everything after the first eight. */
export interface Reply {
  detail: number;
  body: Buffer;
}

/** A connection to an X server, below all meaning: requests go out, answers and events come in. */
export interface XConnection {
  root: number;
  rootDepth: number;
  keycodes: { least: number; most: number };
  /** A request without an answer. What goes wrong with it is not heard of: a window that went away, mostly. */
  send(request: Buffer): void;
  /** A request without an answer, whose failure is thrown. */
  check(request: Buffer): Promise<void>;
  ask(request: Buffer): Promise<Reply>;
  /** As `ask`, and nothing when the server refuses: the window is gone. */
  tryAsk(request: Buffer): Promise<Reply | undefined>;
  /** Comes back when the server has done all that was sent before. */
  roundTrip(): Promise<void>;
  newId(): number;
  /** Of something that was freed: the number can be used again. */
  freeId(id: number): void;
  /** Two windows with the same owner were made by the same program. */
  ownerOf(id: number): number;
  /** Hears events of 32 bytes and more, and of the end. Gives back how to stop. */
  listen(heard: (event: Buffer) => void, ended?: (error: HandrailError) => void): () => void;
  lost: Promise<HandrailError>;
  close(): Promise<void>;
}

/** The server refused a request: a window that is gone, mostly. */
export class XRefusal extends Error {
  override readonly name = 'XRefusal';
  constructor(
    readonly code: number,
    readonly opcode: number,
  ) {
    super(`The X server refused request ${opcode} (error ${code}).`);
  }
}

const attempts = 3;
const answerMs = 5000;
const roundTripRequest = Buffer.from([43, 0, 1, 0]); // GetInputFocus, the cheapest question there is

/** Sets up a connection on a stream that leads to an X server. Throws `desktop_missing` when the server does not take it. */
export async function openConnection(options: XOptions): Promise<XConnection> {
  const auth = await readCookie(options.authority, options.display);
  for (let left = attempts; ; left -= 1) {
    const stream = await options.dial();
    try {
      return connectionOf(await setUp(stream, options.display, auth), stream, options.display);
    } catch (error) {
      stream.destroy();
      // A server that has lost its last program starts anew, and drops who comes just then.
      if (left === 1 || !(error instanceof HangUp)) throw refused(options.display, error);
    }
  }
}

function connectionOf(opened: X11Display, stream: Duplex, display: string): XConnection {
  const { client } = opened;
  const screen = opened.screen[0];
  if (!screen) throw new HandrailError('desktop_missing', `Display ${display} has no screen.`);
  const listeners = new Set<(event: Buffer) => void>();
  const line = createLineEnd(stream);
  const { end, lost } = line;
  const died = (why: string) =>
    end(
      new HandrailError(
        'display_died',
        `The X server of display ${display} is gone: ${why}.`,
        'Open the session again; what was on that display is lost.',
      ),
    );
  stream.on('end', () => died('it closed the connection'));
  stream.on('close', () => died('the connection was closed'));
  stream.on('error', (error: Error) => died(error.message));
  client.on('event', ({ rawData }) => {
    for (const heard of [...listeners]) heard(rawData);
  });

  const put = (bytes: Buffer, expectsReply: boolean) => {
    if (line.gone) throw line.gone;
    client.seq_num += 1;
    client.pack_stream.put(bytes);
    client.pack_stream.submit(expectsReply);
  };

  const ask = (bytes: Buffer): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (line.gone) return reject(line.gone);
      const settle = (done: () => void) => {
        forget();
        clearTimeout(timer);
        done();
      };
      const fail = (error: Error) => settle(() => reject(error));
      const timer = setTimeout(
        () => fail(new HandrailError('deadline', `Display ${display} did not answer within ${answerMs} ms.`)),
        answerMs,
      );
      const forget = line.whileWaiting(fail);
      client.replies[client.seq_num + 1] = [
        (body, detail) => ({ body, detail }),
        (error, value) => {
          if (error) fail(refusal(error));
          else settle(() => resolve(value as Reply)); // made by the reader just above
          return true;
        },
      ];
      put(bytes, true);
    });
  const roundTrip = async () => {
    await ask(roundTripRequest);
  };

  return {
    root: screen.root,
    rootDepth: screen.root_depth,
    keycodes: { least: opened.min_keycode, most: opened.max_keycode },
    send: (bytes) => put(bytes, false),
    async check(bytes) {
      if (line.gone) throw line.gone;
      let failed: XRefusal | undefined;
      client.replies[client.seq_num + 1] = [
        undefined,
        (error) => {
          if (error) failed = refusal(error);
          return true;
        },
      ];
      put(bytes, false);
      await roundTrip();
      if (failed) throw failed;
    },
    ask,
    tryAsk: (bytes) =>
      ask(bytes).catch((error: unknown) => {
        if (error instanceof XRefusal) return undefined;
        throw error;
      }),
    roundTrip,
    ownerOf: (id) => (id & ~opened.resource_mask) >>> 0,
    newId: () => client.AllocID(),
    freeId: (id) => client.ReleaseID(id),
    listen(heard, ended) {
      listeners.add(heard);
      const forget = ended && line.whileWaiting(ended);
      return () => {
        listeners.delete(heard);
        forget?.();
      };
    },
    lost,
    async close() {
      end(new HandrailError('closed', `The connection to display ${display} was closed.`));
    },
  };
}

function refusal(error: X11Error): XRefusal {
  return new XRefusal(error.error ?? 0, error.majorOpcode ?? 0);
}

/** An extension of the server, if it has it. */
export async function extension(
  { ask }: XConnection,
  name: string,
): Promise<{ opcode: number; firstEvent: number } | undefined> {
  const title = Buffer.from(name, 'latin1');
  const { body } = await ask(request(98, 0, u16(title.length, 0), title));
  return body[0] ? { opcode: body[1] ?? 0, firstEvent: body[2] ?? 0 } : undefined;
}
