import { HandrailError } from '../../core/errors.js';
import { warn } from './failure.js';
import { createPages, type Pages } from './pages.js';
import type { Door } from './server-context.js';
import { createSessions, type Sessions } from './sessions.js';
import { createWaitingCalls, type WaitingCalls } from './waiting-calls.js';

/** What one client owns. Nobody else can reach it. */
export interface Client {
  sessions: Sessions;
  pages: Pages;
  waiting: WaitingCalls;
  /** Ends its calls and closes its sessions. */
  close(): Promise<void>;
}

/** Everyone who is connected. */
export interface Clients {
  add(options?: { secretHandles?: boolean }): Client;
  closeAll(): Promise<void>;
}

export interface ClientLimits {
  /** Sessions of one client, and of all together, at most. */
  sessions: number;
  allSessions: number;
  /** A session that was not used for so long is closed. */
  idleMs: number;
}

export const defaultLimits: ClientLimits = { sessions: 16, allSessions: 48, idleMs: 30 * 60_000 };

export function createClients(door: Door, limits: ClientLimits = defaultLimits): Clients {
  const clients = new Set<Client>();
  const sweep = setInterval(
    () => {
      for (const { sessions } of clients) sessions.closeIdle(limits.idleMs).catch(warn);
    },
    Math.min(limits.idleMs / 2, 30_000),
  ).unref();

  function checkRoom(): void {
    const open = [...clients].reduce((sum, { sessions }) => sum + sessions.count(), 0);
    if (open < limits.allSessions) return;
    throw new HandrailError('invalid_option', `${open} sessions are open, which is the most.`, 'Try again later.');
  }

  return {
    add({ secretHandles = false } = {}) {
      const sessions = createSessions({
        hold: door.hold,
        areSecret: secretHandles,
        anyScreen: door.approve === 'all',
        most: limits.sessions,
        checkRoom,
      });
      const waiting = createWaitingCalls();
      const client: Client = {
        sessions,
        waiting,
        pages: createPages(),
        async close() {
          clients.delete(client);
          waiting.close();
          await sessions.end();
        },
      };
      clients.add(client);
      return client;
    },
    async closeAll() {
      clearInterval(sweep);
      await Promise.all([...clients].map((client) => client.close()));
    },
  };
}
