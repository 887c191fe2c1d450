import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { isJsonContentType } from '@modelcontextprotocol/server';

/** Where something is served, and how it can be asked for. Everything else is refused. */
export interface Route {
  path: string;
  methods: readonly string[];
}

export const routes: readonly Route[] = [{ path: '/mcp', methods: ['POST', 'GET', 'DELETE'] }];

/** Who is let in. */
export interface Guard {
  /** Names under which this server is reached. */
  hosts: ReadonlySet<string>;
  port: number;
  tokens: readonly string[];
}

export interface Refusal {
  status: 401 | 403 | 404;
  message: string;
}

/** Which token was shown, or why the request goes no further. Asked before anything else is done with a request. */
export function letIn({ headers, method = '', url = '' }: IncomingMessage, guard: Guard): { token: number } | Refusal {
  if (!isOwnHost(headers.host, guard)) return refused(403, 'This server is not reached under that Host.');
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, guard))
    return refused(403, 'Web pages of other origins are not served.');
  const token = tokenOf(headers.authorization, guard.tokens);
  if (token === undefined) return refused(401, 'Send the token as "Authorization: Bearer <token>", and nowhere else.');
  const { methods } = routes.find(({ path }) => path === url.split('?', 1)[0]) ?? {};
  if (!methods) return refused(404, `Nothing is served there. Valid: ${routes.map(({ path }) => path).join(', ')}.`);
  if (!methods.includes(method)) return refused(403, `Only ${methods.join(', ')} can be asked for.`);
  if (method === 'POST' && !isJsonContentType(headers['content-type']))
    return refused(403, 'Only application/json is read.');
  return { token };
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The names of a server that listens at `host`: its own, and all of this machine where it listens everywhere. */
export function hostsOf(host: string): Set<string> {
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const names = new Set([...loopback, bracketed.toLowerCase()]);
  if (!['0.0.0.0', '[::]'].includes(bracketed)) return names;
  names.add(hostname().toLowerCase());
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []))
    names.add(family === 'IPv6' ? `[${address}]` : address);
  return names;
}

function isOwnHost(host: string | undefined, { hosts }: Guard): boolean {
  const [, name] = /^(\[[\da-f:.]+\]|[^:@/\s]+)(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return name !== undefined && hosts.has(name.toLowerCase());
}

function isOwnOrigin(origin: string, { hosts, port }: Guard): boolean {
  const [, name, given] = /^http:\/\/(\[[\da-f:.]+\]|[^:@/\s]+)(?::(\d{1,5}))?$/i.exec(origin) ?? [];
  return name !== undefined && hosts.has(name.toLowerCase()) && Number(given ?? 80) === port;
}

/** Which of the tokens it is. Takes the same time whatever was sent. */
function tokenOf(authorization: string | undefined, tokens: readonly string[]): number | undefined {
  const sent = digest(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '');
  let found: number | undefined;
  for (const [index, token] of tokens.entries()) if (timingSafeEqual(digest(token), sent)) found = index;
  return found;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refused(status: Refusal['status'], message: string): Refusal {
  return { status, message };
}
