import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLegacyRequest } from '@modelcontextprotocol/server';
import { HandrailError } from '../../core/errors.js';
import { type ClientLimits, createClientRegistry, defaultLimits, startIdleSweep } from './clients.js';
import { type Connections, createConnections } from './connections.js';
import { errorResponse, logError } from './errors.js';
import { type AccessRules, authorize, hostsOf } from './guard.js';
import { type IdleSockets, limitIdleSockets } from './idle-sockets.js';
import type { ServerSettings } from './server-settings.js';
import { createStatelessClients, type StatelessClients } from './stateless-clients.js';
import { readBody, sendWebResponse, toWebRequest } from './web.js';

export interface HttpOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** The accepted tokens. Called when the port is known. */
  tokens(port: number): readonly string[];
  limits?: Partial<ClientLimits>;
}

export interface HttpService {
  url: string;
  close(): Promise<void>;
}

const maxBodyBytes = 1_000_000;
const maxClients = 64;
/** Sockets of clients that have not sent an accepted request. */
const maxIdleSockets = 256;
const maxSockets = 2_048;

/** Serves clients of both protocol generations at `/mcp`. */
export async function serveHttp(
  settings: ServerSettings,
  { host, port: requestedPort, tokens, limits }: HttpOptions,
): Promise<HttpService> {
  const { idleMs, ...others } = { ...defaultLimits, ...limits };
  const clients = createClientRegistry(settings, { idleMs, ...others });
  const connections = createConnections(settings, clients, maxClients);
  const statelessClients = createStatelessClients(settings, clients, maxClients);
  const server = createHttpServer({
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = maxSockets;
  const idleSockets = limitIdleSockets(server, maxIdleSockets);
  const port = await listen(server, host, requestedPort);
  const rules: AccessRules = { hosts: hostsOf(host), port, tokens: tokens(port) };
  server.on('request', (request, response) => {
    handle(request, response, { rules, idleSockets, connections, statelessClients }).catch((error: unknown) => {
      logError(error);
      response.destroy();
    });
  });
  const timer = startIdleSweep(idleMs, () => {
    connections.closeIdle(idleMs);
    statelessClients.closeIdle(2 * idleMs); // a client that returns earlier gets the notice that its session was closed
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`,
    async close() {
      clearInterval(timer);
      server.close();
      await Promise.all([statelessClients.close(), clients.closeAll()]);
      server.closeAllConnections();
    },
  };
}

interface Handlers {
  rules: AccessRules;
  idleSockets: IdleSockets;
  connections: Connections;
  statelessClients: StatelessClients;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { rules, idleSockets, connections, statelessClients }: Handlers,
): Promise<void> {
  const access = authorize(request, rules);
  if ('status' in access) return refuse(response, errorResponse(access.status, access.message));
  idleSockets.keep(request, response);
  let body: unknown;
  if (request.method === 'POST') {
    const text = await readBody(request, maxBodyBytes);
    if (text === undefined)
      return refuse(response, errorResponse(413, `The body is larger than ${maxBodyBytes} bytes.`));
    try {
      body = JSON.parse(text);
    } catch {
      return refuse(response, errorResponse(400, 'The body is not JSON.', -32_700));
    }
  }
  const webRequest = toWebRequest(request, response);
  const isLegacy = await isLegacyRequest(webRequest, body);
  const answer = isLegacy
    ? connections.handle(webRequest, body, access.token, response)
    : statelessClients.handle(webRequest, body, access.token);
  await sendWebResponse(await answer, response);
}

/** Refuses a request without reading the rest of it. */
async function refuse(response: ServerResponse, error: Response): Promise<void> {
  if (error.status === 401) error.headers.set('www-authenticate', 'Bearer');
  error.headers.set('connection', 'close');
  await sendWebResponse(error, response);
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const hint = 'Use another --http port or --host. Without a port, a free one is used.';
      reject(
        new HandrailError('invalid_option', `The server cannot listen at ${host}:${port}: ${error.message}.`, hint),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
