import { CLIENT_INFO_META_KEY, createMcpHandler } from '@modelcontextprotocol/server';
import { isRecord } from '../../core/record.js';
import type { Client, Clients } from './client.js';
import { toFailure, warn } from './failure.js';
import { createServer } from './server.js';
import type { Door } from './server-context.js';

/** Clients of the current protocol, which has no connections: told apart by their token and by the name they give. */
export interface Visitors {
  answer(request: Request, body: unknown, token: number): Promise<Response>;
  /** Forgets those that have no session and did not come for so long. */
  closeIdle(idleMs: number): void;
  close(): Promise<void>;
}

interface Visitor {
  client: Client;
  usedAt: number;
}

export function createVisitors(door: Door, clients: Clients, most: number): Visitors {
  const visitors = new Map<string, Visitor>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const visitor = visitors.get(authInfo?.clientId ?? '');
      if (!visitor) throw new Error('A request came past the guard.');
      return createServer(door, visitor.client, 'modern');
    },
    { legacy: 'reject' },
  );

  function visitorOf(key: string): Visitor | undefined {
    const known = visitors.get(key);
    if (known) return known;
    if (visitors.size >= most) forgetOne();
    if (visitors.size >= most) return undefined;
    const visitor = { client: clients.add({ secretHandles: true }), usedAt: Date.now() };
    visitors.set(key, visitor);
    return visitor;
  }

  /** The one that did not come for longest and has nothing to lose makes room. */
  function forgetOne(): void {
    const idle = [...visitors].filter(([, { client }]) => client.sessions.count() === 0);
    const [oldest] = idle.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest) forget(oldest[0], oldest[1].client);
  }

  function forget(key: string, client: Client): void {
    visitors.delete(key);
    client.close().catch(warn);
  }

  return {
    async answer(request, body, token) {
      const key = `${token} ${nameIn(body)}`;
      const visitor = visitorOf(key);
      if (!visitor) return toFailure(503, `${most} clients have sessions, which is the most.`);
      visitor.usedAt = Date.now();
      return handler.fetch(request, { parsedBody: body, authInfo: { token: '', clientId: key, scopes: [] } });
    },
    closeIdle(idleMs) {
      for (const [key, { client, usedAt }] of visitors)
        if (client.sessions.count() === 0 && Date.now() - usedAt > idleMs) forget(key, client);
    },
    close: () => handler.close(),
  };
}

const longestName = 200;

/** Who the client says it is. */
function nameIn(body: unknown): string {
  const { _meta: meta } = recordIn(recordIn(body).params);
  const { name, version } = recordIn(recordIn(meta)[CLIENT_INFO_META_KEY]);
  return JSON.stringify([name, version]).slice(0, longestName);
}

function recordIn(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
