import { HandrailError } from '../../core/errors.js';
import { logError } from './errors.js';
import { createPages, type Pages } from './pages.js';
import type { ServerSettings } from './server-settings.js';
import { type ClientSessions, createClientSessions } from './sessions.js';
import { createWaitingCalls, type WaitingCalls } from './waiting-calls.js';

/** The state of one client. No other client can reach it. */
export interface Client {
  sessions: ClientSessions;
  pages: Pages;
  waiting: WaitingCalls;
  /** Ends its calls and closes its sessions. */
  close(): Promise<void>;
}

/** All connected clients. */
export interface ClientRegistry {
  /** `owner`: who the client is. Sessions of different owners do not share a browser process. */
  add(options?: { secretHandles?: boolean; owner?: string }): Client;
  closeAll(): Promise<void>;
}

export interface ClientLimits {
  /** Maximum number of sessions of one client. */
  sessionsPerClient: number;
  /** Maximum number of sessions of all clients. */
  totalSessions: number;
  /** A session that is idle for this long is closed. */
  idleMs: number;
}

export const defaultLimits: ClientLimits = { sessionsPerClient: 16, totalSessions: 48, idleMs: 30 * 60_000 };

const maxSweepIntervalMs = 30_000;

/** Calls `sweep` often enough to find what has been idle for `idleMs`. */
export function startIdleSweep(idleMs: number, sweep: () => void): NodeJS.Timeout {
  return setInterval(sweep, Math.min(idleMs / 2, maxSweepIntervalMs)).unref();
}

export function createClientRegistry(settings: ServerSettings, limits: ClientLimits = defaultLimits): ClientRegistry {
  const clients = new Set<Client>();
  const timer = startIdleSweep(limits.idleMs, () => {
    for (const { sessions } of clients) sessions.closeIdle(limits.idleMs).catch(logError);
  });

  function checkCapacity(): void {
    const open = [...clients].reduce((sum, { sessions }) => sum + sessions.count(), 0);
    if (open < limits.totalSessions) return;
    throw new HandrailError('invalid_option', `${open} sessions are open, which is the maximum.`, 'Try again later.');
  }

  return {
    add({ secretHandles = false, owner } = {}) {
      const sessions = createClientSessions({
        sessionOptions: { ...settings.sessionOptions, owner: settings.sharesBrowser ? undefined : owner },
        secretHandles,
        allowAnyScreen: settings.approve === 'all',
        maxSessions: limits.sessionsPerClient,
        checkCapacity,
      });
      const waiting = createWaitingCalls();
      const client: Client = {
        sessions,
        waiting,
        pages: createPages(),
        async close() {
          clients.delete(client);
          waiting.close();
          await sessions.closeAll();
        },
      };
      clients.add(client);
      return client;
    },
    async closeAll() {
      clearInterval(timer);
      await Promise.all([...clients].map((client) => client.close()));
    },
  };
}
