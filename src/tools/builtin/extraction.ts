import { z } from 'zod';
import { type ElementId, isElementId } from '../../core/element.js';
import type { ToolContext } from '../context.js';
import { numberBetween, selector } from '../fields.js';
import { findSection } from '../read/markdown-sections.js';
import { isCssScope, resolveElement, resolveScope } from '../read/read-scope.js';
import { extractFromBlocks } from '../structured/structured.js';
import { defineTool } from '../tool.js';
import { elementTools, readTool } from './elements.js';

const scope = selector.optional().describe('Part to read. Default: all');
export const maxTextLength = 400_000;
const maxModelTextLength = 40_000;
const limit = numberBetween(100, maxTextLength).int().default(20_000).describe('Maximum characters');

/** A tool that reads the page, or a part of it, up to a limit. */
const limitedReadTool = { ...readTool, input: z.object({ selector: scope, limit }), positional: ['selector'] } as const;

const extractText = defineTool({
  ...limitedReadTool,
  name: 'extract_text',
  title: 'Extract text',
  description: 'Reads the visible text of the page or a part of it. A CSS selector reads everything it matches.',
  output: z.object({ text: z.string(), truncated: z.boolean() }),
  returns: 'The text, and whether it was cut.',
  examples: ['extract_text(selector="main")', 'extract_text(selector=".price")', 'extract_text()'],
  async run({ selector: asked, limit: maxLength }, context) {
    const { text, truncated } = await context.read({ what: 'text', ...(await resolveScope(asked, context)) });
    return { text: text.slice(0, maxLength), truncated: truncated || text.length > maxLength };
  },
});

const getPageContent = defineTool({
  ...limitedReadTool,
  environments: ['browser'],
  name: 'get_page_content',
  title: 'Get page content',
  description: 'Reads the current HTML of the page or a part of it, without scripts, styles and passwords.',
  output: z.object({ html: z.string(), truncated: z.boolean() }),
  returns: 'The HTML, and whether it was cut.',
  examples: ['get_page_content(selector="main")', 'get_page_content(limit=5000)'],
  async run({ selector: asked, limit: maxLength }, context) {
    const { html, truncated } = await context.read({ what: 'html', ...(await resolveScope(asked, context)) });
    return { html: html.slice(0, maxLength), truncated: truncated || html.length > maxLength };
  },
});

const readPage = defineTool({
  ...limitedReadTool,
  name: 'read_page',
  title: 'Read the page',
  description:
    'Reads the main content of the page, or a given part, as Markdown, without menus and footers. Best for long texts. The text of a heading reads its section.',
  output: z.object({ markdown: z.string(), truncated: z.boolean() }),
  returns: 'Markdown, and whether it was cut.',
  examples: ['read_page()', 'read_page(selector="main")'],
  async run({ selector: asked, limit: maxLength }, context) {
    const section = asked === undefined ? undefined : await readSection(asked, context);
    const { markdown, truncated } =
      section ?? (await context.read({ what: 'markdown', ...(await elementScope(asked, context)) }));
    return { markdown: markdown.slice(0, maxLength), truncated: truncated || markdown.length > maxLength };
  },
});

/** The section of the page below the heading that a phrase names. Undefined if the phrase names no heading. */
async function readSection(
  asked: string,
  context: ToolContext,
): Promise<{ markdown: string; truncated: boolean } | undefined> {
  if (isElementId(asked.trim()) || isCssScope(asked, context)) return undefined;
  const { markdown } = await context.read({ what: 'markdown' });
  const section = findSection(markdown, asked);
  return section === undefined ? undefined : { markdown: section, truncated: false };
}

async function elementScope(asked: string | undefined, context: ToolContext): Promise<{ element?: ElementId }> {
  return asked === undefined ? {} : { element: (await resolveElement(asked, context)).id };
}

const extractStructured = defineTool({
  ...readTool,
  needs: { required: [], optimal: ['structured_output'] },
  timeoutMs: 60_000,
  name: 'extract_structured',
  title: 'Extract structured data',
  description:
    'Reads data that matches a JSON Schema from tables, lists, labelled values, forms, JSON-LD and microdata. Name the properties as the page does.',
  input: z.object({
    schema: z.record(z.string(), z.unknown()).describe('A JSON Schema of an object or of an array of objects'),
    selector: scope,
    instruction: z.string().optional().describe('Explains the schema'),
  }),
  output: z.object({
    data: z.unknown(),
    sources: z.record(z.string(), z.string()),
    missing: z.array(z.string()),
    valid: z.boolean(),
    problems: z.array(z.string()),
  }),
  returns: 'The data, the source of each value, what is missing, and whether it matches the schema.',
  examples: [
    'extract_structured(schema={"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"price":{"type":"number"}},"required":["name","price"]}})',
    'extract_structured(schema={"products":[{"name":"string","price":"number"}]}, selector=".cards")',
  ],
  positional: ['schema', 'selector'],
  async run({ schema, selector: asked, instruction }, context) {
    const within = await elementScope(asked, context);
    const { blocks } = await context.read({ what: 'data', ...within });
    const { fill, signal } = context;
    return extractFromBlocks({
      schema,
      blocks,
      instruction,
      fill:
        fill &&
        (async (open) => {
          const { text } = await context.read({ what: 'text', ...within });
          return fill({ schema: open, text: text.slice(0, maxModelTextLength), instruction }, signal);
        }),
    });
  },
});

export const extractionTools = [extractText, extractStructured, getPageContent, readPage, ...elementTools];
