import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scripted } from '../../../src/exports/testing.js';
import * as tools from '../../../src/exports/tools.js';
import {
  builtinRegistry,
  callTool,
  createRegistry,
  inputSchema,
  type ToolHost,
  validate,
} from '../../../src/exports/tools.js';
import * as root from '../../../src/index.js';
import {
  askFrom,
  type BrowserSession,
  createAgent,
  defineTool,
  openSession,
  type Tool,
  ToolResult,
} from '../../../src/index.js';
import { guideTable, tableRows } from '../../support/guide-table.js';
import { type Served, servePages } from '../../support/serve.js';

const folder = mkdtempSync(join(tmpdir(), 'handrail-fly-'));
let site: Served;
let session: BrowserSession;
const registry = builtinRegistry();

const page = `<title>Fly</title><body style="margin:0;height:3000px">
  <form action="/sent"><input name="q" aria-label="Query" value="old"><button>Send</button></form>
  <input type="file" aria-label="Document" onchange="fetch('/files?' + this.files[0].name, { method: 'POST' })">
  <p id="late" hidden>Here</p><p id="soon">Gone soon</p>
  <div style="position:absolute;top:2900px;left:0;width:100px;height:100px;background:#f00">End</div>
  <script>setTimeout(() => { late.hidden = false; soon.remove(); }, 600)</script>`;

beforeAll(async () => {
  site = await servePages({ '/': page, '/sent': '<title>Sent</title>', '/files': 'ok' });
  session = await openSession({ policy: 'open', uploads: [folder] });
});
afterAll(async () => {
  await session?.close();
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await session.perform({ type: 'navigate', url: site.url });
  site.log.length = 0;
});

const call = (tool: string, input: Record<string, unknown>, more: Partial<ToolHost> = {}) =>
  callTool(registry, tool, input, { session, memory: new Map(), ...more });
const allowed = { rails: { gate: () => 'allow' as const } };

describe('"MEDIUM_RISK: Moderate effects (form submission)"', () => {
  it('is refused if neither the host nor the session has a policy or an approver', async () => {
    await using careful = await openSession({ url: site.url });
    site.log.length = 0;
    const refused = await call('submit', {}, { session: careful });
    expect(refused).toMatchObject({ success: false, metadata: { code: 'needs_approval' } });
    expect(refused.error).toContain('Nobody can approve it here');
    expect((await call('click', { selector: 'Send' }, { session: careful })).metadata.code).toBe('needs_approval');
    expect(site.log).toEqual([]);
    expect((await call('fill', { selector: 'Query', value: 'mug' }, { session: careful })).success).toBe(true);
  });

  it('is asked about if there is only an approver, and allowed by the policy of the session', async () => {
    await using careful = await openSession({ url: site.url });
    const asked: string[] = [];
    const approve = ({ safety }: { safety: string }) => asked.push(safety) > 0;
    expect((await call('submit', {}, { session: careful, rails: { approve } })).success).toBe(true);
    expect(asked).toEqual(['medium']);
    expect(site.log).toContain('GET /sent?q=old');
    expect((await call('submit', {})).success).toBe(true);
  });

  it('a misspelt gate is an error, not an open door', async () => {
    const given = { rails: { gates: askFrom('safe') } } as unknown as Partial<ToolHost>;
    const { error } = await call('fill', { selector: 'Query', value: 'mug' }, given);
    expect(error).toContain('rails of callTool has no option "gates". Did you mean gate?');
  });
});

