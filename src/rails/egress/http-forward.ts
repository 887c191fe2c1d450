import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { toEgressFailure } from './egress-failure.js';
import { joinSockets } from './join-sockets.js';
import type { OpenRoute } from './socks.js';

/** Headers between a client and its proxy. */
const ownHeaders = [
  'proxy-connection',
  'proxy-authorization',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'transfer-encoding',
];

/** Serves programs that use HTTP proxies: CONNECT, and requests with a whole URL. It does not listen: connections are passed to it. */
export function createHttpForwarder(openRoute: OpenRoute): Server {
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing, openRoute).catch((error: unknown) => fail(outgoing, error));
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(incoming, client, head, openRoute).catch(() => client.destroy());
  });
  return server;
}

async function tunnel(
  { url = '' }: IncomingMessage,
  client: Duplex,
  head: Buffer,
  openRoute: OpenRoute,
): Promise<void> {
  client.on('error', () => client.destroy());
  const [, host = '', port = '0'] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(url) ?? [];
  let target: Socket;
  try {
    target = await openRoute(host, Number(port));
  } catch (error) {
    const { isRefusal, message } = toEgressFailure(error, host);
    const status = isRefusal ? '403 Forbidden' : '502 Bad Gateway';
    client.end(
      `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
    );
    return;
  }
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  target.write(head);
  joinSockets(client, target);
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, openRoute: OpenRoute): Promise<void> {
  const { url: text = '', method, headers } = incoming;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:') {
    outgoing.writeHead(400, { 'content-type': 'text/plain' }).end('This is a proxy: send the whole http:// URL.');
    return;
  }
  const socket = await openRoute(url.hostname, Number(url.port || 80));
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)));
  const upstream = request({
    method,
    path: `${url.pathname}${url.search}`,
    // The host that was decided on, whatever the client wrote.
    headers: { ...sent, host: url.host, connection: 'close' },
    createConnection: () => socket,
  });
  upstream.on('response', (response) => {
    const received = Object.entries(response.headers).filter(([name]) => !ownHeaders.includes(name));
    outgoing.writeHead(response.statusCode ?? 502, Object.fromEntries(received));
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
  });
  upstream.on('error', (error) => fail(outgoing, error));
  outgoing.on('close', () => socket.destroy());
  incoming.pipe(upstream);
}

function fail(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const { isRefusal, message } = toEgressFailure(error, 'The host');
  outgoing.writeHead(isRefusal ? 403 : 502, { 'content-type': 'text/plain; charset=utf-8' }).end(message);
}
