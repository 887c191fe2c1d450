import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { acceptSockets } from '../wire/accept-sockets.js';

/** A server that notes every connection and every request that reaches it. */
export interface WitnessServer {
  readonly port: number;
  /** By the name localhost. */
  readonly origin: string;
  readonly paths: string[];
  /** How many connections were opened, also without a request. */
  connections(): number;
  forget(): void;
  setPages(pages: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** Serves pages by their path. `/redirect?302=URL` redirects. */
export async function startWitnessServer(): Promise<WitnessServer> {
  const paths: string[] = [];
  let count = 0;
  let pages: Readonly<Record<string, string>> = {};
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?$/, '');
    paths.push(path);
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const redirect = /^\/redirect\?(\d{3})=(.*)$/.exec(path);
    if (redirect) {
      response.writeHead(Number(redirect[1]), { ...headers, location: decodeURIComponent(redirect[2] ?? '') }).end();
      return;
    }
    const file = path.split('?', 1)[0] ?? '';
    const type = file.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    const extra: Record<string, string> = file.endsWith('.zip') ? { 'content-disposition': 'attachment' } : {};
    response.writeHead(200, { ...headers, 'content-type': type, ...extra });
    response.end(pages[file] ?? '<!doctype html><title>Witness</title><h1>Reached</h1>');
  });
  server.on('connection', (socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', ({ url = '' }) => paths.push(url));
  const closeSockets = acceptSockets(server, () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://localhost:${port}`,
    paths,
    connections: () => count,
    forget() {
      paths.length = 0;
      count = sockets.size;
    },
    setPages(given) {
      pages = given;
    },
    async close() {
      closeSockets();
      for (const socket of sockets) socket.destroy();
      await new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}
