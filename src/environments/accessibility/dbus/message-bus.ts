import type { Duplex } from 'node:stream';
import { toCancelledError, withTimeout } from '../../../core/deadline.js';
import { type ErrorCode, HandrailError } from '../../../core/errors.js';
import { createConnectionEnd } from '../../processes/connection-end.js';
import { authenticate } from './authenticate.js';
import { type BusValue, toText } from './bus-values.js';
import {
  type BusCall,
  type BusMessage,
  decodeMessage,
  encodeCall,
  encodeRefusal,
  messageLength,
  messageTypes,
} from './messages.js';

/** A connection to a message bus (D-Bus). */
export interface MessageBus {
  /** Our name on the bus: ':1.42'. */
  name: string;
  /** Calls a method and returns its reply. Calls do not wait for each other. */
  call(call: BusCall, limits?: { ms?: number; signal?: AbortSignal }): Promise<BusValue[]>;
  /** Subscribes to the signals of a match rule until the connection ends. */
  subscribe(rule: string, listener: (signal: BusMessage) => void): Promise<void>;
  /** Resolves with the reason when the connection ends. Never rejects. */
  lost: Promise<HandrailError>;
  close(): void;
}

interface PendingCall {
  call: BusCall;
  resolve(values: BusValue[]): void;
  fail(error: HandrailError): void;
}

const loginTimeoutMs = 5000;
const defaultCallTimeoutMs = 5000;
const maxSerial = 0xffffffff;
const busDaemon = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

/** Authenticates on a stream to a message bus and registers there. */
export async function openMessageBus(stream: Duplex, uid: number, signal?: AbortSignal): Promise<MessageBus> {
  try {
    await withTimeout(loginTimeoutMs, 'Logging in on the message bus', authenticate(stream, uid), signal);
    const connection = createConnection(stream);
    const [name] = await connection.call({ ...busDaemon, member: 'Hello' }, { ms: loginTimeoutMs, signal });
    return { ...connection, name: toText(name) };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/** Authenticates on a stream to one program, without a bus in between. `to` of a call has no meaning there. */
export async function openPeer(stream: Duplex, uid: number): Promise<MessageBus> {
  try {
    await withTimeout(loginTimeoutMs, 'Logging in to the program', authenticate(stream, uid));
    return { ...createConnection(stream), name: '' };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function createConnection(stream: Duplex): Omit<MessageBus, 'name'> {
  const pending = new Map<number, PendingCall>();
  const listeners: ((signal: BusMessage) => void)[] = [];
  const connectionEnd = createConnectionEnd(stream);
  const { end, lost } = connectionEnd;
  let serial = 0;
  const nextSerial = () => {
    serial = serial >= maxSerial ? 1 : serial + 1;
    return serial;
  };

  const onMessage = (message: BusMessage) => {
    if (message.type === messageTypes.signal) {
      for (const listener of listeners) listener(message);
      return;
    }
    if (message.type === messageTypes.call) {
      stream.write(encodeRefusal(message, nextSerial()));
      return;
    }
    const waiting = pending.get(message.replySerial);
    if (!waiting) return;
    pending.delete(message.replySerial);
    if (message.type === messageTypes.error) waiting.fail(toBusError(waiting.call, message));
    else waiting.resolve(message.body());
  };
  readMessages(stream, onMessage, end);
  stream.on('error', (error) => end(busLost(error.message, error)));
  stream.on('close', () => end(busLost('the connection ended')));

  const call: MessageBus['call'] = (request, { ms = defaultCallTimeoutMs, signal } = {}) =>
    new Promise((resolve, reject) => {
      if (connectionEnd.reason) return reject(connectionEnd.reason);
      if (signal?.aborted) return reject(toCancelledError(signal));
      const number = nextSerial();
      const settle = (done: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        pending.delete(number);
        removeOnEnd();
        done();
      };
      const fail = (error: HandrailError) => settle(() => reject(error));
      const abort = () => signal && fail(toCancelledError(signal));
      const timer = setTimeout(() => fail(callTimeout(request, ms)), ms);
      signal?.addEventListener('abort', abort, { once: true });
      pending.set(number, { call: request, resolve: (values) => settle(() => resolve(values)), fail });
      const removeOnEnd = connectionEnd.onEnd(fail);
      writeBatched(stream, encodeCall(request, number));
    });

  return {
    call,
    lost,
    async subscribe(rule, listener) {
      listeners.push(listener);
      await call({ ...busDaemon, member: 'AddMatch', signature: 's', body: [rule] });
    },
    close: () =>
      end(new HandrailError('closed', 'The connection to the message bus was closed.', 'Open a new session.')),
  };
}

/** Sends the messages of one turn of the event loop together. */
function writeBatched(stream: Duplex, bytes: Buffer): void {
  if (!stream.writableCorked) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  stream.write(bytes);
}

function readMessages(
  stream: Duplex,
  onMessage: (message: BusMessage) => void,
  end: (error: HandrailError) => void,
): void {
  let chunks: Buffer[] = [];
  let received = 0;
  let needed = 1;
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received < needed) return;
    let bytes = Buffer.concat(chunks);
    try {
      for (;;) {
        const length = messageLength(bytes);
        needed = length ?? bytes.length + 1;
        if (!length || bytes.length < length) break;
        onMessage(decodeMessage(bytes.subarray(0, length)));
        bytes = bytes.subarray(length);
      }
    } catch (error) {
      end(error instanceof HandrailError ? error : busLost('it sent a malformed message', error));
    }
    chunks = [bytes];
    received = bytes.length;
  });
}

function callTimeout({ member }: BusCall, ms: number): HandrailError {
  return new HandrailError(
    'deadline',
    `The program did not respond within ${ms} ms (${member}).`,
    'It may be busy or hang. Wait a moment and observe again.',
  );
}

function busLost(reason: string, cause?: unknown): HandrailError {
  return new HandrailError(
    'display_died',
    `The message bus of the desktop is gone: ${reason}.`,
    'Its desktop or container ended. Start it again.',
    { cause },
  );
}

const standardPrefix = 'org.freedesktop.DBus.Error.';
const maxReasonLength = 300;

const codes: Record<string, ErrorCode> = {
  UnknownObject: 'stale_element',
  ServiceUnknown: 'stale_element',
  NameHasNoOwner: 'stale_element',
  Disconnected: 'stale_element',
  NoReply: 'stale_element',
  UnknownMethod: 'unsupported',
  UnknownInterface: 'unsupported',
  UnknownProperty: 'unsupported',
  NotSupported: 'unsupported',
  Timeout: 'deadline',
};

function toBusError(call: BusCall, reply: BusMessage): HandrailError {
  const name = reply.errorName.replace(standardPrefix, '');
  const reason = toText(reply.body()[0]).slice(0, maxReasonLength);
  const method = `${call.interface.replace('org.a11y.atspi.', '')}.${call.member}`;
  return new HandrailError(
    codes[name] ?? 'driver_failed',
    `The program replied to ${method} with ${name}: ${reason || 'no reason given'}`,
    'Observe again.',
  );
}
