import { HandrailError } from '../../core/errors.js';

/**
 * What a client sends: a line `handrail 1 <bytes>`, then fields with a zero byte after each.
 * What it gets: frames of a line `<kind> <bytes>` and that many bytes.
 */
export interface Request {
  token: string;
  build: string;
  /** The folder the command was given in. */
  folder: string;
  /** HANDRAIL_HOME and HANDRAIL_SESSION of the caller. */
  home: string;
  session: string;
  words: readonly string[];
}

/**
 * begun: it is being carried out, said again every few seconds. out, err: text for the caller. exit: the code, at the end.
 * local: run it yourself. input: send what stands in standard input. stale: start another one.
 */
export const frameKinds = { begun: 'b', out: 'o', err: 'e', exit: 'x', local: 'l', input: 'i', stale: 's' } as const;
export type FrameKind = keyof typeof frameKinds;

export interface Frame {
  kind: FrameKind;
  body: Buffer;
}

/** How often a client hears that its command is still being carried out, and after how long without a word it gives up. */
export const beatMs = 4_000;
export const silenceMs = 15_000;

/** Nothing that is said in a shell is longer; files go by their path. */
const mostBytes = 32 * 1024 * 1024;
/** A longer text goes in several frames. */
const frameBytes = 1024 * 1024;

export function writeRequest({ token, build, folder, home, session, words }: Request): Buffer {
  const body = Buffer.from([token, build, folder, home, session, ...words].map((field) => `${field}\0`).join(''));
  return Buffer.concat([Buffer.from(`handrail 1 ${body.byteLength}\n`), body]);
}

export function readRequest(body: Buffer): Request {
  const fields = body.toString('utf8').split('\0').slice(0, -1);
  const [token = '', build = '', folder = '/', home = '', session = '', ...words] = fields;
  return { token, build, folder, home, session, words };
}

export function writeFrame(kind: FrameKind, body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${frameKinds[kind]} ${bytes.byteLength}\n`), bytes]);
}

/** A text of any length. */
export function* writeFrames(kind: FrameKind, text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.byteLength; at += frameBytes) yield writeFrame(kind, bytes.subarray(at, at + frameBytes));
}

const kindOf = new Map<string, FrameKind>(
  (Object.keys(frameKinds) as FrameKind[]).map((kind) => [frameKinds[kind], kind] as const),
);

/** Takes bytes as they come and gives back each message once it is whole: its first line without the count, and its body. */
export function messageReader(): (chunk: Buffer) => { head: string; body: Buffer }[] {
  let held: Buffer = Buffer.alloc(0);
  return (chunk) => {
    held = held.byteLength === 0 ? chunk : Buffer.concat([held, chunk]);
    const messages: { head: string; body: Buffer }[] = [];
    for (;;) {
      const end = held.indexOf(10);
      if (end < 0) {
        if (held.byteLength > 200) throw unreadable();
        return messages;
      }
      const [, head = '', count = ''] = /^(.*?) ?(\d+)$/.exec(held.toString('latin1', 0, end)) ?? [];
      const size = Number(count);
      if (count === '') throw unreadable();
      if (size > mostBytes)
        throw new HandrailError('invalid_input', 'That is more than 32 MB at once.', 'Give it in smaller parts.');
      if (held.byteLength < end + 1 + size) return messages;
      messages.push({ head, body: held.subarray(end + 1, end + 1 + size) });
      held = held.subarray(end + 1 + size);
    }
  };
}

export function toFrame({ head, body }: { head: string; body: Buffer }): Frame {
  const kind = kindOf.get(head);
  if (!kind) throw unreadable();
  return { kind, body };
}

function unreadable(): HandrailError {
  return new HandrailError(
    'daemon_failed',
    'What came over the socket cannot be read.',
    'Is another program listening there?',
  );
}
