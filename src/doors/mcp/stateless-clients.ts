import { CLIENT_INFO_META_KEY, createMcpHandler } from '@modelcontextprotocol/server';
import { isRecord } from '../../core/is-record.js';
import type { Client, ClientRegistry } from './clients.js';
import { errorResponse, logError } from './errors.js';
import { ownerOf } from './owner.js';
import { createServer } from './server.js';
import type { ServerSettings } from './server-settings.js';

/** Clients of the current protocol, which has no connections. Their token and their client name identify them. */
export interface StatelessClients {
  handle(request: Request, body: unknown, token: number): Promise<Response>;
  /** Removes clients without sessions that have been idle for this long. */
  closeIdle(idleMs: number): void;
  close(): Promise<void>;
}

interface StatelessClient {
  client: Client;
  usedAt: number;
}

export function createStatelessClients(
  settings: ServerSettings,
  registry: ClientRegistry,
  maxClients: number,
): StatelessClients {
  const clients = new Map<string, StatelessClient>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const known = clients.get(authInfo?.clientId ?? '');
      if (!known) throw new Error('The request was not authorized.');
      return createServer(settings, known.client, 'modern');
    },
    { legacy: 'reject' },
  );

  function findOrAdd(key: string, token: number): StatelessClient | undefined {
    const known = clients.get(key);
    if (known) return known;
    if (clients.size >= maxClients) evictOne();
    if (clients.size >= maxClients) return undefined;
    const added = { client: registry.add({ secretHandles: true, owner: ownerOf(token) }), usedAt: Date.now() };
    clients.set(key, added);
    return added;
  }

  /** Removes the least recently used client without sessions. */
  function evictOne(): void {
    const idle = [...clients].filter(([, { client }]) => client.sessions.count() === 0);
    const [oldest] = idle.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest) remove(oldest[0], oldest[1].client);
  }

  function remove(key: string, client: Client): void {
    clients.delete(key);
    client.close().catch(logError);
  }

  return {
    async handle(request, body, token) {
      const key = `${token} ${clientName(body)}`;
      const known = findOrAdd(key, token);
      if (!known) return errorResponse(503, `${maxClients} clients have sessions, which is the maximum.`);
      known.usedAt = Date.now();
      return handler.fetch(request, { parsedBody: body, authInfo: { token: '', clientId: key, scopes: [] } });
    },
    closeIdle(idleMs) {
      for (const [key, { client, usedAt }] of clients)
        if (client.sessions.count() === 0 && Date.now() - usedAt > idleMs) remove(key, client);
    },
    close: () => handler.close(),
  };
}

const maxNameLength = 200;

/** The name and version that the client states. */
function clientName(body: unknown): string {
  const { _meta: meta } = asRecord(asRecord(body).params);
  const { name, version } = asRecord(asRecord(meta)[CLIENT_INFO_META_KEY]);
  return JSON.stringify([name, version]).slice(0, maxNameLength);
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
