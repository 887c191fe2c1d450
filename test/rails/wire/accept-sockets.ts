import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

const handshakeSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Accepts WebSockets and passes the text of each message on. Returns a function that closes them. */
export function acceptSockets(server: Server, onMessage: (path: string, text: string) => void): () => void {
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket: Duplex) => {
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${handshakeSuffix}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
    );
    sockets.add(socket);
    let pending = Buffer.alloc(0);
    socket.on('error', () => undefined); // the browser ends the connection at any time
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (let frame = readFrame(pending); frame; frame = readFrame(pending)) {
        pending = pending.subarray(frame.length);
        if (frame.opcode === 1 || frame.opcode === 2) onMessage(request.url ?? '', frame.text);
      }
    });
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** A masked frame of at most 65,535 bytes. */
function readFrame(bytes: Buffer): { length: number; opcode: number; text: string } | undefined {
  if (bytes.length < 6) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const head = short === 126 ? 4 : 2;
  if (bytes.length < head + 4) return undefined;
  const size = short === 126 ? bytes.readUInt16BE(2) : short;
  const length = head + 4 + size;
  if (bytes.length < length) return undefined;
  const mask = bytes.subarray(head, head + 4);
  const data = Buffer.from(bytes.subarray(head + 4, length).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  return { length, opcode: bytes.readUInt8(0) & 0x0f, text: data.toString('utf8') };
}
