import { type AddressKind, kindOfHost } from './address-kind.js';

/** Where a URL leads: the host in its canonical form, without brackets and without a dot at the end. */
export interface WebAddress {
  host: string;
  port: number;
  kind: AddressKind;
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'ws:': 80, 'wss:': 443 };

/** The address of an http, https, ws or wss URL. Undefined for every other URL. */
export function readWebAddress(url: string): WebAddress | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const defaultPort = defaultPorts[protocol];
  if (defaultPort === undefined) return undefined;
  return toWebAddress(hostname, port === '' ? defaultPort : Number(port));
}

/** The address of a host as it appears in a URL, or as a browser gives it to a proxy. Undefined if the text is no host. */
export function toWebAddress(text: string, port: number): WebAddress | undefined {
  const written = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  const url = `http://${written}/`;
  if (written === '' || /[\s/\\?#@%]/.test(written) || !URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // Two dots at the end are another name than one.
  if (host === '' || host.endsWith('.') || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  return { host, port, kind: kindOfHost(host) };
}

/** `shop.example:8080`, `[::1]:3000`. */
export function formatAddress({ host, port }: Pick<WebAddress, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
