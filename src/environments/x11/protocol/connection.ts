import type { Duplex } from 'node:stream';
import { HandrailError } from '../../../core/errors.js';
import { type ConnectionEnd, createConnectionEnd } from '../../processes/connection-end.js';
import type { XOptions } from '../x-display.js';
import { readCookie } from './authority.js';
import type { XEvent } from './events.js';
import { ClosedDuringSetup, connectionRefused, setUpConnection } from './handshake.js';
import type { ReplyCallback, X11Client, X11Display, X11Error, X11Extensions } from './x11-package.js';

/** Sends one request with a reply through the client of the package `x11`. */
export type Query<T> = (client: X11Client, callback: ReplyCallback<T>) => void;

/** Sends one request without a reply. The callback receives its error. */
export type VoidRequest = (client: X11Client, callback?: ReplyCallback<void>) => void;

/** A connection to an X server. Every method throws `display_died` when the server is gone. */
export interface XConnection {
  root: number;
  keycodes: { min: number; max: number };
  /** Sends requests without replies. Their errors are ignored: most of them mean that a window is gone. */
  send(request: VoidRequest): void;
  /** Sends a request without a reply. Throws XRefusal when the server refuses it. */
  check(request: VoidRequest): Promise<void>;
  /** Returns the reply. Throws XRefusal when the server refuses the request, and `deadline` when it does not answer. */
  query<T>(request: Query<T>): Promise<T>;
  /** As `query`, but undefined when the server refuses: the window is gone. */
  tryQuery<T>(request: Query<T>): Promise<T | undefined>;
  /** Resolves when the server has processed everything that was sent before. */
  sync(): Promise<void>;
  /** Loads an extension. Undefined when the server lacks it. */
  extension<Name extends keyof X11Extensions>(name: Name): Promise<X11Extensions[Name] | undefined>;
  allocateId(): number;
  /** Makes the id of a destroyed resource available again. */
  releaseId(id: number): void;
  /** The client that created a resource. Two windows with the same owner belong to the same program. */
  ownerOf(id: number): number;
  /** Subscribes to events and to the end of the connection. Returns the function that unsubscribes. */
  onEvent(listener: (event: XEvent) => void, onEnd?: (error: HandrailError) => void): () => void;
  /** Resolves with the reason when the connection ends. Never rejects. */
  lost: Promise<HandrailError>;
  close(): Promise<void>;
}

/** The X server refused a request. The usual reason is a window that no longer exists. */
export class XRefusal extends Error {
  override readonly name = 'XRefusal';
  constructor(
    readonly code: number,
    readonly opcode: number,
  ) {
    super(`The X server refused request ${opcode} (error ${code}).`);
  }
}

const maxConnectAttempts = 3;
const replyTimeoutMs = 5000;

/** Sets up a connection on a stream to an X server. Throws `desktop_missing` when the server refuses it. */
export async function openConnection(options: XOptions): Promise<XConnection> {
  const auth = await readCookie(options.authority, options.display);
  for (let attempt = 1; ; attempt += 1) {
    const stream = await options.dial();
    try {
      return createConnection(await setUpConnection(stream, options.display, auth), stream, options.display);
    } catch (error) {
      stream.destroy();
      // A server that lost its last client resets itself and drops clients that connect at that moment.
      if (attempt === maxConnectAttempts || !(error instanceof ClosedDuringSetup))
        throw connectionRefused(options.display, error);
    }
  }
}

function createConnection(opened: X11Display, stream: Duplex, display: string): XConnection {
  const { client } = opened;
  const screen = opened.screen[0];
  if (!screen) throw new HandrailError('desktop_missing', `Display ${display} has no screen.`, 'Use another display.');
  client.atoms = { ...client.atoms }; // the package shares one table between all servers, which number atoms differently
  const end = watchStream(stream, display);
  const listeners = new Set<(event: XEvent) => void>();
  client.on('event', (event) => {
    for (const listener of [...listeners]) listener(event);
  });
  return {
    root: screen.root,
    keycodes: { min: opened.min_keycode, max: opened.max_keycode },
    ...createRequests(client, end, display),
    ownerOf: (id) => (id & ~opened.resource_mask) >>> 0,
    allocateId: () => client.AllocID(),
    releaseId: (id) => client.ReleaseID(id),
    onEvent(listener, onEnd) {
      listeners.add(listener);
      const removeOnEnd = onEnd && end.onEnd(onEnd);
      return () => {
        listeners.delete(listener);
        removeOnEnd?.();
      };
    },
    lost: end.lost,
    async close() {
      end.end(new HandrailError('closed', `The connection to display ${display} was closed.`));
    },
  };
}

function watchStream(stream: Duplex, display: string): ConnectionEnd {
  const end = createConnectionEnd(stream);
  const die = (why: string) =>
    end.end(
      new HandrailError(
        'display_died',
        `The X server of display ${display} is gone: ${why}.`,
        'Open the session again. The windows of that display are lost.',
      ),
    );
  stream.on('end', () => die('it closed the connection'));
  stream.on('close', () => die('the connection was closed'));
  stream.on('error', (error: Error) => die(error.message));
  return end;
}

function createRequests(
  client: X11Client,
  end: ConnectionEnd,
  display: string,
): Pick<XConnection, 'send' | 'check' | 'query' | 'tryQuery' | 'sync' | 'extension'> {
  const send = (request: VoidRequest, callback?: ReplyCallback<void>): void => {
    if (end.reason) throw end.reason;
    request(client, callback);
  };
  const query = <T>(request: Query<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (end.reason) return reject(end.reason);
      const settle = (done: () => void) => {
        removeOnEnd();
        clearTimeout(timer);
        done();
      };
      const fail = (error: unknown) => settle(() => reject(error));
      const timer = setTimeout(
        () =>
          fail(
            new HandrailError(
              'deadline',
              `Display ${display} did not respond within ${replyTimeoutMs} ms.`,
              'Observe again. If it still does not respond, restart the display.',
            ),
          ),
        replyTimeoutMs,
      );
      const removeOnEnd = end.onEnd(fail);
      try {
        request(client, (error, value) => {
          if (error) fail(toRefusal(error));
          else settle(() => resolve(value as T)); // without an error there is a value
          return true;
        });
      } catch (error) {
        fail(error); // an argument that does not fit its field
      }
    });
  const sync = async (): Promise<void> => {
    await query((server, callback) => server.GetInputFocus(callback)); // the cheapest request with a reply
  };
  return {
    send,
    query,
    sync,
    async check(request) {
      let refusal: XRefusal | undefined;
      send(request, (error) => {
        if (error) refusal = toRefusal(error);
        return true;
      });
      await sync();
      if (refusal) throw refusal;
    },
    tryQuery: (request) =>
      query(request).catch((error: unknown) => {
        if (error instanceof XRefusal) return undefined;
        throw error;
      }),
    extension: (name) =>
      query((server, callback) =>
        server.require(name, (error, extension) => {
          const isMissing = error && error.error === undefined;
          return isMissing ? callback(undefined, undefined) : callback(error, extension);
        }),
      ),
  };
}

function toRefusal(error: X11Error): XRefusal {
  return new XRefusal(error.error ?? 0, error.majorOpcode ?? 0);
}
