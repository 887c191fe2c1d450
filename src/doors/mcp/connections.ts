import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Client, Clients } from './client.js';
import { toFailure, warn } from './failure.js';
import { createServer } from './server.js';
import type { Door } from './server-context.js';

/** Clients of the 2025 protocol: each has a connection with an id that cannot be guessed. */
export interface Connections {
  answer(request: Request, body: unknown, token: number, response: ServerResponse): Promise<Response>;
  /** Ends those that nobody has used for so long. */
  closeIdle(idleMs: number): void;
}

interface Connection {
  client: Client;
  transport: WebStandardStreamableHTTPServerTransport;
  token: number;
  /** Requests under way, its stream of news among them. */
  open: number;
  usedAt: number;
  farewell?: NodeJS.Timeout | undefined;
}

/** A client that lost its stream of news has this long to come back. */
const returnMs = 10_000;

export function createConnections(door: Door, clients: Clients, most: number): Connections {
  const connections = new Map<string, Connection>();

  function end(id: string): void {
    const connection = connections.get(id);
    if (!connection) return;
    connections.delete(id);
    clearTimeout(connection.farewell);
    for (const closing of [connection.transport.close(), connection.client.close()]) closing.catch(warn);
  }

  /** The one that was not used for longest and has nothing to lose makes room. */
  function endOne(): void {
    const idle = [...connections].filter(([, { client, open }]) => open === 0 && client.sessions.count() === 0);
    const [oldest] = idle.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest) end(oldest[0]);
  }

  async function connect(token: number): Promise<Connection> {
    const client = clients.add();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void connections.set(id, connection),
      onsessionclosed: (id) => end(id),
    });
    const connection: Connection = { client, transport, token, open: 0, usedAt: Date.now() };
    await createServer(door, client, 'legacy').connect(transport);
    return connection;
  }

  /** Counts the request as long as it is answered; when the stream of news ends for good, the client has left. */
  function accompany(id: string, connection: Connection, isNews: boolean, response: ServerResponse): void {
    clearTimeout(connection.farewell);
    connection.open += 1;
    response.once('close', () => {
      connection.open -= 1;
      connection.usedAt = Date.now();
      if (isNews && connection.open === 0) connection.farewell = setTimeout(() => end(id), returnMs).unref();
    });
  }

  return {
    async answer(request, body, token, response) {
      const id = request.headers.get('mcp-session-id');
      const known = id === null ? undefined : connections.get(id);
      if (id !== null && known?.token !== token) return toFailure(404, 'There is no such session. Initialize again.');
      if (id !== null && known) {
        accompany(id, known, request.method === 'GET', response);
        return known.transport.handleRequest(request, { parsedBody: body });
      }
      if (!isInitializeRequest(body))
        return toFailure(400, 'Initialize first, and send the Mcp-Session-Id that you get.');
      if (connections.size >= most) endOne();
      if (connections.size >= most) return toFailure(503, `${most} clients are connected, which is the most.`);
      const connection = await connect(token);
      const answer = await connection.transport.handleRequest(request, { parsedBody: body });
      if (!connections.has(connection.transport.sessionId ?? '')) await connection.client.close();
      return answer;
    },
    closeIdle(idleMs) {
      for (const [id, { open, usedAt }] of connections) if (open === 0 && Date.now() - usedAt > idleMs) end(id);
    },
  };
}
