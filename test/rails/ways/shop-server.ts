import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptSockets } from '../wire/accept-sockets.js';

/** What a server received: method, address and body. */
export interface Received {
  method: string;
  path: string;
  body: string;
}

export interface ShopServer {
  readonly origin: string;
  /** The same server under another name. */
  readonly otherOrigin: string;
  readonly received: Received[];
  /** Serves the page at `/page`, and these files. Forgets what was received. */
  show(html: string, files?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** Serves pages, and records every request. `OTHER` in a page stands for the other origin. */
export async function startShopServer(): Promise<ShopServer> {
  const received: Received[] = [];
  let files: Readonly<Record<string, string>> = {};
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const method = request.method ?? 'GET';
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-allow-methods': '*',
      'service-worker-allowed': '/',
      'cache-control': 'no-store',
    };
    if (method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    const redirect = /^\/redirect\?(\d{3})(.*)$/.exec(path);
    if (redirect) {
      response.writeHead(Number(redirect[1]), { ...headers, location: redirect[2] }).end();
      return;
    }
    received.push({ method, path, body });
    const file = files[path.split('?', 1)[0] ?? ''];
    const type = path.endsWith('.js') ? 'text/javascript' : file?.startsWith('{') ? 'application/json' : 'text/html';
    response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` });
    response.end((file ?? '<p>Empty</p>').replaceAll('OTHER', otherOrigin()));
  });
  const closeSockets = acceptSockets(server, (path, body) => received.push({ method: 'SEND', path, body }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const otherOrigin = () => `http://localhost:${port}`;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: otherOrigin(),
    received,
    show(html, others = {}) {
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
