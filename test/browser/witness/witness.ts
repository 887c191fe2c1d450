import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { witnessedPage } from './witness-page.js';
import { acceptSocket, type WitnessSocket } from './witness-socket.js';

/** Something a page says it did, by the machine's clock. */
interface Deed {
  at: number;
  what: string;
  detail?: unknown;
}

interface Asked {
  at: number;
  method: string;
  path: string;
  body: string;
}

type Answer = (request: Asked, response: ServerResponse) => void;

/** A server of test pages that keeps what they tell and what they ask for. */
export interface Witness {
  readonly origin: string;
  /** The same server as another site. */
  readonly otherSite: string;
  /** Serves a page under `/key` whose deeds are kept under `key`. */
  page(key: string, body: string, title?: string): string;
  /** Serves a page for a frame under `/frame/key`, whose deeds are kept under `key` too. */
  frame(key: string, body: string): string;
  answer(path: string, answer: Answer): void;
  deeds(key: string): Deed[];
  asked(path: string): Asked[];
  /** What each document of `key` that is open now shows, as its own script reads it. */
  states(key: string): Promise<Map<number, string[]>>;
  /** Waits until so many documents of `key` are open. */
  open(key: string, documents: number): Promise<void>;
  close(): Promise<void>;
}

interface Link {
  id: number;
  key: string;
  socket: WitnessSocket;
  answers: Map<string, (state: string[]) => void>;
}

interface Told {
  did?: string;
  detail?: unknown;
  at?: number;
  answer?: string;
  state?: string[];
}

export async function startWitness(): Promise<Witness> {
  const answers = new Map<string, Answer>();
  const deeds = new Map<string, Deed[]>();
  const asked: Asked[] = [];
  const links = new Set<Link>();
  let count = 0;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const at = Date.now();
    const entry: Asked = { at, method: request.method ?? 'GET', path, body: '' };
    asked.push(entry);
    for await (const chunk of request) entry.body += String(chunk);
    const answer = answers.get(path) ?? answers.get(path.split('?', 1)[0] ?? path);
    if (answer) answer(entry, response);
    else response.writeHead(404).end();
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy()); // the browser went away in the middle of an answer
  });
  server.on('upgrade', (request, stream) => {
    const key = new URL(request.url ?? '/', 'http://witness').searchParams.get('key') ?? '';
    count += 1;
    const socket = acceptSocket(request, stream, {
      message: (text) => hear(link, JSON.parse(text)),
      closed: () => {
        links.delete(link);
        for (const answer of link.answers.values()) answer([]);
      },
    });
    const link: Link = { id: count, key, socket, answers: new Map() };
    links.add(link);
  });

  function hear(link: Link, told: Told): void {
    if (told.did !== undefined) {
      const deed: Deed = { at: told.at ?? Date.now(), what: told.did };
      if (told.detail !== undefined) deed.detail = told.detail;
      deeds.set(link.key, [...(deeds.get(link.key) ?? []), deed]);
    }
    if (told.answer !== undefined) {
      link.answers.get(told.answer)?.(told.state ?? []);
      link.answers.delete(told.answer);
    }
  }

  /** A page that cannot answer (a dialog, a loop) has no state to tell. */
  function stateOf(link: Link): Promise<string[]> {
    count += 1;
    const question = String(count);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve([]), 500);
      link.answers.set(question, (state) => {
        clearTimeout(timer);
        resolve(state);
      });
      link.socket.send(question);
    });
  }

  const linksOf = (key: string) => [...links].filter((link) => link.key === key);

  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  function serve(path: string, html: string): string {
    answers.set(path, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
    });
    return `${origin}${path}`;
  }

  return {
    origin,
    otherSite: `http://localhost:${port}`,
    page: (key, body, title) => serve(`/${encodeURIComponent(key)}`, witnessedPage(key, body, title)),
    frame: (key, body) => serve(`/frame/${encodeURIComponent(key)}`, witnessedPage(key, body)),
    answer: (path, answer) => void answers.set(path, answer),
    deeds: (key) => deeds.get(key) ?? [],
    asked: (path) => asked.filter((one) => one.path.startsWith(path)),
    async states(key) {
      const found = await Promise.all(linksOf(key).map(async (link) => [link.id, await stateOf(link)] as const));
      return new Map(found);
    },
    async open(key, documents) {
      const deadline = Date.now() + 5_000;
      while (linksOf(key).length < documents) {
        if (Date.now() > deadline) throw new Error(`${key}: ${linksOf(key).length} of ${documents} documents opened.`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async close() {
      for (const link of links) link.socket.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
