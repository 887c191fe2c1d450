import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptSockets } from './accept-sockets.js';

/** A request that would change something: its method, path and body. */
export interface ReceivedOrder {
  method: string;
  path: string;
  body: string;
}

export interface OrderServer {
  /** The same server under two origins. */
  readonly origin: string;
  readonly otherOrigin: string;
  readonly received: ReceivedOrder[];
  /** Serves this page at `/page`, and these files. */
  setPage(html: string, files?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** A shop whose orders are witnessed: everything below `/order`, and every request that is not a GET. */
export async function startOrderServer(): Promise<OrderServer> {
  const received: ReceivedOrder[] = [];
  let files: Readonly<Record<string, string>> = {};
  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const method = request.method ?? 'GET';
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-allow-methods': '*',
    };
    if (method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    const isOrder = path.startsWith('/order') || method !== 'GET';
    if (isOrder) received.push({ method, path, body });
    const redirect = /^\/redirect\?(\d+)(.*)$/.exec(path);
    if (redirect) {
      response.writeHead(Number(redirect[1]), { ...headers, location: redirect[2] }).end();
      return;
    }
    const file = files[path.split('?', 1)[0] ?? ''];
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` });
    response.end(file ?? (isOrder ? '<h1>Ordered</h1>' : '<h1>Empty</h1>'));
  });
  const closeSockets = acceptSockets(server, (path, body) => received.push({ method: 'SEND', path, body }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    received,
    setPage(html, others = {}) {
      received.length = 0;
      files = { '/page': html, ...others };
    },
    async close() {
      closeSockets();
      server.closeAllConnections();
      await new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}
