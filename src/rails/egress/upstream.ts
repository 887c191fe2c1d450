import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { withAbort } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import { formatAddress, type WebAddress } from '../addresses/web-address.js';
import { createByteReader } from './byte-reader.js';
import { EgressFailure } from './egress-failure.js';

/** The proxy through which this machine reaches the internet. */
export interface Upstream {
  host: string;
  port: number;
  /** The value of `Proxy-Authorization`. */
  authorization: string | undefined;
  /** Whether NO_PROXY lists a host. */
  skips(address: WebAddress): boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Throws `invalid_option` for a proxy that does not speak HTTP. */
export function readUpstream(variables: Variables): Upstream | undefined {
  const read = (name: string) => variables[name] ?? variables[name.toLowerCase()];
  const text = read('HTTPS_PROXY') || read('HTTP_PROXY');
  if (!text) return undefined;
  const written = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url?.protocol !== 'http:')
    throw new HandrailError(
      'invalid_option',
      'The proxy in HTTPS_PROXY or HTTP_PROXY is not an http:// address.',
      'Set it to http://host:port, or unset it.',
    );
  const { hostname, port, username, password } = url;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const exceptions = (read('NO_PROXY') ?? '').split(/[\s,]+/).filter(Boolean);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 80),
    authorization: username === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
    skips: (address) => exceptions.some((one) => matches(one.toLowerCase(), address)),
  };
}

function matches(exception: string, { host, port }: WebAddress): boolean {
  if (exception === '*') return true;
  const [, name = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(exception) ?? [];
  if (wantedPort !== undefined && Number(wantedPort) !== port) return false;
  const suffix = name.replace(/^\*?\./, '');
  return host === suffix || host.endsWith(`.${suffix}`);
}

const maxHeadBytes = 16_384;

/** Opens a tunnel through the upstream proxy, which resolves the name of the host itself. */
export async function connectThrough(
  { host, port, authorization }: Upstream,
  address: WebAddress,
  signal: AbortSignal,
): Promise<Socket> {
  const target = formatAddress(address);
  const socket = connect({ host, port, noDelay: true });
  const status = await requestTunnel(socket, target, authorization, signal).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  if (status === 200) return socket;
  socket.destroy();
  throw new EgressFailure(
    status === 502 || status === 504 ? 'ERR_ADDRESS_UNREACHABLE' : 'ERR_CONNECTION_FAILED',
    `The proxy of this machine answered ${status} for ${target}.`,
  );
}

async function requestTunnel(
  socket: Socket,
  target: string,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  await once(socket, 'connect', { signal });
  const credentials = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${credentials}\r\n`);
  const reader = createByteReader(socket);
  const head = await withAbort(reader.readTo('\r\n\r\n', maxHeadBytes), signal);
  reader.release();
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1'))?.[1] ?? 0);
}
