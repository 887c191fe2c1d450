import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type ClientLimits, createClients, defaultLimits } from './client.js';
import { warn } from './failure.js';
import { createServer } from './server.js';
import type { Door } from './server-context.js';

export interface Serving {
  /** Ended when the one client has left. */
  left: Promise<void>;
  /** Closes every session; then no browser is left. */
  close(): Promise<void>;
}

/** Serves the one client at standard input and output. */
export function serveOnStdio(door: Door, limits: Partial<ClientLimits> = {}): Serving {
  const clients = createClients(door, { ...defaultLimits, ...limits });
  const client = clients.add();
  const left = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => resolve());
    process.stdout.once('error', () => resolve());
  });
  const connection = serveStdio(({ era }) => createServer(door, client, era), {
    onerror: warn,
  });
  return {
    left,
    async close() {
      await Promise.all([connection.close(), clients.closeAll()]);
    },
  };
}
