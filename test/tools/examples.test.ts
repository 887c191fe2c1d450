import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinRegistry, builtinTools, callTool, parseCallString, type ToolHost } from '../../src/exports/tools.js';
import { type Action, type BrowserSession, openSession, type ToolResult } from '../../src/index.js';
import { sample } from '../support/sample.js';
import { openWorkshop, type Workshop } from './workshop.js';

const downloads = mkdtempSync(join(tmpdir(), 'handrail-examples-'));
let workshop: Workshop;
let session: BrowserSession;
let host: ToolHost;
const logged: string[] = [];

beforeAll(async () => {
  workshop = await openWorkshop();
  session = await openSession({ policy: 'open', url: workshop.url, downloads });
  host = {
    session,
    rails: { gate: () => 'allow' },
    memory: new Map([['size', 'large']]),
    ask: async () => 'Medium, please.',
    log: (text) => logged.push(text),
    allow: { evaluate: true },
    knownElement: (id) => session.knownElement(id),
  };
});

afterAll(async () => {
  await session?.close();
  workshop?.close();
  rmSync(downloads, { recursive: true, force: true });
});

type Witness = (result: ToolResult, told: string[]) => void | Promise<void>;
const tells =
  (what: string): Witness =>
  async (_, __) => {
    await expect.poll(() => workshop.told()).toContain(what);
  };
const data =
  (part: object): Witness =>
  ({ data: given }) =>
    expect(given).toMatchObject(part);
const at = async (path: string) => {
  const { url = '' } = await session.observe({ budget: 1 });
  expect(new URL(url, workshop.url).pathname).toBe(path);
};
const requested =
  (line: string): Witness =>
  () =>
    expect(workshop.log).toContain(line);

/** What the page or the server saw of each tool, or of one example of it; reading tools are told by what they read. */
const witnesses: Record<string, Witness> = {
  goto: () => expect(workshop.log.some((line) => line === 'GET /cart')).toBe(true),
  navigate: () => expect(workshop.log.some((line) => line === 'GET /cart')).toBe(true),
  back: () => at('/'),
  forward: () => at('/cart'),
  refresh: () => expect(workshop.log.filter((line) => line === 'GET /').length).toBeGreaterThan(1),
  search: requested('GET /search?q=mug'),
  type: requested('GET /search?q=mug'),
  submit: () => expect(workshop.log.some((line) => line.startsWith('GET /search?'))).toBe(true),
  double_click: tells('dblclick title'),
  right_click: tells('contextmenu title'),
  hover: tells('over Cart'),
  scroll: tells('scrolled'),
  drag: tells('drop q'),
  'drag(source="Third song", target="First song")': tells('songs Third,First,Second'),
  focus: tells('focusin q'),
  handle_dialog: tells('sure'),
  select: tells('change sort'),
  check: tells('change terms true'),
  upload_file: tells('change file'),
  download: ({ data: file }) => expect(readFileSync((file as { path: string }).path, 'utf8')).toBe('Cup,12.50\n'),
  ask_user: data({ answer: 'Medium, please.' }),
  remember: () => expect(host.memory.get('price')).toBe('12.50'),
  recall: data({ facts: { size: 'large' } }),
  log: () => expect(logged).toContain('Comparing the prices now.'),
  evaluate: data({ value: 'Workshop' }),
};

/** What has to be there before. */
const before: Record<string, () => Promise<unknown>> = {
  forward: async () => {
    await act({ type: 'navigate', url: `${workshop.url}/cart` });
    await act({ type: 'back' });
  },
  back: () => act({ type: 'navigate', url: `${workshop.url}/cart` }),
  handle_dialog: () => run('click(selector="Ask me")'),
};

async function act(action: Action): Promise<void> {
  expect((await session.perform(action)).error).toBeUndefined();
}

function run(example: string): Promise<ToolResult> {
  const { tool, input } = parseCallString(example);
  return callTool(builtinRegistry(), tool, input, host);
}

describe('Every example of every tool works', () => {
  const onPages = builtinTools.filter(({ environments }) => environments?.includes('browser') ?? true);
  const examples = onPages.flatMap(({ name, examples: list }) => list.map((example) => [name, example] as const));

  it.each(sample(examples, 5))('%s: %s', async (name, example) => {
    workshop.log.length = 0;
    const { tabs = [] } = await session.observe({ budget: 1 });
    for (const { id } of tabs.slice(1)) await act({ type: 'tab', do: 'close', tab: id });
    await act({ type: 'navigate', url: `${workshop.url}/` });
    await before[name]?.();
    const result = await run(example);
    expect(result.error).toBeUndefined();
    expect(result.success).toBe(true);
    if (example.includes('about:blank')) return expect((await session.observe({ budget: 1 })).url).toBe('about:blank');
    await (witnesses[example] ?? witnesses[name])?.(result, workshop.told());
  });

  it('returns the correct paths of files', async () => {
    const result = await run('download(selector="Price list")');
    expect(existsSync((result.data as { path: string }).path)).toBe(true);
  });
});
