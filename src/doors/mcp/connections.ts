import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Client, ClientRegistry } from './clients.js';
import { errorResponse, logError } from './errors.js';
import { ownerOf } from './owner.js';
import { createServer } from './server.js';
import type { ServerSettings } from './server-settings.js';

/** Clients of the 2025 protocol. Each has a connection with an unguessable id. */
export interface Connections {
  handle(request: Request, body: unknown, token: number, response: ServerResponse): Promise<Response>;
  /** Ends connections that have been idle for this long. */
  closeIdle(idleMs: number): void;
}

interface Connection {
  client: Client;
  transport: WebStandardStreamableHTTPServerTransport;
  token: number;
  /** Running requests, including the event stream. */
  openRequests: number;
  usedAt: number;
  reconnectTimer?: NodeJS.Timeout;
}

/** A client that lost its event stream has this long to reconnect. */
const reconnectMs = 10_000;

export function createConnections(settings: ServerSettings, clients: ClientRegistry, maxClients: number): Connections {
  const connections = new Map<string, Connection>();

  function end(id: string): void {
    const connection = connections.get(id);
    if (!connection) return;
    connections.delete(id);
    clearTimeout(connection.reconnectTimer);
    for (const closing of [connection.transport.close(), connection.client.close()]) closing.catch(logError);
  }

  /** Ends the least recently used connection without requests and sessions. */
  function evictOne(): void {
    const idle = [...connections].filter(
      ([, { client, openRequests }]) => openRequests === 0 && client.sessions.count() === 0,
    );
    const [oldest] = idle.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest) end(oldest[0]);
  }

  async function connect(token: number): Promise<Connection> {
    const client = clients.add({ owner: ownerOf(token) });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void connections.set(id, connection),
      onsessionclosed: (id) => end(id),
    });
    const connection: Connection = { client, transport, token, openRequests: 0, usedAt: Date.now() };
    await createServer(settings, client, 'legacy').connect(transport);
    return connection;
  }

  /** Counts a request until its response ends. A client whose event stream ends and that does not reconnect has left. */
  function trackRequest(id: string, connection: Connection, isEventStream: boolean, response: ServerResponse): void {
    clearTimeout(connection.reconnectTimer);
    connection.openRequests += 1;
    response.once('close', () => {
      connection.openRequests -= 1;
      connection.usedAt = Date.now();
      if (isEventStream && connection.openRequests === 0)
        connection.reconnectTimer = setTimeout(() => end(id), reconnectMs).unref();
    });
  }

  return {
    async handle(request, body, token, response) {
      const id = request.headers.get('mcp-session-id');
      const known = id === null ? undefined : connections.get(id);
      if (id !== null && known?.token !== token)
        return errorResponse(404, 'There is no such session. Initialize again.');
      if (id !== null && known) {
        trackRequest(id, known, request.method === 'GET', response);
        return known.transport.handleRequest(request, { parsedBody: body });
      }
      if (!isInitializeRequest(body))
        return errorResponse(400, 'Initialize first, then send the Mcp-Session-Id of the response.');
      if (connections.size >= maxClients) evictOne();
      if (connections.size >= maxClients)
        return errorResponse(503, `${maxClients} clients are connected, which is the maximum.`);
      const connection = await connect(token);
      const answer = await connection.transport.handleRequest(request, { parsedBody: body });
      if (!connections.has(connection.transport.sessionId ?? '')) await connection.client.close();
      return answer;
    },
    closeIdle(idleMs) {
      for (const [id, { openRequests, usedAt }] of connections)
        if (openRequests === 0 && Date.now() - usedAt > idleMs) end(id);
    },
  };
}
