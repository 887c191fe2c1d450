import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { isJsonContentType } from '@modelcontextprotocol/server';

/** A path and its methods. Everything else is refused. */
export interface Route {
  path: string;
  methods: readonly string[];
}

export const routes: readonly Route[] = [{ path: '/mcp', methods: ['POST', 'GET', 'DELETE'] }];

export interface AccessRules {
  /** The host names of this server. */
  hosts: ReadonlySet<string>;
  port: number;
  tokens: readonly string[];
}

export interface Refusal {
  status: 401 | 403 | 404;
  message: string;
}

/** Returns the index of the token that the request carries, or why it is refused. Runs before the body is read. */
export function authorize(
  { headers, method = '', url = '' }: IncomingMessage,
  rules: AccessRules,
): { token: number } | Refusal {
  if (!isOwnHost(headers.host, rules)) return refuse(403, 'The Host header does not name this server.');
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, rules))
    return refuse(403, 'Requests from web pages of other origins are refused.');
  const token = findToken(headers.authorization, rules.tokens);
  if (token === undefined) return refuse(401, 'Send the token as "Authorization: Bearer <token>".');
  const { methods } = routes.find(({ path }) => path === url.split('?', 1)[0]) ?? {};
  if (!methods)
    return refuse(404, `This server has no such path. Valid paths: ${routes.map(({ path }) => path).join(', ')}.`);
  if (!methods.includes(method)) return refuse(403, `Valid methods: ${methods.join(', ')}.`);
  if (method === 'POST' && !isJsonContentType(headers['content-type']))
    return refuse(403, 'The content type must be application/json.');
  return { token };
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The names of a server that listens at `host`. If it listens on all interfaces, all names of this machine. */
export function hostsOf(host: string): Set<string> {
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const names = new Set([...loopback, bracketed.toLowerCase()]);
  if (!['0.0.0.0', '[::]'].includes(bracketed)) return names;
  names.add(hostname().toLowerCase());
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []))
    names.add(family === 'IPv6' ? `[${address}]` : address);
  return names;
}

function isOwnHost(host: string | undefined, { hosts }: AccessRules): boolean {
  const [, name] = /^(\[[\da-f:.]+\]|[^:@/\s]+)(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return name !== undefined && hosts.has(name.toLowerCase());
}

function isOwnOrigin(origin: string, { hosts, port }: AccessRules): boolean {
  const [, name, given] = /^http:\/\/(\[[\da-f:.]+\]|[^:@/\s]+)(?::(\d{1,5}))?$/i.exec(origin) ?? [];
  return name !== undefined && hosts.has(name.toLowerCase()) && Number(given ?? 80) === port;
}

/** The index of the token in the header. Takes the same time for every value. */
function findToken(authorization: string | undefined, tokens: readonly string[]): number | undefined {
  const sent = digest(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '');
  let found: number | undefined;
  for (const [index, token] of tokens.entries()) if (timingSafeEqual(digest(token), sent)) found = index;
  return found;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refuse(status: Refusal['status'], message: string): Refusal {
  return { status, message };
}
