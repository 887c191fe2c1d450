/** A host in its canonical form, and whether the hosts below it count. */
export interface HostPattern {
  host: string;
  port: string;
  withSubdomains: boolean;
}

/** Parses `shop.example`, `*.shop.example` (also the host itself), `localhost:3000` or `[::1]`. Undefined for anything else. */
export function parseHostPattern(text: string): HostPattern | undefined {
  const withSubdomains = text.startsWith('*.');
  const name = withSubdomains ? text.slice(2) : text;
  if (/[\s/\\?#@*%]/.test(name) || name === '' || /[.:]$/.test(name)) return undefined;
  const address = `http://${name}/`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, host } = new URL(address);
  const port = /:(\d+)$/.exec(name.replace(/^\[[^\]]*\]/, ''))?.[1] ?? '';
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  // A number such as 1 or 0x7f becomes an address, which is not what the reader sees.
  if (isAddress && (withSubdomains || hostname !== name.replace(/:\d+$/, '').toLowerCase())) return undefined;
  return host === '' ? undefined : { host: hostname, port, withSubdomains };
}

/** An address does not show these where its scheme implies them. */
const defaultPorts: ReadonlySet<string> = new Set(['80', '443']);

/** `host` is a host name with or without a port. A pattern without a port matches all ports. */
export function matchesHost(pattern: string, host: string): boolean {
  const wanted = parseHostPattern(pattern);
  const given = parseHostPattern(host.replace(/\.(?=:|$)/, ''));
  if (!wanted || !given || given.withSubdomains) return false;
  if (wanted.port !== '' && wanted.port !== given.port && !(given.port === '' && defaultPorts.has(wanted.port)))
    return false;
  return given.host === wanted.host || (wanted.withSubdomains && given.host.endsWith(`.${wanted.host}`));
}
