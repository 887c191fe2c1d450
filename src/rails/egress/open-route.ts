import { once } from 'node:events';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { timeoutSignal } from '../../core/deadline.js';
import { type AddressKind, kindOfIp } from '../addresses/address-kind.js';
import type { AddressDecision } from '../addresses/address-rules.js';
import { formatAddress, toWebAddress, type WebAddress } from '../addresses/web-address.js';
import { EgressFailure, toEgressFailure } from './egress-failure.js';
import type { ResolvedHost } from './pinned-hosts.js';
import { connectThrough, type Upstream } from './upstream.js';

export interface RouteRules {
  judge(address: WebAddress, kind: AddressKind): AddressDecision;
  /** Asks a person about an address that is neither allowed nor denied. */
  ask(address: WebAddress, decision: AddressDecision): Promise<boolean>;
  resolve(host: string): Promise<ResolvedHost>;
  upstream: Upstream | undefined;
}

const connectMs = 30_000;

/** Decides on a host and port, and connects to it. Throws EgressFailure. */
export async function openRoute(rules: RouteRules, host: string, port: number): Promise<Socket> {
  const address = toWebAddress(host, port);
  if (!address) throw refuse({ verdict: 'deny', rule: 'addresses', reason: 'It is not the address of a host.' });
  try {
    const { kind, addresses } = await decide(rules, address);
    const timeout = timeoutSignal(connectMs);
    try {
      const { upstream } = rules;
      if (upstream && kind === 'public' && !upstream.skips(address))
        return await connectThrough(upstream, address, timeout.signal);
      return await connectTo(addresses, port, timeout.signal);
    } finally {
      timeout.stop();
    }
  } catch (error) {
    throw toEgressFailure(error, formatAddress(address));
  }
}

/** The addresses to connect to, after the rules have allowed all of them. */
async function decide(rules: RouteRules, address: WebAddress): Promise<ResolvedHost> {
  const byName = rules.judge(address, address.kind);
  // A name that is refused is not resolved: the query itself could carry data.
  if (byName.verdict === 'deny') throw refuse(byName);
  const resolved = await resolveFor(rules, address);
  const decision = rules.judge(address, resolved.kind);
  if (decision.verdict === 'deny') throw refuse(decision);
  if (decision.verdict === 'ask' && !(await rules.ask(address, decision))) throw refuse(decision);
  return resolved;
}

async function resolveFor({ resolve, upstream }: RouteRules, address: WebAddress): Promise<ResolvedHost> {
  try {
    return await resolve(address.host);
  } catch (error) {
    const failure = toEgressFailure(error, address.host);
    // Behind a proxy, the names of the internet are often unknown on this machine.
    if (upstream && !upstream.skips(address) && failure.code === 'ERR_NAME_NOT_RESOLVED')
      return { kind: 'public', addresses: [] };
    throw failure;
  }
}

async function connectTo(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  const [first = ''] = addresses;
  const families = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const lookup: LookupFunction = (_, { all }, done) => {
    if (all) done(null, families);
    else done(null, first, families[0]?.family);
  };
  const isLiteral = addresses.length === 1 && kindOfIp(first) !== undefined;
  const socket = isLiteral
    ? connect({ host: first, port, noDelay: true })
    : connect({ host: 'pinned', port, noDelay: true, autoSelectFamily: true, lookup });
  try {
    await once(socket, 'connect', { signal });
  } catch (error) {
    socket.destroy();
    throw signal.aborted
      ? new EgressFailure('ERR_CONNECTION_TIMED_OUT', `It did not answer within ${connectMs} ms.`)
      : error;
  }
  return socket;
}

function refuse({ rule, reason }: AddressDecision): EgressFailure {
  return new EgressFailure('ERR_BLOCKED_BY_ADMINISTRATOR', `${reason.replace(/\.$/, '')} (${rule}).`);
}