describe('Names of the original tools take its parameters', () => {
  it('what has no equivalent names the replacement', async () => {
    expect((await call('page_explorer', {})).error).toContain('Use observe for the screen');
    expect((await call('search_human', { query: 'x' })).error).toContain('Use search');
    expect((await call('goto', { url: site.url, wait_until: 'load' })).error).toContain(
      'waits until the page has settled',
    );
    expect((await call('click', { selector: 'Send', use_ai: true })).error).toContain('also takes a phrase');
    expect((await call('search', { query: 'x', search_type: 'auto', max_results: 5 })).error).toMatch(
      /has no field search_type, max_results\. Leave it out: .* Leave it out, and read/,
    );
  });

  it('wait_for_selector(selector, state, timeout)', async () => {
    expect((await call('wait_for_selector', { selector: '#late' })).success).toBe(true);
    expect((await call('wait_for_selector', { selector: '#soon', state: 'detached' })).success).toBe(true);
    expect((await call('wait_for_selector', { selector: '#late', state: 'attached', timeout: 0 })).success).toBe(true);
    const late = await call('wait_for_selector', { selector: '#late', state: 'hidden', timeout: 100 });
    expect(late).toMatchObject({ success: false, metadata: { code: 'wait_timeout' } });
    expect(late.error).toContain('#late is not hidden after 100 ms: it is visible.');
    expect((await call('wait_for', { text: 'Here', state: 'hidden' })).metadata.code).toBe('invalid_input');
  });

  it('upload_file(selector, file_path)', async () => {
    const path = join(folder, 'plan.txt');
    writeFileSync(path, 'plan');
    const sent = await call('upload_file', { selector: 'Document', file_path: path }, allowed);
    expect(sent.error).toBeUndefined();
    expect(site.log).toContain('POST /files?plan.txt');
  });

  it('clear_input(selector) and evaluate_javascript(script)', async () => {
    expect((await call('clear_input', { selector: 'Query' })).success).toBe(true);
    const read = { ...allowed, allow: { evaluate: true } };
    const { data } = await call('evaluate_javascript', { script: 'document.forms[0].q.value' }, read);
    expect(data).toEqual({ value: '' });
  });

  it('screenshot(full_page) returns an image: "screenshot: Take a screenshot"', async () => {
    const { data, pictures = [] } = await call('screenshot', { full_page: true });
    expect(data).toEqual({ type: 'image/png', width: 1440, height: 3000 });
    expect(pictures).toHaveLength(1);
    const { default: sharp } = await import('sharp');
    const part = await sharp(pictures[0]?.bytes).extract({ left: 40, top: 2980, width: 1, height: 1 }).raw().toBuffer();
    expect([...part.subarray(0, 3)]).toEqual([255, 0, 0]);
    expect(JSON.stringify((await call('screenshot', {})).data)).toBe('{"type":"image/png","width":1440,"height":900}');
    const both = await call('screenshot', { full_page: true, selector: 'Query' });
    expect(both.metadata.code).toBe('invalid_input');
    // The next picture shows the screen again.
    expect((await call('screenshot', {})).pictures?.[0]).toMatchObject({ region: { x: 0, y: 0, height: 900 } });
  });
});

describe('The class API of the original', () => {
  const facts = {
    title: 'Own',
    description: 'Own.',
    category: 'utility',
    safety: 'safe',
    effect: 'outside',
    idempotent: false,
    input: z.object({ selector: z.string() }),
    output: z.object({ clicked: z.string() }),
    returns: 'It.',
    examples: ['own(selector="x")'],
    timeoutMs: 200,
    needs: { required: [], optimal: [] },
    takes: { urls: [], paths: [], secrets: [] },
  } as const;
  const own = (run: Tool<typeof facts.input, typeof facts.output>['run'], more: Partial<Tool> = {}) =>
    createRegistry([defineTool({ ...facts, name: 'own', run, ...(more as object) }) as unknown as Tool]);
  const use = (tools: ReturnType<typeof own>, host: ToolHost = { session, memory: new Map() }) =>
    callTool(tools, 'own', { selector: '#a' }, host);

  it('a tool without effect does not report possible effects when its time ends', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { error, metadata } = await use(own(never, { effect: 'none', timeoutMs: 50 }));
    expect(error).toMatch(/did not finish within 50 ms\. It changes nothing\./);
    expect(metadata.effect).toBeUndefined();
  });

  it('"validate_parameters(params) -> tuple[bool, Optional[str]]" is validate', () => {
    const click = registry.get('click') as Tool;
    expect(validate(click, { selector: '#a' })).toEqual({ valid: true });
    expect(validate(click, {})).toEqual({ valid: false, error: expect.stringContaining('click needs selector.') });
    expect(registry.validate('clik', {})).toEqual({
      valid: false,
      error: expect.stringContaining('Did you mean click?'),
    });
  });

  it('"ToolResult.success_result(…)", "failure_result(…)" are ToolResult.ok and ToolResult.fail', async () => {
    expect(ToolResult.ok({ clicked: '#a' })).toMatchObject({ success: true, data: { clicked: '#a' } });
    const done = await use(own(async ({ selector }) => ToolResult.ok({ clicked: selector }, { attempts: 2 })));
    expect(done).toMatchObject({ success: true, data: { clicked: '#a' }, metadata: { tool: 'own', attempts: 2 } });
    const failed = await use(own(async () => ToolResult.fail('Failed to click #a: gone', { code: 'not_found' })));
    expect(failed).toMatchObject({
      success: false,
      error: 'Failed to click #a: gone',
      metadata: { code: 'not_found' },
    });
    const wrong = await use(own(async () => ToolResult.ok({ clicked: 5 } as never)));
    expect(wrong.error).toContain('does not match its output schema');
  });

  it('"Execute with timeout": an abandoned tool has the effect unknown, unless it can change nothing', async () => {
    const endless = () => new Promise<never>(() => undefined);
    expect((await use(own(endless))).metadata).toMatchObject({ code: 'deadline', effect: 'unknown' });
    expect((await use(own(endless, { effect: 'none' }))).metadata).not.toHaveProperty('effect');
  });

  it('"requires_page: Whether tool needs PageController": a tool that needs no screen runs without one', async () => {
    const host: ToolHost = { memory: new Map() };
    const noPage = own(async ({ selector }) => ({ clicked: selector }), { requiresPage: false });
    expect(await use(noPage, host)).toMatchObject({ success: true, data: { clicked: '#a' } });
    expect(await callTool(registry, 'remember', { key: 'a', value: 'b' }, host)).toMatchObject({ success: true });
    expect(await callTool(registry, 'complete', { summary: 'Done.' }, host)).toMatchObject({ success: true });
    const click = await callTool(registry, 'click', { selector: '#a' }, host);
    expect(click.error).toContain('click needs a session');
    const risky = own(async ({ selector }) => ({ clicked: selector }), { requiresPage: false, safety: 'high' });
    expect((await use(risky, host)).metadata.code).toBe('needs_approval');
    expect((await use(risky, { ...host, rails: { approve: () => true } })).success).toBe(true);
  });
});

