import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import {
  acquireBrowser,
  type BrowserLease,
  type LaunchOptions,
} from '../../../src/environments/browser/launch/acquire-browser.js';
import type { ElementId, ErrorCode, Observation } from '../../../src/index.js';
import { type BrowserSession, openSession, type SessionOptions } from '../../../src/index.js';
import { eventually } from '../launch-witness.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Witness {
  readonly origin: string;
  /** The same server under another host name: for the browser it is another site. */
  readonly elsewhere: string;
  readonly port: number;
  /** The requests of the pages for `/log?…`, with their time. */
  readonly log: { words: string; at: number }[];
  /** The words alone. */
  words(): string[];
  /** The number of requests for a path. */
  count(path: string): number;
  page(path: string, html: string): string;
  route(path: string, handler: Handler): string;
  close(): void;
}

/** Defines `tell` in a page: it reports an event to the server with a beacon, which no code waits for. */
const tellScript = `<script>function tell(words) { navigator.sendBeacon('/log?' + encodeURIComponent(words)); }</script>`;

/** Starts a server of test pages that records what the pages report. */
export async function startWitness(): Promise<Witness> {
  const { witness, start } = createWitness();
  await start();
  return witness;
}

/**
 * The server for all tests of one file. Its log is empty before each test. The sessions and folders of a test end after it.
 * The addresses are known from the first `beforeAll` on.
 */
export function useWitness(): Witness {
  const { witness, start } = createWitness();
  beforeAll(start);
  afterAll(() => witness.close());
  beforeEach(() => {
    witness.log.length = 0;
  });
  afterEach(endAll);
  return witness;
}

function createWitness(): { witness: Witness; start(): Promise<void> } {
  const routes = new Map<string, Handler>();
  const counts = new Map<string, number>();
  const log: { words: string; at: number }[] = [];
  let port = 0;
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (path === '/log') {
      log.push({ words: decodeURIComponent((request.url ?? '').slice(5)), at: performance.now() });
      response.setHeader('Access-Control-Allow-Origin', '*').end();
      return;
    }
    const handler = routes.get(path);
    if (handler) handler(request, response);
    else response.writeHead(404).end('nothing here');
  });
  const witness: Witness = {
    get origin() {
      return `http://127.0.0.1:${port}`;
    },
    get elsewhere() {
      return `http://localhost:${port}`;
    },
    get port() {
      return port;
    },
    log,
    words: () => log.map((entry) => entry.words),
    count: (path) => counts.get(path) ?? 0,
    route(path, handler) {
      routes.set(path, handler);
      return witness.origin + path;
    },
    page: (path, html) =>
      witness.route(path, (_, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(`<!doctype html>${tellScript}${html}`);
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const start = async () => {
    port = await listen(server);
  };
  return { witness, start };
}

export async function listen(
  server: Server | import('node:net').Server | import('node:https').Server,
): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Keeps one browser running for all sessions of a file with the same options. Starting a browser takes longer than most tests. */
export function keepBrowser(options: LaunchOptions = {}): void {
  let lease: BrowserLease | undefined;
  beforeAll(async () => {
    lease = await acquireBrowser(options);
  });
  afterAll(() => lease?.release());
}

export interface Hanging {
  script: string;
  begin(): Promise<void>;
}

/**
 * The script of a page that hangs from `begin()` on, for `ms` milliseconds or without end. The page waits for the answer of a synchronous
 * request, so it uses no CPU time.
 */
export function hangs(witness: Witness, ms = Number.POSITIVE_INFINITY): Hanging {
  let line: ServerResponse | undefined;
  witness.route('/hang', (_, response) => {
    line = response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
  });
  witness.route('/hold', (_, response) => {
    if (Number.isFinite(ms)) setTimeout(() => response.end(), ms);
  });
  return {
    script: `<script>new EventSource('/hang').onmessage = () => { tell('hangs'); const held = new XMLHttpRequest(); held.open('GET', '/hold', false); held.send(); }</script>`,
    async begin() {
      await eventually(() => line !== undefined, 10_000);
      line?.write('data: now\n\n');
      await eventually(() => witness.words().includes('hangs'), 10_000);
      witness.log.length = 0;
    },
  };
}

const sessions = new Set<BrowserSession>();
const folders: string[] = [];

export function temporary(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `faults-${name}-`));
  folders.push(folder);
  return folder;
}

export async function open(options: SessionOptions = {}): Promise<BrowserSession> {
  const session = await openSession({ policy: 'open', downloads: join(temporary('downloads'), 'in'), ...options });
  sessions.add(session);
  return session;
}

/** Closes the sessions and removes the folders of a test. */
export async function endAll(): Promise<void> {
  await Promise.all([...sessions].map((session) => session.close()));
  sessions.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The id of the element with this name, as last seen. */
export function idOf(observation: Observation | undefined, name: string): ElementId {
  const found = observation?.elements.find((element) => element.name === name);
  if (!found) throw new Error(`There is no "${name}" in:\n${observation?.text}`);
  return found.id;
}

export async function click(session: BrowserSession, name: string, options?: { signal?: AbortSignal }) {
  const element = idOf(await session.observe(), name);
  return session.perform({ type: 'click', target: { element } }, options);
}

/** A click on this element is refused with this error. */
export async function expectRefused(session: BrowserSession, element: ElementId, code: ErrorCode): Promise<void> {
  const outcome = await session.perform({ type: 'click', target: { element } });
  expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code } });
}

/** The duration and the result of `work`. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process ended between the listing and the read
  }
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (stat === '' || state === 'Z') return [];
      return [
        { pid: Number(name), parent: Number(parent), command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' ') },
      ];
    });
}

/** The browser processes below a process: all of them, or those of one type (`renderer`, `browser` …). */
export function browserProcesses(type?: string, root = process.pid): number[] {
  const all = processes();
  const under = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const one of all)
      if (under.has(one.parent) && !under.has(one.pid)) {
        under.add(one.pid);
        grown = true;
      }
  }
  return all
    .filter((one) => one.pid !== root && under.has(one.pid) && /chrom/.test(one.command.split(' ', 1)[0] ?? ''))
    .filter((one) => {
      const its = /--type=(\S+)/.exec(one.command)?.[1] ?? 'browser';
      return type === undefined || its === type;
    })
    .filter((one) => type !== 'renderer' || !one.command.includes('--extension-process'))
    .map((one) => one.pid);
}

export function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error; // the process ended before
    }
  }
}
