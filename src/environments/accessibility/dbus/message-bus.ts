import type { Duplex } from 'node:stream';
import { cancelled, within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { createLineEnd } from '../../processes/line-end.js';
import { busFault } from './bus-fault.js';
import { logIn } from './bus-login.js';
import {
  type BusCall,
  type BusMessage,
  messageLength,
  messageTypes,
  readMessage,
  writeCall,
  writeRefusal,
} from './bus-message.js';
import { type BusValue, textOf } from './bus-values.js';

/** A connection to a message bus (D-Bus). */
export interface MessageBus {
  /** Our own name on the bus: ':1.42'. */
  name: string;
  /** Asks and waits for the answer. Calls do not wait for each other. */
  call(call: BusCall, limits?: { ms?: number; signal?: AbortSignal }): Promise<BusValue[]>;
  /** Hears signals that fit a match rule until the connection ends. */
  listen(rule: string, heard: (signal: BusMessage) => void): Promise<void>;
  /** Settles when the connection is gone, with the reason. Never rejects. */
  lost: Promise<HandrailError>;
  close(): void;
}

interface Pending {
  call: BusCall;
  answer(values: BusValue[]): void;
  fail(error: HandrailError): void;
}

const loginMs = 5000;
const callMs = 5000;
const bus = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

/** Logs in on a stream that leads to a message bus. */
export async function openMessageBus(stream: Duplex, uid: number, signal?: AbortSignal): Promise<MessageBus> {
  try {
    await within(loginMs, 'Logging in on the message bus', logIn(stream, uid), signal);
    const connection = connect(stream);
    const [name] = await connection.call({ ...bus, member: 'Hello' }, { ms: loginMs, signal });
    return { ...connection, name: textOf(name) };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/** Talks to one program directly, without a bus between: `to` of a call means nothing there. */
export async function openPeer(stream: Duplex, uid: number, signal?: AbortSignal): Promise<MessageBus> {
  try {
    await within(loginMs, 'Logging in at the program', logIn(stream, uid), signal);
    return { ...connect(stream), name: '' };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function connect(stream: Duplex): Omit<MessageBus, 'name'> {
  const pending = new Map<number, Pending>();
  const listeners: ((signal: BusMessage) => void)[] = [];
  const line = createLineEnd(stream);
  const { end, lost } = line;
  let serial = 0;

  const nextSerial = () => {
    serial = serial >= 0xffffffff ? 1 : serial + 1;
    return serial;
  };
  const take = (message: BusMessage) => {
    if (message.type === messageTypes.signal) {
      for (const heard of listeners) heard(message);
      return;
    }
    if (message.type === messageTypes.call) {
      stream.write(writeRefusal(message, nextSerial()));
      return;
    }
    const waiting = pending.get(message.answers);
    if (!waiting) return;
    pending.delete(message.answers);
    if (message.type === messageTypes.error) waiting.fail(busFault(waiting.call, message));
    else waiting.answer(message.body());
  };

  readMessages(
    stream,
    (bytes) => {
      try {
        take(readMessage(bytes));
      } catch (error) {
        end(error instanceof HandrailError ? error : died('it sent what cannot be read', error));
      }
    },
    end,
  );
  stream.on('error', (error) => end(died(error.message, error)));
  stream.on('close', () => end(died('the connection ended')));

  const call: MessageBus['call'] = (question, limits = {}) =>
    new Promise((resolve, reject) => {
      const { ms = callMs, signal } = limits;
      if (line.gone) return reject(line.gone);
      if (signal?.aborted) return reject(cancelled(signal));
      const number = nextSerial();
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        pending.delete(number);
        forget();
      };
      const fail = (error: HandrailError) => {
        leave();
        reject(error);
      };
      const abort = () => fail(signal ? cancelled(signal) : died('cancelled'));
      const timer = setTimeout(
        () =>
          fail(
            new HandrailError(
              'deadline',
              `The program did not answer within ${ms} ms (${question.member}).`,
              'It may be busy, or hang. Wait a moment and observe again.',
            ),
          ),
        ms,
      );
      signal?.addEventListener('abort', abort, { once: true });
      const answer = (values: BusValue[]) => {
        leave();
        resolve(values);
      };
      pending.set(number, { call: question, answer, fail });
      const forget = line.whileWaiting(fail);
      send(stream, writeCall(question, number));
    });

  return {
    call,
    lost,
    async listen(rule, heard) {
      listeners.push(heard);
      await call({ ...bus, member: 'AddMatch', signature: 's', body: [rule] });
    },
    close: () => end(new HandrailError('closed', 'The connection to the message bus was closed.')),
  };
}

/** What is written in one turn goes out together. */
function send(stream: Duplex, bytes: Buffer): void {
  if (!stream.writableCorked) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  stream.write(bytes);
}

function readMessages(stream: Duplex, take: (bytes: Buffer) => void, end: (error: HandrailError) => void): void {
  let chunks: Buffer[] = [];
  let have = 0;
  let need = 16;
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    have += chunk.length;
    if (have < need) return;
    let bytes = Buffer.concat(chunks);
    try {
      for (;;) {
        const length = messageLength(bytes);
        need = length ?? 16;
        if (!length || bytes.length < length) break;
        take(bytes.subarray(0, length));
        bytes = bytes.subarray(length);
      }
    } catch (error) {
      end(error instanceof HandrailError ? error : died('it sent what cannot be read', error));
    }
    chunks = [bytes];
    have = bytes.length;
  });
}

function died(reason: string, cause?: unknown): HandrailError {
  return new HandrailError(
    'display_died',
    `The message bus of the desktop is gone: ${reason}.`,
    'The desktop or container it belongs to ended; start it again.',
    { cause },
  );
}