describe('The table "From FlyBrowser" of the guide', () => {
  const rows = tableRows('tools.md', 'FlyBrowser | Handrail');
  const names = guideTable('tools.md', 'FlyBrowser | Handrail');
  /** The texts in backquotes of the rows whose right cell matches. */
  const rowsWith = (right: RegExp) => names.filter((_, index) => right.test(rows[index]?.[1] ?? ''));
  /** `click(use_ai)`: the name, and the parameters. */
  const toCall = (text: string) => {
    const [, name = '', parameters = ''] = /^(\w+)(?:\((.*)\))?$/.exec(text) ?? [];
    return { name, parameters: parameters.split(', ').filter(Boolean) };
  };
  const fieldsOf = ({ fieldAliases = {}, ...tool }: Tool) => [
    ...Object.keys(inputSchema({ fieldAliases, ...tool }).properties as object),
    ...Object.keys(fieldAliases),
  ];

  it('names aliases of the tools beside them', () => {
    const [[aliases, tools] = []] = rowsWith(/^aliases of/);
    expect(aliases?.map((alias) => registry.get(alias)?.name)).toEqual(tools);
    expect(aliases?.length).toBeGreaterThan(5);
    for (const alias of aliases ?? []) expect(registry.names()).not.toContain(alias);
  });

  it('names tools with the same parameters', () => {
    const [[calls] = []] = rowsWith(/^the same names and parameters/);
    expect(calls?.length).toBe(3);
    for (const { name, parameters } of (calls ?? []).map(toCall))
      expect(fieldsOf(registry.get(name) as Tool), name).toEqual(expect.arrayContaining(parameters));
  });

  it('names tools that replace others', () => {
    for (const [[replaced = ''] = [], tools = []] of names.filter(([[left = ''] = []]) =>
      /^(?:page_explorer|search_human)$/.test(left),
    )) {
      expect(registry.get(replaced)).toBeUndefined();
      for (const { name } of tools.map(toCall)) expect(registry.validate(replaced, {}).error).toContain(name);
      for (const { name } of tools.map(toCall)) expect(registry.names()).toContain(name);
    }
  });

  it('names parameters to leave out', () => {
    const [[calls] = []] = rowsWith(/^leave out the parameter/);
    expect(calls?.length).toBe(3);
    for (const { name, parameters } of (calls ?? []).map(toCall)) {
      const { required = [] } = inputSchema(registry.get(name) as Tool) as { required?: string[] };
      const input = Object.fromEntries(required.map((field) => [field, 'x']));
      expect(registry.validate(name, input)).toEqual({ valid: true });
      for (const parameter of parameters)
        expect(registry.validate(name, { ...input, [parameter]: 'x' }).error).toMatch(
          new RegExp(`^${name} has no field ${parameter}\\. (?!Fields of)`),
        );
    }
  });

  it('names functions, members and fields that exist', () => {
    const agent = createAgent({ model: scripted([]) });
    const owners: Record<string, object> = { registry, ToolResult, agent, 'agent.tools': agent.tools };
    const right = names.flatMap(([, cell = []]) => cell);
    const called = right.flatMap((text) => /^(?:await )?([\w.]+)\(/.exec(text)?.[1] ?? []);
    const missing = called.filter((path) => {
      const [, owner, member = ''] = /^(.+)\.(\w+)$/.exec(path) ?? [];
      const found = owner
        ? owners[owner] && Reflect.get(owners[owner], member)
        : Reflect.get({ ...root, ...tools }, path);
      return typeof found !== 'function' && registry.get(path) === undefined;
    });
    expect(missing).toEqual([]);
    expect(called).toEqual(expect.arrayContaining(['defineTool', 'validate', 'registry.filtered', 'ToolResult.fail']));
  });

  it('names fields of a tool', () => {
    let valid: string[] = [];
    try {
      defineTool({ misspelt: 1 } as never);
    } catch (error) {
      valid = ((error as { hint?: string }).hint ?? '').replace(/^Valid: |\.$/g, '').split(', ');
    }
    const rowsOfFields = rowsWith(/^`(?:safety|requiresPage|needs)\b/);
    expect(rowsOfFields).toHaveLength(3);
    for (const [, cell = []] of rowsOfFields)
      for (const field of cell.filter((text) => text !== 'true')) expect(valid).toContain(field.split('.')[0]);
  });
});
