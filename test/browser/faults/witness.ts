import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import {
  acquireBrowser,
  type BrowserLease,
  type LaunchOptions,
} from '../../../src/environments/browser/launch/acquire-browser.js';
import type { ElementId, Observation } from '../../../src/index.js';
import { type BrowserSession, openSession, type SessionOptions } from '../../../src/index.js';
import { eventually } from '../launch-witness.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Witness {
  readonly origin: string;
  /** The same server under another name: another site for the browser. */
  readonly elsewhere: string;
  readonly port: number;
  /** What the pages told by asking for `/log?…`, and when. */
  readonly log: { words: string; at: number }[];
  /** The words alone. */
  words(): string[];
  /** How often a path was asked for. */
  count(path: string): number;
  page(path: string, html: string): string;
  route(path: string, handler: Handler): string;
  close(): void;
}

/** A page that can tell the server what happens to it, without a request that anyone waits for. */
const tellScript = `<script>function tell(words) { navigator.sendBeacon('/log?' + encodeURIComponent(words)); }</script>`;

export async function startWitness(): Promise<Witness> {
  const routes = new Map<string, Handler>();
  const counts = new Map<string, number>();
  const log: { words: string; at: number }[] = [];
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
  const port = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  const route = (path: string, handler: Handler): string => {
    routes.set(path, handler);
    return origin + path;
  };
  return {
    origin,
    elsewhere: `http://localhost:${port}`,
    port,
    log,
    words: () => log.map((entry) => entry.words),
    count: (path) => counts.get(path) ?? 0,
    route,
    page: (path, html) =>
      route(path, (_, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(`<!doctype html>${tellScript}${html}`);
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function listen(
  server: Server | import('node:net').Server | import('node:https').Server,
): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Keeps one browser for all sessions of a file that are opened with the same options: starting one takes longer than most tests. */
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
 * The script of a page that hangs, for good or for a while, once it is told to: not before the test is ready for it. It waits for an answer
 * and does nothing else meanwhile, so that it takes no time from the others.
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
  const session = await openSession({ downloads: join(temporary('downloads'), 'in'), ...options });
  sessions.add(session);
  return session;
}

/** Ends what a test opened. */
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

/** How long `work` takes, with what it gives. */
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
    return ''; // the process ended between the look and the read
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

/** The browser processes under a process of ours: all of them, or those of one type (`renderer`, `browser` …). */
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
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error; // gone already
    }
  }
}

/** Open files of this process, by what they lead to. */
export function handles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return []; // the folder itself, closed again by now
    }
  });
}
