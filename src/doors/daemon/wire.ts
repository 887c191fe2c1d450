import { HandrailError } from '../../core/errors.js';
import { frameKinds, maxMessageBytes, protocolVersion } from './client-spec.js';

/**
 * The request of a client: a line `handrail <protocol version> <bytes>`, then fields, each followed by a zero byte.
 * The response: frames, each a line `<kind> <bytes>` and that many bytes.
 */
export interface Request {
  token: string;
  /** The build of the sender. */
  build: string;
  /** The caller's working folder. */
  folder: string;
  /** HANDRAIL_HOME and HANDRAIL_SESSION of the caller. */
  home: string;
  session: string;
  args: readonly string[];
}

export type FrameKind = keyof typeof frameKinds;

export interface Frame {
  kind: FrameKind;
  body: Buffer;
}

/** Interval of the `running` frames. */
export const heartbeatMs = 4_000;

/** Longer texts are sent in several frames. */
const maxFrameBytes = 1024 * 1024;
const maxHeaderBytes = 200;

/** The first line of a request, without the byte count. */
export const requestHead = `handrail ${protocolVersion}`;

export function encodeRequest({ token, build, folder, home, session, args }: Request): Buffer {
  const body = Buffer.from([token, build, folder, home, session, ...args].map((field) => `${field}\0`).join(''));
  return Buffer.concat([Buffer.from(`${requestHead} ${body.byteLength}\n`), body]);
}

export function decodeRequest(body: Buffer): Request {
  const fields = body.toString('utf8').split('\0').slice(0, -1);
  const [token = '', build = '', folder = '/', home = '', session = '', ...args] = fields;
  return { token, build, folder, home, session, args };
}

export function encodeFrame(kind: FrameKind, body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${frameKinds[kind]} ${bytes.byteLength}\n`), bytes]);
}

/** Encodes a text of any length. */
export function* encodeFrames(kind: FrameKind, text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.byteLength; start += maxFrameBytes)
    yield encodeFrame(kind, bytes.subarray(start, start + maxFrameBytes));
}

const kindsByLetter = new Map<string, FrameKind>(
  (Object.keys(frameKinds) as FrameKind[]).map((kind) => [frameKinds[kind], kind] as const),
);

/** Returns a function that takes chunks and returns the messages that are complete: the header without the byte count, and the body. */
export function createMessageReader(): (chunk: Buffer) => { head: string; body: Buffer }[] {
  let buffer: Buffer = Buffer.alloc(0);
  return (chunk) => {
    buffer = buffer.byteLength === 0 ? chunk : Buffer.concat([buffer, chunk]);
    const messages: { head: string; body: Buffer }[] = [];
    for (;;) {
      const end = buffer.indexOf(10);
      if (end < 0) {
        if (buffer.byteLength > maxHeaderBytes) throw unreadable();
        return messages;
      }
      const [, head = '', count = ''] = /^(.*?) ?(\d+)$/.exec(buffer.toString('latin1', 0, end)) ?? [];
      const size = Number(count);
      if (count === '') throw unreadable();
      if (size > maxMessageBytes)
        throw new HandrailError('invalid_input', 'The input is larger than 32 MB.', 'Pass it in smaller parts.');
      if (buffer.byteLength < end + 1 + size) return messages;
      messages.push({ head, body: buffer.subarray(end + 1, end + 1 + size) });
      buffer = buffer.subarray(end + 1 + size);
    }
  };
}

export function toFrame({ head, body }: { head: string; body: Buffer }): Frame {
  const kind = kindsByLetter.get(head);
  if (!kind) throw unreadable();
  return { kind, body };
}

function unreadable(): HandrailError {
  return new HandrailError(
    'daemon_failed',
    'The data on the socket does not follow the protocol.',
    'Check whether another program listens on the socket.',
  );
}
