import { hasPrefix, type IpBytes, parseIp } from './ip-address.js';

/**
 * `loopback`: this machine. `private`: every other address that is not on the public internet: private, link-local, shared (CGNAT), multicast,
 * reserved, and those that contain an IPv4 address.
 */
export type AddressKind = 'public' | 'loopback' | 'private';

/** Addresses that reach this machine. Linux connects to itself for the unspecified addresses. */
const loopbackRanges = parseRanges('127.0.0.0/8 0.0.0.0/32 ::1/128 ::/128');

/** IANA's registries of special-purpose addresses, as far as they are not globally reachable. */
const privateRanges = parseRanges(
  [
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24',
    '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24',
    '224.0.0.0/4 240.0.0.0/4',
    // Within 2000::/3: protocol assignments with Teredo, documentation, 6to4.
    '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
  ].join(' '),
);
/** The only part of IPv6 that is assigned to the public internet. */
const [publicIpv6] = parseRanges('2000::/3');
const [mappedIpv4] = parseRanges('::ffff:0:0/96');

interface Range {
  prefix: IpBytes;
  bits: number;
}

function parseRanges(text: string): Range[] {
  return text.split(' ').map((range) => {
    const [address = '', bits] = range.split('/');
    return { prefix: parseIp(address) ?? [], bits: Number(bits) };
  });
}

function isIn(address: IpBytes, { prefix, bits }: Range): boolean {
  return hasPrefix(address, prefix, bits);
}

/** The kind of an IP address without brackets. Undefined if the text is none. */
export function kindOfIp(text: string): AddressKind | undefined {
  const address = parseIp(text);
  return address && kindOfBytes(address);
}

function kindOfBytes(address: IpBytes): AddressKind {
  if (loopbackRanges.some((range) => isIn(address, range))) return 'loopback';
  // Nobody addresses a public server this way.
  if (mappedIpv4 && isIn(address, mappedIpv4))
    return kindOfBytes(address.slice(12)) === 'loopback' ? 'loopback' : 'private';
  if (privateRanges.some((range) => isIn(address, range))) return 'private';
  if (address.length === 16 && publicIpv6 && !isIn(address, publicIpv6)) return 'private';
  return 'public';
}

/** The kind of a host by its name alone. A name that does not tell counts as public until it is resolved. */
export function kindOfHost(host: string): AddressKind {
  const kind = kindOfIp(host);
  if (kind) return kind;
  return isLocalhostName(host) ? 'loopback' : 'public';
}

/** A name that browsers resolve to this machine without asking anybody. */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}
