import type { Socket } from 'node:net';
import { type ByteReader, createByteReader } from './byte-reader.js';
import { toEgressFailure } from './egress-failure.js';
import { joinSockets } from './join-sockets.js';

export const socksVersion = 5;

/** Opens the route to a host. Throws EgressFailure. */
export type OpenRoute = (host: string, port: number) => Promise<Socket>;

const replies = {
  succeeded: 0,
  failed: 1,
  notAllowed: 2,
  hostUnreachable: 4,
  refused: 5,
  notSupported: 7,
} as const;
const connectCommand = 1;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 } as const;
const noAuthentication = 0;

/** Serves one SOCKS5 client (RFC 1928), whose first bytes were read already. Only CONNECT is supported, so that no UDP leaves this way. */
export async function serveSocks(client: Socket, first: Buffer, openRoute: OpenRoute): Promise<void> {
  const reader = createByteReader(client, first);
  const [, methods = 0] = await reader.read(2);
  await reader.read(methods);
  client.write(Buffer.from([socksVersion, noAuthentication]));
  const [, command, , type] = await reader.read(4);
  const host = await readHost(reader, type);
  const port = (await reader.read(2)).readUInt16BE(0);
  if (command !== connectCommand || host === undefined) {
    client.end(toReply(replies.notSupported));
    return;
  }
  let target: Socket;
  try {
    target = await openRoute(host, port);
  } catch (error) {
    const { code } = toEgressFailure(error, host);
    client.end(
      toReply(
        code === 'ERR_BLOCKED_BY_ADMINISTRATOR'
          ? replies.notAllowed
          : code === 'ERR_CONNECTION_REFUSED'
            ? replies.refused
            : replies.hostUnreachable,
      ),
    );
    return;
  }
  if (client.destroyed) {
    target.destroy();
    return;
  }
  client.write(toReply(replies.succeeded));
  reader.release();
  joinSockets(client, target);
}

async function readHost(reader: ByteReader, type: number | undefined): Promise<string | undefined> {
  if (type === addressTypes.ipv4) return [...(await reader.read(4))].join('.');
  if (type === addressTypes.name) {
    const [length = 0] = await reader.read(1);
    return (await reader.read(length)).toString('latin1');
  }
  if (type !== addressTypes.ipv6) return undefined;
  const bytes = await reader.read(16);
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  return groups.join(':');
}

function toReply(reply: number): Buffer {
  return Buffer.from([socksVersion, reply, 0, addressTypes.ipv4, 0, 0, 0, 0, 0, 0]);
}
