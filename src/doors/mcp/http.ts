import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLegacyRequest } from '@modelcontextprotocol/server';
import { HandrailError } from '../../core/errors.js';
import { type ClientLimits, createClients, defaultLimits } from './client.js';
import { type Connections, createConnections } from './connections.js';
import { toFailure, warn } from './failure.js';
import { type Guard, hostsOf, letIn } from './guard.js';
import type { Door } from './server-context.js';
import { createVisitors, type Visitors } from './stateless-clients.js';
import { readBody, sendWebResponse, toWebRequest } from './web.js';

export interface HttpOptions {
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** The tokens that let in, once the port is known. */
  tokens(port: number): readonly string[];
  limits?: Partial<ClientLimits>;
}

export interface HttpServing {
  url: string;
  close(): Promise<void>;
}

const mostBytes = 1_000_000;
const mostClients = 64;
const mostSockets = 256;

/** Serves clients of both generations of the protocol at `/mcp`. */
export async function serveOnHttp(
  door: Door,
  { host, port: asked, tokens, limits }: HttpOptions,
): Promise<HttpServing> {
  const bounds = { ...defaultLimits, ...limits };
  const clients = createClients(door, bounds);
  const connections = createConnections(door, clients, mostClients);
  const visitors = createVisitors(door, clients, mostClients);
  const server = createHttpServer({
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = mostSockets;
  const port = await listen(server, host, asked);
  const guard: Guard = { hosts: hostsOf(host), port, tokens: tokens(port) };
  server.on('request', (request, response) => {
    answer(request, response, { guard, connections, visitors }).catch((error: unknown) => {
      warn(error);
      response.destroy();
    });
  });
  const sweep = setInterval(
    () => {
      connections.closeIdle(bounds.idleMs);
      visitors.closeIdle(2 * bounds.idleMs); // whoever comes back hears that the session is gone
    },
    Math.min(bounds.idleMs / 2, 30_000),
  ).unref();
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`,
    async close() {
      clearInterval(sweep);
      server.close();
      await Promise.all([visitors.close(), clients.closeAll()]);
      server.closeAllConnections();
    },
  };
}

interface Parts {
  guard: Guard;
  connections: Connections;
  visitors: Visitors;
}

async function answer(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const { guard, connections, visitors } = parts;
  const entry = letIn(request, guard);
  if ('status' in entry) return refuse(response, toFailure(entry.status, entry.message));
  let body: unknown;
  if (request.method === 'POST') {
    const text = await readBody(request, mostBytes);
    if (text === undefined) return refuse(response, toFailure(413, `A request has at most ${mostBytes} bytes.`));
    try {
      body = JSON.parse(text);
    } catch {
      return refuse(response, toFailure(400, 'The body is not JSON.', -32_700));
    }
  }
  const asked = toWebRequest(request, response);
  const isOld = await isLegacyRequest(asked, body);
  const answered = isOld
    ? connections.answer(asked, body, entry.token, response)
    : visitors.answer(asked, body, entry.token);
  await sendWebResponse(await answered, response);
}

/** What is refused is not read to its end either. */
async function refuse(response: ServerResponse, why: Response): Promise<void> {
  if (why.status === 401) why.headers.set('www-authenticate', 'Bearer');
  why.headers.set('connection', 'close');
  await sendWebResponse(why, response);
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const hint = 'Give another --http port or --host; without a port any free one is taken.';
      reject(new HandrailError('invalid_option', `It cannot listen at ${host}:${port}: ${error.message}.`, hint));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
