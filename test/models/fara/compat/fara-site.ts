import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { acquireBrowser, type BrowserLease } from '../../../../src/environments/browser/launch/acquire-browser.js';
import { egressArguments } from '../../../../src/environments/browser/launch/egress-arguments.js';
import {
  type ExecutionResult,
  type FaraComputerUseOptions,
  type FaraResult,
  faraComputerUse,
} from '../../../../src/exports/compat.js';
import { type ContractServer, faraScoreContract, scoreShapes, serveContract } from '../../../../src/testing/index.js';
import { type Served, servePages } from '../../../support/serve.js';

const witness = `<script>
const tell = (what) => navigator.sendBeacon('/track?' + encodeURIComponent(what));
for (const type of ['click', 'dblclick', 'contextmenu', 'mousedown', 'mouseup'])
  addEventListener(type, (event) => tell(type + ' ' + event.clientX + ',' + event.clientY));
addEventListener('keydown', ({ key }) => tell('key ' + key));
addEventListener('input', ({ target }) => tell('input ' + target.name + '=' + target.value));
addEventListener('scroll', () => tell('scrolled ' + Math.round(scrollY)));
</script>`;

const place = (left: number, top: number) =>
  `style="position:absolute;left:${left}px;top:${top}px;width:300px;height:40px;box-sizing:border-box"`;

export const pages = {
  '/': `<title>Start</title><body style="margin:0;height:5000px">${witness}
    <form action="/results"><input name="q" aria-label="Search" ${place(100, 100)}></form>
    <div ${place(100, 400)}></div>`,
  '/results': `<title>Results</title>${witness}<a href="/first" ${place(100, 100)}>Machine learning, a tutorial</a>`,
  '/first': '<title>First</title><h1>Tutorial</h1>',
  '/register': `<title>Register</title>${witness}<form action="/registered">
    <input name="name" aria-label="Name" ${place(1500, 100)}><input name="email" aria-label="Email" ${place(1500, 200)}>
    <button ${place(1500, 900)}>Register</button></form>`,
  '/dashboard': `<title>Dashboard</title><form action="/export"><button ${place(100, 100)}>Export report</button></form>`,
  '/order': `<title>Order</title>${witness}<form action="/ordered"><button ${place(100, 100)}>Place order</button></form>`,
  '/asks': `<title>Asks</title><button ${place(100, 100)}
    onclick="navigator.sendBeacon('/track/answered?' + confirm('Really?'))">Ask</button>`,
  '/greets': `<title>Greets</title><h1>Hello</h1><script>
    addEventListener('load', () => setTimeout(() => { alert('Welcome!'); navigator.sendBeacon('/track/greeted') }))</script>`,
};

export const folder = mkdtempSync(join(tmpdir(), 'handrail-fara-'));

export let site: Served;

export let lease: BrowserLease;

export const dataOf = ({ output_blocks: [block] }: ExecutionResult): FaraResult => JSON.parse(block?.data ?? '');

export const say = (action: string, thought = 'Next.'): string => `Thought: ${thought}\n\nAction: ${action}`;

export interface Used {
  data: FaraResult;
  server: ContractServer;
  bodies: { messages: { role: string; content: unknown }[]; max_tokens: number; temperature: number }[];
}

/** Calls the tool on the first page, with the model at this URL. */
export async function callFara(endpoint: string, options: Partial<FaraComputerUseOptions> = {}): Promise<FaraResult> {
  const given = { task: 'x', initial_url: site.url, azure_ml_api_key: 'test-key', agent_cwd: folder, ...options };
  return dataOf(await faraComputerUse({ azure_ml_endpoint: endpoint, ...given }));
}

/** Calls the tool against a scoring endpoint that gives these replies in order. */
export async function use(says: string[], options: Partial<FaraComputerUseOptions> = {}): Promise<Used> {
  const turns = says.map((text) => ({ raw: scoreShapes.choices(text) }));
  await using server = await serveContract(faraScoreContract(), turns);
  const data = await callFara(`${server.url}/score`, { task: 'Use the page.', ...options });
  expect(server.violations).toEqual([]);
  return { data, server, bodies: server.requests.map(({ body }) => body as Used['bodies'][number]) };
}

/** Serves the pages and keeps one browser running for all tests of the file. */
export function useFaraSite(): void {
  beforeAll(async () => {
    lease = await acquireBrowser({ args: egressArguments });
    site = await servePages(pages);
  });
  afterAll(async () => {
    site?.close();
    await lease?.release();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    site.log.length = 0;
    vi.stubEnv('FARA_AZURE_API_KEY', '');
    vi.stubEnv('FARA_AZURE_ENDPOINT', '');
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    // Every run closes its browser context.
    const browser = await lease.browser.newBrowserSession();
    expect(await browser.send('Target.getBrowserContexts')).toMatchObject({ browserContextIds: [] });
    await browser.detach();
  });
}
