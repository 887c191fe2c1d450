import { lookup } from 'node:dns/promises';
import { type AddressKind, isLocalhostName, kindOfIp } from '../addresses/address-kind.js';
import { EgressFailure } from './egress-failure.js';

/** The IP addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** What a host name leads to. All of its addresses are of this kind. */
export interface ResolvedHost {
  kind: AddressKind;
  addresses: readonly string[];
}

export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

interface Pin extends ResolvedHost {
  at: number;
}

const pinnedMs = 60_000;
const maxPins = 5_000;

/**
 * Resolves host names. The addresses of a name are used for a minute, and their kind for the whole session: a name that led to a public
 * address and then leads to a private one is refused, and so is one that leads to both.
 */
export function createPinnedHosts(resolve: Resolve): (host: string) => Promise<ResolvedHost> {
  const pins = new Map<string, Pin>();
  const resolving = new Map<string, Promise<ResolvedHost>>();

  async function refresh(host: string): Promise<ResolvedHost> {
    const addresses = await resolve(host);
    const kinds = new Set(addresses.map((address) => kindOfIp(address) ?? 'private'));
    const [kind] = kinds;
    if (kind === undefined) throw new EgressFailure('ERR_NAME_NOT_RESOLVED', `${host} has no address.`);
    const before = pins.get(host)?.kind ?? kind;
    if (kinds.size > 1 || kind !== before) throw rebound(host, [...new Set([before, ...kinds])]);
    if (pins.size >= maxPins) for (const oldest of [...pins.keys()].slice(0, maxPins / 10)) pins.delete(oldest);
    pins.set(host, { kind, addresses, at: performance.now() });
    return { kind, addresses };
  }

  return async (host) => {
    const literal = kindOfIp(host);
    if (literal) return { kind: literal, addresses: [host] };
    if (isLocalhostName(host)) return { kind: 'loopback', addresses: ['127.0.0.1', '::1'] };
    const pin = pins.get(host);
    if (pin && performance.now() - pin.at < pinnedMs) return pin;
    const running = resolving.get(host) ?? refresh(host).finally(() => resolving.delete(host));
    resolving.set(host, running);
    return running;
  };
}

function rebound(host: string, kinds: readonly AddressKind[]): EgressFailure {
  return new EgressFailure(
    'ERR_BLOCKED_BY_ADMINISTRATOR',
    `${host} leads to ${kinds.join(' and ')} addresses (addresses.dns).`,
  );
}
