import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { share } from '../support/share.js';
import { type Answered, type Connected, generations, type HttpServer, overHttp, startHttp } from './connect.js';
import { startWitnessSite, type WitnessSite } from './witness-site.js';

let site: WitnessSite;
let server: HttpServer;
beforeAll(async () => {
  ensureBuilt();
  site = await startWitnessSite();
  server = await startHttp([], temporaryFolder());
});
afterAll(async () => {
  await server.close();
  await site.close();
  removeFolders();
});

function textIn({ content }: Answered): string {
  return content.map(({ text }) => text ?? '').join('');
}

describe.each(generations)('a client of %s', (generation) => {
  let client: Connected;
  beforeAll(async () => {
    client = await overHttp(generation, server, { name: `answers-${generation}` });
  });
  afterAll(() => client.close());

  it('is told what each tool does, takes, gives back and may do', async () => {
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

  it('gets text to read and fields that fit the schema', async () => {
    const schemas = new Map((await client.list()).map(({ name, outputSchema }) => [name, outputSchema]));
    const fits = async (tool: string, input: Record<string, unknown>): Promise<Answered> => {
      const answer = await client.call(tool, input);
      const validate = new AjvJsonSchemaValidator().getValidator(schemas.get(tool) ?? { not: {} });
      expect(validate(answer.structuredContent), tool).toMatchObject({ valid: true });
      return answer;
    };
    const gone = await fits('goto', { url: site.url });
    expect(textIn(gone)).toContain('Bell');
    expect(gone.structuredContent).toMatchObject({ effect: 'changed', url: `${site.url}/`, title: 'Bell' });
    expect(gone.structuredContent?.seen).toContain('Bell');
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

  it('is told how a long wait goes', async () => {
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

  it('can cancel a call, and go on at once', async () => {
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

/** What the protocol has no part in: of both generations in the longer job. */
describe.each(share(generations, 2))('what is said to a client of %s', (generation) => {
  let client: Connected;
  beforeAll(async () => {
    client = await overHttp(generation, server, { name: `said-${generation}` });
  });
  afterAll(() => client.close());

  it('hears of failures in the answer, with code, sentence and what to do', async () => {
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
    expect(await failing('click', { selector: 'Ring', session: 7 })).toMatch(/^invalid_input: session takes/);
    expect(await failing('session', { do: 'opne' })).toMatch(/^invalid_input: session: do: /);
    expect(await failing('session', { do: 'open', url: 'javascript:alert(1)' })).toMatch(/^bad_url: /);
    expect(await failing('more', { cursor: 'x.0' })).toMatch(/^not_found: .*call the tool again/);
    expect(await failing('evaluate', { script: '1' })).toMatch(/^denied: .*--allow-evaluate/);
  });

  it('sees pictures, and large ones made smaller', async () => {
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

  it('reads a long text page by page', async () => {
    await client.text('goto', { url: `${site.url}/long` });
    const pages: string[] = [];
    let answer = await client.call('read_page');
    for (;;) {
      const text = textIn(answer);
      expect(text.length).toBeLessThan(20_100);
      const [, cursor] = /\n… goes on: more\(cursor="([^"]+)"\)$/.exec(text) ?? [];
      pages.push(text.replace(/\n… goes on: .*$/, ''));
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
