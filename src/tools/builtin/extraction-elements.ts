import { z } from 'zod';
import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Observation, Picture } from '../../core/observation.js';
import type { ViewRequest } from '../../core/view.js';
import { renderMap } from '../../perception/ui-map/ui-map.js';
import type { ToolContext } from '../context.js';
import { from, plain, selector } from '../fields.js';
import { elementOf } from '../target/part.js';
import { defineTool } from '../tool.js';

const reading = {
  category: 'extraction',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  timeoutMs: 20_000,
} as const;
const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const getElementInfo = defineTool({
  ...reading,
  ...plain,
  name: 'get_element_info',
  title: 'Get element info',
  description: 'Tells all about one element: role, name, value, states, place, tag, attributes and text.',
  input: z.object({ selector }),
  output: z.object({
    id: z.string(),
    role: z.string(),
    name: z.string(),
    value: z.string().optional(),
    description: z.string().optional(),
    states: z.array(z.string()),
    bounds: rect,
    interactive: z.boolean(),
    frame: z.string().optional(),
    tag: z.string(),
    attributes: z.record(z.string(), z.string()),
    text: z.string(),
  }),
  returns: 'The element as data.',
  examples: ['get_element_info(selector="h1")', 'get_element_info(selector="Search products")'],
  async run({ selector: asked }, context) {
    const { id, element } = await elementOf(asked, context);
    const { tag, attributes, text } = await context.read({ what: 'attributes', element: id });
    const { role, name, value, description, states, bounds, interactive, frame } =
      element ?? (await lookAt(id, context));
    return { id, role, name, value, description, states, bounds, interactive, frame, tag, attributes, text };
  },
});

async function lookAt(id: ElementId, context: ToolContext): Promise<Omit<Element, 'id'>> {
  const { elements } = await context.observe({ expand: id, budget: 1 });
  const seen = elements.find((one) => one.id === id);
  return (
    seen ?? { role: 'Other', name: '', states: [], bounds: { x: 0, y: 0, width: 0, height: 0 }, interactive: false }
  );
}

const getAttribute = defineTool({
  ...reading,
  ...plain,
  name: 'get_attribute',
  title: 'Get an attribute',
  description:
    'Reads one attribute of an element: href, value, title, data-…. Null when it has none. Passwords are never told.',
  input: z.object({ selector, attribute: z.string().min(1).describe('The name of the attribute') }),
  output: z.object({ attribute: z.string(), value: z.string().nullable() }),
  returns: 'The value, or null.',
  examples: [
    'get_attribute(selector=".logo", attribute="href")',
    'get_attribute(selector="Search products", attribute="placeholder")',
  ],
  async run({ selector: asked, attribute }, context) {
    const { id } = await elementOf(asked, context);
    const { attributes } = await context.read({ what: 'attributes', element: id });
    const name = attribute.toLowerCase();
    return { attribute, value: Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null };
  },
});

const interactive = z.boolean().optional().describe('Only what can be clicked, typed into or dragged');

/** The same look, without what is only to be read. */
function onlyInteractive(
  seen: Observation,
  look: ViewRequest,
  budget = 2_000,
): Pick<Observation, 'elements' | 'total' | 'truncated' | 'text'> {
  const elements = seen.elements.filter((element) => element.interactive);
  const map = renderMap({ ...seen, elements, dropped: seen.total - seen.elements.length }, { budget, look });
  return { elements, total: elements.length, truncated: map.truncated, text: map.text };
}

const observe = defineTool({
  ...reading,
  ...plain,
  name: 'observe',
  title: 'Observe',
  description: 'Shows what is on the screen: one line an element, with ids to act on.',
  input: z.object({
    budget: z.number().min(60).max(50_000).optional().describe('Tokens at most; 2000 if not said'),
    interactive,
  }),
  output: z.object({ total: z.number(), truncated: z.number(), text: z.string() }),
  returns: 'The map of the page, and how many elements it leaves out.',
  examples: ['observe()', 'observe(budget=500)'],
  positional: [],
  aliases: ['snapshot', 'get_page_state'],
  async run({ budget, interactive: only }, context) {
    const seen = await context.observe(budget === undefined ? {} : { budget });
    const { total, truncated, text } = only ? onlyInteractive(seen, {}, budget) : seen;
    return { total, truncated, text };
  },
});

