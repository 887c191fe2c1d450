import {
  type Tool as Advertised,
  type McpRequestContext,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Registry } from '../../tools/registry.js';
import { advertise } from './advertise.js';
import { answerCall, type Reach } from './call.js';
import type { Client } from './client.js';
import { canAsk } from './questions.js';
import type { Door } from './server-context.js';
import { ownTools } from './session-tool.js';

const instructions =
  'Tools act on a browser session: your default one, which opens by itself, or the one named in `session`. Texts that end with a cursor go on with `more`.';

/** As long as a person may take to answer. */
const answerMs = 600_000;

const lists = new WeakMap<Registry, Advertised[]>();

/** Made once: in the current protocol every request has a server of its own. */
function listOf(registry: Registry): Advertised[] {
  const known = lists.get(registry);
  if (known) return known;
  const list = [...registry.list().map(advertise), ...ownTools];
  lists.set(registry, list);
  return list;
}

/** A server for one client: its connection, or one request of it where the protocol knows no connections. */
export function createServer(door: Door, client: Client, era: McpRequestContext['era']): Server {
  const server = new Server(
    { name: 'handrail', title: 'Handrail', version: door.version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listOf(door.registry) }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    answerCall(params, context, { door, client, reach: reachOf(context) }),
  );

  function reachOf(context: ServerContext): Reach {
    if (!canAsk(context, server.getClientCapabilities())) return { kind: 'none' };
    if (era === 'modern') return { kind: 'between' };
    return {
      kind: 'direct',
      ask: (question, signal) =>
        context.mcpReq.elicitInput({ mode: 'form', ...question }, { signal, timeout: answerMs }),
    };
  }

  return server;
}
