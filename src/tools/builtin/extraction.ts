import { z } from 'zod';
import type { ElementId } from '../../core/element.js';
import type { ToolContext } from '../context.js';
import { from, plain, selector } from '../fields.js';
import { structure } from '../structured/structured.js';
import { elementOf, partOf } from '../target/part.js';
import { defineTool } from '../tool.js';
import { elementTools } from './extraction-elements.js';

const reading = {
  category: 'extraction',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  timeoutMs: 20_000,
} as const;
const part = selector.optional().describe('The part to read; all without one');
/** Characters that a tool gives at most. */
export const longestText = 400_000;
const limit = from(100, longestText).int().default(20_000).describe('Characters, at most');

/** As much as was asked for, and whether there is more. */
function cut(text: string, most: number, truncated: boolean): { text: string; truncated: boolean } {
  return { text: text.slice(0, most), truncated: truncated || text.length > most };
}

const extractText = defineTool({
  ...reading,
  ...plain,
  name: 'extract_text',
  title: 'Extract text',
  description:
    'Reads the words a person sees in a part of the page, or on all of it. A CSS selector reads everything it matches.',
  input: z.object({ selector: part, limit }),
  output: z.object({ text: z.string(), truncated: z.boolean() }),
  returns: 'The text, and whether it was cut.',
  examples: ['extract_text(selector="main")', 'extract_text(selector=".price")', 'extract_text()'],
  positional: ['selector'],
  async run({ selector: asked, limit: most }, context) {
    const { text, truncated } = await context.read({ what: 'text', ...(await partOf(asked, context)) });
    return cut(text, most, truncated);
  },
});

const getPageContent = defineTool({
  ...reading,
  ...plain,
  environments: 'pages',
  name: 'get_page_content',
  title: 'Get page content',
  description: 'Reads the HTML of the page or a part of it as it stands now, without scripts, styles and passwords.',
  input: z.object({ selector: part, limit }),
  output: z.object({ html: z.string(), truncated: z.boolean() }),
  returns: 'The HTML, and whether it was cut.',
  examples: ['get_page_content(selector="main")', 'get_page_content(limit=5000)'],
  positional: ['selector'],
  async run({ selector: asked, limit: most }, context) {
    const { html, truncated } = await context.read({ what: 'html', ...(await partOf(asked, context)) });
    const { text, truncated: isCut } = cut(html, most, truncated);
    return { html: text, truncated: isCut };
  },
});

const readPage = defineTool({
  ...reading,
  ...plain,
  name: 'read_page',
  title: 'Read the page',
  description:
    'Reads the main content as Markdown, without menus and footers; of a part, all of it. Best for long texts.',
  input: z.object({ selector: part, limit }),
  output: z.object({ markdown: z.string(), truncated: z.boolean() }),
  returns: 'Markdown, and whether it was cut.',
  examples: ['read_page()', 'read_page(selector="main")'],
  positional: ['selector'],
  async run({ selector: asked, limit: most }, context) {
    const { markdown, truncated } = await context.read({ what: 'markdown', ...(await elementPart(asked, context)) });
    const { text, truncated: isCut } = cut(markdown, most, truncated);
    return { markdown: text, truncated: isCut };
  },
});

async function elementPart(asked: string | undefined, context: ToolContext): Promise<{ element?: ElementId }> {
  return asked === undefined ? {} : { element: (await elementOf(asked, context)).id };
}

const extractStructured = defineTool({
  ...reading,
  needs: { required: [], optimal: ['structured_output'] },
  takes: plain.takes,
  timeoutMs: 60_000,
  name: 'extract_structured',
  title: 'Extract structured data',
  description:
    'Reads data in the shape of a JSON Schema from tables, lists, labelled values, forms, JSON-LD and microdata. Name the properties as the page does.',
  input: z.object({
    schema: z.record(z.string(), z.unknown()).describe('A JSON Schema of an object or of an array of objects'),
    selector: part,
    instruction: z.string().optional().describe('What is meant, where the schema alone does not say it'),
  }),
  output: z.object({
    data: z.unknown(),
    sources: z.record(z.string(), z.string()),
    missing: z.array(z.string()),
    valid: z.boolean(),
    problems: z.array(z.string()),
  }),
  returns: 'The data, where each value came from, what is missing, and whether it fits the schema.',
  examples: [
    'extract_structured(schema={"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"price":{"type":"number"}},"required":["name","price"]}})',
    'extract_structured(schema={"products":[{"name":"string","price":"number"}]}, selector=".cards")',
  ],
  positional: ['schema', 'selector'],
  async run({ schema, selector: asked, instruction }, context) {
    const where = await elementPart(asked, context);
    const { blocks } = await context.read({ what: 'data', ...where });
    const { fill, signal } = context;
    return structure({
      schema,
      blocks,
      ...(instruction === undefined ? {} : { instruction }),
      ...(fill
        ? {
            fill: async (open) => {
              const { text } = await context.read({ what: 'text', ...where });
              return fill(
                { schema: open, text: text.slice(0, 40_000), ...(instruction ? { instruction } : {}) },
                signal,
              );
            },
          }
        : {}),
    });
  },
});

export const extractionTools = [extractText, extractStructured, getPageContent, readPage, ...elementTools];
