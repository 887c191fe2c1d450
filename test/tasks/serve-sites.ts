import { createServer, type IncomingMessage } from 'node:http';
import type { Answer, Entry, Site } from './site.js';

/** The events of one visitor, in order. */
export interface Witness {
  events: Entry[];
  all(event: string): unknown[];
  last(event: string): unknown;
  count(event: string): number;
}

export interface ServedSites {
  /** The URL of a site for one visitor. */
  url(site: string, visitor: string): string;
  witness(visitor: string): Witness;
  close(): void;
}

/** Serves every site on loopback, with separate events for each visitor. */
export async function serveSites(sites: readonly Site[]): Promise<ServedSites> {
  const records = new Map<string, Entry[]>();
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', 'http://sites');
    const [, visitor = '', name = '', ...rest] = decodeURIComponent(address.pathname).split('/');
    const path = rest.join('/');
    const events = recordOf(visitor);
    const body = request.method === 'POST' ? await bodyOf(request) : '';
    if (path === 'log') {
      events.push(JSON.parse(body));
      response.end();
      return;
    }
    const found = sites.find((site) => site.name === name)?.pages[path];
    const fields = Object.fromEntries(new URLSearchParams(body));
    const note = (event: string, detail: unknown = null) => events.push({ event, detail });
    const made = typeof found === 'function' ? found({ query: address.searchParams, fields, events, note }) : found;
    const answer: Answer = made === undefined ? { status: 404, body: 'No such page.' } : toAnswer(made);
    if (answer.redirect) response.setHeader('location', answer.redirect);
    response.writeHead(answer.redirect ? 303 : (answer.status ?? 200), {
      'content-type': 'text/html; charset=utf-8',
      ...answer.headers,
    });
    response.end(answer.body);
  });

  function recordOf(visitor: string): Entry[] {
    const known = records.get(visitor);
    if (known) return known;
    const fresh: Entry[] = [];
    records.set(visitor, fresh);
    return fresh;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    url: (site, visitor) => `http://127.0.0.1:${port}/${visitor}/${site}`,
    witness: (visitor) => toWitness(recordOf(visitor)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function toWitness(events: Entry[]): Witness {
  const all = (event: string) => events.filter((entry) => entry.event === event).map((entry) => entry.detail);
  return { events, all, last: (event) => all(event).at(-1), count: (event) => all(event).length };
}

function toAnswer(made: string | Answer): Answer {
  return typeof made === 'string' ? { body: made } : made;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
