import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { sample } from '../support/sample.js';
import { type Connected, generations, type HttpServer, overHttp, startHttp, type ToolAnswer } from './connect.js';
import { startTestSite, type TestSite } from './test-site.js';

let site: TestSite;
let server: HttpServer;
beforeAll(async () => {
  ensureBuilt();
  site = await startTestSite();
  server = await startHttp(['--policy', 'open'], temporaryFolder());
});
afterAll(async () => {
  await server.close();
  await site.close();
  removeFolders();
});

function textIn({ content }: ToolAnswer): string {
  return content.map(({ text }) => text ?? '').join('');
}

describe.each(generations)('a client of %s', (generation) => {
  let client: Connected;
  beforeAll(async () => {
    client = await overHttp(generation, server, { name: `answers-${generation}` });
  });
  afterAll(() => client.close());

  it('gets title, description, schemas and annotations of each tool', async () => {
    const tools = await client.list();
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    expect(byName.size).toBe(tools.length);
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect([title, description], name).not.toContain(undefined);
      expect(outputSchema?.type, name).toBe('object');
      expect(Object.keys(annotations ?? {}), name).toContainEqual(
        expect.stringMatching(/^(?:readOnly|destructive)Hint$/),
      );
      if (name !== 'more') expect(inputSchema, name).toHaveProperty('properties.session.type', 'string');
    }
    expect(byName.get('read_page')?.annotations).toEqual({ readOnlyHint: true });
    expect(byName.get('recall')?.annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(byName.get('goto')?.annotations).toMatchObject({
      destructiveHint: false,
      idempotentHint: true,
    });
    expect(byName.get('submit')?.annotations).toEqual({ destructiveHint: true });
  });

  it('gets text, and fields that match the schema', async () => {
    const schemas = new Map((await client.list()).map(({ name, outputSchema }) => [name, outputSchema]));
    const fits = async (tool: string, input: Record<string, unknown>): Promise<ToolAnswer> => {
      const answer = await client.call(tool, input);
      const validate = new AjvJsonSchemaValidator().getValidator(schemas.get(tool) ?? { not: {} });
      expect(validate(answer.structuredContent), tool).toMatchObject({ valid: true });
      return answer;
    };
    const gone = await fits('goto', { url: site.url });
    expect(textIn(gone)).toContain('Bell');
    expect(gone.structuredContent).toMatchObject({ effect: 'changed', url: `${site.url}/`, title: 'Bell' });
    expect(gone.structuredContent?.outcomeText).toContain('Bell');
    const typed = await fits('type', { selector: 'Note', text: `from ${generation}` });
    expect(typed.structuredContent).toMatchObject({ effect: 'changed' });
    const read = await fits('read_page', {});
    expect(read.structuredContent?.markdown).toBe(textIn(read));
    const found = await fits('find', { query: 'Ring' });
    expect(found.structuredContent?.found).toBe(1);
    expect((await fits('click', { selector: 'el_9999' })).isError).toBe(true);
    await fits('session', { do: 'list' });
    await client.text('click', { selector: 'Ring' });
    expect(site.sent).toContain(new URLSearchParams({ note: `from ${generation}` }).toString());
  });

  it('gets progress notifications during a long wait', async () => {
    await client.text('goto', { url: site.url });
    const told: { progress: number; message?: string | undefined }[] = [];
    await client.call('wait', { seconds: 2.3 }, { onprogress: (progress) => told.push(progress) });
    expect(told.length).toBeGreaterThanOrEqual(4);
    expect(told[0]?.message).toBe('wait(seconds=2.3)');
    expect(told[1]?.message).toMatch(/^wait\(seconds=2\.3\): 1 s$/);
    expect(told.at(-1)?.message).toBe('done');
    for (const [index, { progress }] of told.entries())
      if (index > 0) expect(progress).toBeGreaterThan(told[index - 1]?.progress ?? Infinity);
  });

  it('can cancel a call and continue at once', async () => {
    const cancel = new AbortController();
    const waits = client.call('wait_for', { text: 'never there', timeout: 60_000 }, { signal: cancel.signal });
    const waiting = client.call('wait_for', { text: 'never there either', timeout: 60_000 }, { signal: cancel.signal });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = performance.now();
    cancel.abort();
    await expect(waits).rejects.toThrow();
    await expect(waiting).rejects.toThrow();
    expect(await client.text('find', { query: 'Ring' })).toContain('Ring');
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

/** Independent of the protocol: both generations only in the long job. */
describe.each(sample(generations, 2))('results for a client of %s', (generation) => {
  let client: Connected;
  beforeAll(async () => {
    client = await overHttp(generation, server, { name: `said-${generation}` });
  });
  afterAll(() => client.close());

  it('report failures with code, message and next step', async () => {
    const failing = async (tool: string, input: Record<string, unknown>): Promise<string> => {
      const { isError, structuredContent, content } = await client.call(tool, input);
      expect(isError, tool).toBe(true);
      const text = content[0]?.text ?? '';
      expect(`${structuredContent?.code}: ${structuredContent?.error}`).toBe(text);
      return text;
    };
    expect(await failing('clik', {})).toMatch(/^unknown_tool: .*"clik"\. Did you mean click\? Valid tools: /);
    expect(await failing('goto', {})).toMatch(/^invalid_input: goto needs url\. Fields of goto: url/);
    expect(await failing('goto', { url: 5 })).toMatch(/^invalid_input: goto: url: /);
    expect(await failing('goto', { url: site.url, fast: true })).toMatch(/^invalid_input: goto has no field fast\./);
    expect(await failing('goto', { url: 'http://127.0.0.1:1/' })).toMatch(/^navigation_failed: /);
    expect(await failing('click', { selector: 'a button that is not there', timeout: 0 })).toMatch(/^not_found: /);
    expect(await failing('click', { selector: 'Ring', session: 'nowhere' })).toMatch(
      /^no_session: .*"nowhere".*session\(do="open"\)/,
    );
    expect(await failing('click', { selector: 'Ring', session: 7 })).toMatch(/^invalid_input: session must be/);
    expect(await failing('session', { do: 'opne' })).toMatch(/^invalid_input: session: do: /);
    expect(await failing('session', { do: 'open', url: 'javascript:alert(1)' })).toMatch(/^bad_url: /);
    expect(await failing('more', { cursor: 'x.0' })).toMatch(/^not_found: .*call the tool again/);
    expect(await failing('evaluate', { script: '1' })).toMatch(/^denied: .*--allow-evaluate/);
  });

  it('contain pictures, large ones compressed', async () => {
    await client.text('goto', { url: site.url });
    const plain = await client.call('screenshot', { width: 700 });
    expect(plain.content.map(({ type, mimeType }) => [type, mimeType])).toEqual([['image', 'image/png']]);
    const small = await sharp(Buffer.from(plain.content[0]?.data ?? '', 'base64')).metadata();
    expect([small.format, small.width]).toEqual(['png', 700]);
    expect(JSON.stringify(plain.structuredContent).length).toBeLessThan(100);
    await client.text('goto', { url: `${site.url}/noise` });
    const [noise] = (await client.call('screenshot')).content;
    const bytes = Buffer.from(noise?.data ?? '', 'base64');
    expect(bytes.length).toBeLessThan(600_000);
    expect(noise?.mimeType).toBe('image/webp');
    const large = await sharp(bytes).metadata();
    expect(large.format).toBe('webp');
    expect((large.width ?? 0) / (large.height ?? 1)).toBeCloseTo(1.6, 1);
  });

  it('contain a long text page by page', async () => {
    await client.text('goto', { url: `${site.url}/long` });
    const pages: string[] = [];
    let answer = await client.call('read_page');
    for (;;) {
      const text = textIn(answer);
      expect(text.length).toBeLessThan(20_100);
      const [, cursor] = /\n… continues: more\(cursor="([^"]+)"\)$/.exec(text) ?? [];
      pages.push(text.replace(/\n… continues: .*$/, ''));
      expect(JSON.stringify(answer.structuredContent).length).toBeLessThan(20_100);
      if (!cursor) break;
      answer = await client.call('more', { cursor });
    }
    const whole = pages.join('');
    for (const line of [1, 400, 1_000, 1_999, 2_000])
      expect(whole.match(new RegExp(`^Line ${line} of a long page`, 'gm')), String(line)).toHaveLength(1);
    expect(whole.match(/^Line \d+ of/gm)).toHaveLength(2_000);
    for (const page of pages.slice(0, -1)) expect(page).toMatch(/\n$/);
  });
});
