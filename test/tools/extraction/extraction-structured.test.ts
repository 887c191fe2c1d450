import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { extractionTools } from '../../../src/tools/builtin/extraction.js';
import { callTool, type ToolHost } from '../../../src/tools/call/call-tool.js';
import type { FillFromText } from '../../../src/tools/context.js';
import { createRegistry } from '../../../src/tools/registry.js';
import type { Tool } from '../../../src/tools/tool.js';
import { type Served, servePages } from '../../support/serve.js';
import { shapes } from './structured-shapes.js';

describe('extract_structured', () => {
  let server: Served;
  let session: BrowserSession;
  const registry = createRegistry(extractionTools as readonly Tool[]);
  const call = async (path: string, input: Record<string, unknown>, fill?: FillFromText) => {
    const outcome = await session.perform({ type: 'navigate', url: server.url + path });
    expect(outcome.error).toBeUndefined();
    const host: ToolHost = { session, memory: new Map(), ...(fill ? { fill } : {}) };
    return callTool(registry, 'extract_structured', input, host);
  };

  beforeAll(async () => {
    server = await servePages(
      Object.fromEntries(shapes.map(({ page }, index) => [`/${index}`, `<!doctype html><title>Shape</title>${page}`])),
    );
    session = await openSession({ policy: 'open', url: `${server.url}/0` });
  });
  afterAll(async () => {
    await session?.close();
    server?.close();
  });

  it.each(shapes.map((shape, index) => ({ ...shape, index })))(
    'reads $name',
    async ({ index, schema, selector, expected, sources }) => {
      const result = await call(`/${index}`, { schema, ...(selector ? { selector } : {}) });
      expect(result.error).toBeUndefined();
      expect(result.data).toMatchObject({ data: expected, valid: true, problems: [] });
      expect(result.data).toMatchObject({ sources });
    },
  );

  it('fails when required values are missing, and reports what it found', async () => {
    const schema = {
      type: 'object',
      properties: { orderNumber: { type: 'string' }, carrier: { type: 'string' }, weight: { type: 'number' } },
      required: ['orderNumber', 'carrier'],
    };
    const at = shapes.findIndex(({ name }) => name.startsWith('labelled values'));
    const result = await call(`/${at}`, { schema });
    expect(result.success).toBe(false);
    expect(result.metadata.code).toBe('not_found');
    expect(result.error).toMatch(
      /no value for carrier\. The page has: .*Order number, .*\. Found: {"orderNumber":"A-1001"}/,
    );
  });

  it('lists optional values that are missing', async () => {
    const at = shapes.findIndex(({ name }) => name.startsWith('labelled values'));
    const schema = { type: 'object', properties: { orderNumber: { type: 'string' }, carrier: { type: 'string' } } };
    const result = await call(`/${at}`, { schema });
    expect(result).toMatchObject({ success: true, data: { data: { orderNumber: 'A-1001' }, missing: ['carrier'] } });
  });

  it('requests only missing values from a model, and marks them', async () => {
    const at = shapes.findIndex(({ name }) => name.startsWith('labelled values'));
    const schema = {
      type: 'object',
      properties: { orderNumber: { type: 'string' }, mood: { enum: ['happy', 'sad'] } },
      required: ['orderNumber', 'mood'],
    };
    const asked: string[] = [];
    const fill: FillFromText = async ({ text, instruction }) => {
      asked.push(`${instruction}: ${text.includes('A-1001')}`);
      return { orderNumber: 'made up', mood: 'happy' };
    };
    const result = await call(`/${at}`, { schema, instruction: 'How does the buyer feel?' }, fill);
    expect(asked).toEqual(['How does the buyer feel?: true']);
    expect(result.data).toMatchObject({
      data: { orderNumber: 'A-1001', mood: 'happy' },
      sources: { mood: 'model' },
      valid: true,
    });
  });

  it('reports invalid values of a model', async () => {
    const at = shapes.findIndex(({ name }) => name.startsWith('labelled values'));
    const schema = {
      type: 'object',
      properties: { orderNumber: { type: 'string' }, mood: { enum: ['happy', 'sad'] } },
    };
    const result = await call(`/${at}`, { schema }, async () => ({ mood: 'blue' }));
    expect(result.data).toMatchObject({ valid: false, problems: [expect.stringMatching(/^mood: /)] });
  });

  it('rejects a schema without properties', async () => {
    const result = await call('/0', { schema: { type: 'string' } });
    expect(result).toMatchObject({ success: false, metadata: { code: 'invalid_input' } });
  });
});
