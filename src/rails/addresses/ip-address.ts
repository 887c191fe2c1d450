import { isIP } from 'node:net';

/** An address as its bytes: 4 of IPv4, 16 of IPv6. */
export type IpBytes = readonly number[];

/** The bytes of an IP address without brackets. Undefined if the text is none. A zone such as `%eth0` is ignored. */
export function parseIp(text: string): IpBytes | undefined {
  const [address = ''] = text.split('%', 1);
  const version = isIP(address);
  if (version === 4) return address.split('.').map(Number);
  return version === 6 ? parseIpv6(address) : undefined;
}

function parseIpv6(address: string): IpBytes {
  const [head = '', tail] = toGroups(address).split('::', 2);
  const before = readGroups(head);
  if (tail === undefined) return before;
  const after = readGroups(tail);
  return [...before, ...new Array<number>(16 - before.length - after.length).fill(0), ...after];
}

/** Writes an IPv4 address at the end as two groups. */
function toGroups(address: string): string {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (!dotted) return address;
  const [first = 0, second = 0, third = 0, fourth = 0] = dotted.slice(1).map(Number);
  const groups = `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`;
  return address.slice(0, dotted.index) + groups;
}

function readGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** Whether an address starts with the first `bits` of `prefix`. */
export function hasPrefix(address: IpBytes, prefix: IpBytes, bits: number): boolean {
  if (address.length !== prefix.length) return false;
  return prefix.every((byte, index) => {
    const used = Math.min(8, Math.max(0, bits - index * 8));
    const mask = (0xff << (8 - used)) & 0xff;
    return ((address[index] ?? 0) & mask) === (byte & mask);
  });
}
