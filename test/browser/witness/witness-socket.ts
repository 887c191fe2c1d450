import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** The few lines of RFC 6455 that a test page needs: a page tells what it did without a request that an action could be credited with. */

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export interface WitnessSocket {
  send(text: string): void;
  end(): void;
}

/** Answers a page's handshake and hears its messages. */
export function acceptSocket(
  request: IncomingMessage,
  stream: Duplex,
  hear: { message(text: string): void; closed(): void },
): WitnessSocket {
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${magic}`).digest('base64');
  stream.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let waiting = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let isOpen = true;
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    stream.destroy();
    hear.closed();
  };
  stream.on('close', end);
  stream.on('error', end);
  stream.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (let frame = readFrame(waiting); frame; frame = readFrame(waiting)) {
      waiting = waiting.subarray(frame.size);
      if (frame.opcode === 8) return end();
      if (frame.opcode > 2) continue;
      parts.push(frame.payload);
      if (!frame.isLast) continue;
      hear.message(Buffer.concat(parts).toString('utf8'));
      parts = [];
    }
  });
  return {
    end,
    send(text) {
      const payload = Buffer.from(text);
      if (isOpen && payload.length < 126) stream.write(Buffer.concat([Buffer.from([0x81, payload.length]), payload]));
    },
  };
}

interface Frame {
  opcode: number;
  isLast: boolean;
  payload: Buffer;
  size: number;
}

function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const extra = short === 127 ? 8 : short === 126 ? 2 : 0;
  const head = 2 + extra + 4;
  if (bytes.length < head) return undefined;
  const length = extra === 8 ? Number(bytes.readBigUInt64BE(2)) : extra === 2 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < head + length) return undefined;
  const mask = bytes.subarray(head - 4, head);
  const payload = Buffer.from(bytes.subarray(head, head + length));
  for (let at = 0; at < length; at += 1) payload.writeUInt8(payload.readUInt8(at) ^ mask.readUInt8(at % 4), at);
  const first = bytes.readUInt8(0);
  return { opcode: first & 0x0f, isLast: (first & 0x80) !== 0, payload, size: head + length };
}
