import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { formatAddress, toWebAddress, type WebAddress } from '../addresses/web-address.js';
import { type EgressFailure, toEgressFailure } from './egress-failure.js';
import { createHttpForwarder } from './http-forward.js';
import { openRoute, type RouteRules } from './open-route.js';
import { createPinnedHosts, type Resolve, resolveBySystem } from './pinned-hosts.js';
import { serveSocks, socksVersion } from './socks.js';
import { readUpstream } from './upstream.js';

/** One connection that was asked for. */
export interface EgressEntry {
  /** Milliseconds, by performance.now. */
  at: number;
  host: string;
  port: number;
  /** Absent if the connection was opened. */
  failure?: EgressFailure;
}

/** The only way out of a session: a proxy on loopback that decides on every connection. */
export interface EgressProxy {
  readonly port: number;
  /** The last connections that were asked for. */
  entries(): readonly EgressEntry[];
  close(): Promise<void>;
}

export interface EgressOptions extends Pick<RouteRules, 'judge' | 'ask'> {
  /** Called for each connection that a rule refuses. */
  onRefused(address: WebAddress, failure: EgressFailure): void;
  /** Default: the resolver of the system. */
  resolve?: Resolve | undefined;
  /** Variables that name the proxy of this machine: HTTPS_PROXY, HTTP_PROXY, NO_PROXY. Default: none. */
  variables?: Readonly<Record<string, string | undefined>> | undefined;
}

const maxEntries = 500;
const firstByteMs = 60_000;

/** Starts a proxy for one session. It serves SOCKS5 and HTTP on the same port. */
export async function startEgressProxy(options: EgressOptions): Promise<EgressProxy> {
  const { judge, ask, onRefused, resolve = resolveBySystem, variables = {} } = options;
  const rules: RouteRules = { judge, ask, resolve: createPinnedHosts(resolve), upstream: readUpstream(variables) };
  const entries: EgressEntry[] = [];
  const sockets = new Set<Socket>();

  async function open(host: string, port: number): Promise<Socket> {
    const entry: EgressEntry = { at: performance.now(), host, port };
    entries.push(entry);
    if (entries.length > maxEntries) entries.shift();
    try {
      const socket = await openRoute(rules, host, port);
      track(socket);
      return socket;
    } catch (error) {
      const failure = toEgressFailure(error, host);
      entry.failure = failure;
      if (failure.isRefusal) onRefused(toWebAddress(host, port) ?? { host, port, kind: 'private' }, failure);
      throw failure;
    }
  }

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  }

  const http = createHttpForwarder(open);
  const server = createServer({ noDelay: true }, (client) => {
    track(client);
    client.on('error', () => client.destroy());
    client.setTimeout(firstByteMs, () => client.destroy());
    client.once('data', (chunk: Buffer) => {
      client.setTimeout(0);
      client.pause();
      if (chunk[0] === socksVersion) {
        serveSocks(client, chunk, open).catch(() => client.destroy());
        return;
      }
      client.unshift(chunk);
      http.emit('connection', client);
      process.nextTick(() => client.resume());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The proxy has no port.');
  return {
    port: bound.port,
    entries: () => entries,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** What became of the connections to a URL, or of the last one at all. */
export function findFailure(
  proxy: Pick<EgressProxy, 'entries'>,
  since: number,
  url: string,
): EgressFailure | undefined {
  const failed = proxy.entries().filter(({ at, failure }) => failure && at >= since);
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const own = failed.findLast((entry) => entry.host === host || formatAddress(entry).startsWith(host));
  return (own ?? failed.at(-1))?.failure;
}
