import type { Command, ExecResult } from './exec.js';

/** The request kinds of the runner programs. */
const requestKinds = { run: 1, startDetached: 2, kill: 3, runAtExit: 4, exitCode: 5 } as const;
export type RequestKind = keyof typeof requestKinds;

const lengthBytes = 4;
const replyHeaderBytes = 12;

/** Encodes a request frame: length; id, kind, input length, input, NUL-separated arguments. */
export function encodeRequest(id: number, kind: RequestKind, { args, input = '' }: Command): Buffer {
  const inputBytes = Buffer.from(input);
  const argumentBytes = Buffer.from(args.join('\0'));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(9 + inputBytes.length + argumentBytes.length, 0);
  header.writeUInt32BE(id, 4);
  header.writeUInt8(requestKinds[kind], 8);
  header.writeUInt32BE(inputBytes.length, 9);
  return Buffer.concat([header, inputBytes, argumentBytes]);
}

export interface RunnerReply {
  id: number;
  /** Size of the reply. */
  bytes: number;
  result: ExecResult;
}

/** Returns a function that takes chunks of a stream and calls `onReply` for each complete reply frame. */
export function createReplyParser(onReply: (reply: RunnerReply) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let available = 0;
  return (chunk) => {
    chunks.push(chunk);
    available += chunk.length;
    while (available >= lengthBytes) {
      if ((chunks[0]?.length ?? 0) < lengthBytes) chunks = [Buffer.concat(chunks)];
      const frameBytes = lengthBytes + (chunks[0]?.readUInt32BE(0) ?? 0);
      if (available < frameBytes) return;
      const all = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      if (!all) return;
      chunks = [all.subarray(frameBytes)];
      available -= frameBytes;
      onReply(parseReply(all.subarray(lengthBytes, frameBytes)));
    }
  };
}

/** Parses a reply: id, exit code, length of standard output, standard output, standard error. */
function parseReply(reply: Buffer): RunnerReply {
  const end = replyHeaderBytes + reply.readUInt32BE(8);
  return {
    id: reply.readUInt32BE(0),
    bytes: reply.length,
    result: {
      code: reply.readUInt32BE(4),
      stdout: Buffer.from(reply.subarray(replyHeaderBytes, end)),
      stderr: reply.toString('utf8', end),
    },
  };
}
