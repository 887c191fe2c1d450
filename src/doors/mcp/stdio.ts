import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type ClientLimits, createClientRegistry, defaultLimits } from './clients.js';
import { logError } from './errors.js';
import { createServer } from './server.js';
import type { ServerSettings } from './server-settings.js';

export interface McpService {
  /** Resolves when the only client has left. */
  clientLeft: Promise<void>;
  /** Closes every session. When this resolves, no browser is left. */
  close(): Promise<void>;
}

/** Serves one client over standard input and output. */
export function serveOnStdio(settings: ServerSettings, limits: Partial<ClientLimits> = {}): McpService {
  const clients = createClientRegistry(settings, { ...defaultLimits, ...limits });
  const client = clients.add();
  const clientLeft = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => resolve());
    process.stdout.once('error', () => resolve());
  });
  const connection = serveStdio(({ era }) => createServer(settings, client, era), { onerror: logError });
  return {
    clientLeft,
    async close() {
      await Promise.all([connection.close(), clients.closeAll()]);
    },
  };
}