const find = defineTool({
  ...reading,
  ...plain,
  name: 'find',
  title: 'Find on the page',
  description:
    'Finds elements anywhere on the page, on the screen or not, whose words hold the query, with ids to act on.',
  input: z.object({ query: z.string().min(1).describe('Words to look for') }),
  output: z.object({ found: z.number(), text: z.string() }),
  returns: 'How many elements were found, and one line for each.',
  examples: ['find(query="Add to cart")'],
  async run({ query }, context) {
    const { elements, text } = await context.observe({ find: query });
    const found = elements.length;
    return { found, text: found > 0 ? text : `Nothing on this page holds "${query.trim()}".\n${text}` };
  },
});

const expand = defineTool({
  ...reading,
  ...plain,
  name: 'expand',
  title: 'Expand',
  description:
    'Lists everything inside an element, on the screen or not. For a long list, `from` is the row to begin with.',
  input: z.object({
    element: z.string().min(1).describe('The id of a list, table or other element (el_5)'),
    from: z.number().int().min(0).optional().describe('The first row, counted from 0'),
    interactive,
  }),
  output: z.object({ count: z.number(), text: z.string() }),
  returns: 'One line for each element inside.',
  examples: ['expand(element=".cards")', 'expand(element="main", from=0)'],
  positional: ['element', 'from'],
  fieldAliases: { selector: 'element', id: 'element' },
  async run({ element, from, interactive: only }, context) {
    const { id } = await elementOf(element, context);
    await context.read({ what: 'attributes', element: id }); // an id that is gone is an error, not an empty list
    const inside = { element: id, ...(from === undefined ? {} : { from }) };
    const seen = await context.observe({ expand: inside });
    const { elements, text } = only ? onlyInteractive(seen, { inside }) : seen;
    return { count: elements.length, text };
  },
});

const picture = z.custom<Picture>((value) => typeof value === 'object' && value !== null && 'bytes' in value);

const screenshot = defineTool({
  ...reading,
  needs: { required: ['vision'], optimal: ['vision'] },
  takes: plain.takes,
  name: 'screenshot',
  title: 'Take a screenshot',
  description:
    'Takes a picture of the screen, of a region or of an element; `marks` draws the number of each element beside it.',
  input: z.object({
    picture: z.enum(['plain', 'marks']).default('plain'),
    selector: selector.optional().describe('Only this element'),
    region: rect.optional().describe('Only this part of the screen, in its pixels'),
    width: from(16, 4_096).int().optional().describe('Pixels across'),
  }),
  output: z.object({ picture }),
  returns: 'The picture.',
  examples: ['screenshot()', 'screenshot(picture="marks", width=800)', 'screenshot(selector="h1")'],
  positional: [],
  async run({ picture: kind, selector: asked, region, width }, context) {
    const part = region ?? (asked === undefined ? undefined : await boundsOf(asked, context));
    const { image } = await context.observe({
      picture: kind,
      budget: 1,
      ...(part ? { region: part } : {}),
      ...(width ? { pictureAs: { size: { width } } } : {}),
    });
    if (!image)
      throw new HandrailError(
        'page_hung',
        'The page could not be drawn.',
        'Observe to see what it waits for, then try again.',
      );
    context.show(image);
    return { picture: image };
  },
});

async function boundsOf(asked: string, context: ToolContext): Promise<z.output<typeof rect>> {
  const { id, element } = await elementOf(asked, context);
  const { bounds, states } = element ?? (await lookAt(id, context));
  if (bounds.width > 0 && bounds.height > 0 && !states.some((state) => state === 'offscreen')) return bounds;
  throw new HandrailError('not_visible', `${id} is not on the screen.`, 'Scroll to it first.');
}

export const elementTools = [getElementInfo, getAttribute, observe, find, expand, screenshot];
