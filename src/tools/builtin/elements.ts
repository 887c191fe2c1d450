import { z } from 'zod';
import { type Element, type ElementId, isElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Observation } from '../../core/observation.js';
import type { ViewRequest } from '../../core/view.js';
import { renderMap } from '../../perception/ui-map/render-map.js';
import type { ToolContext } from '../context.js';
import { noRequirements, numberBetween, selector } from '../fields.js';
import { resolveElement } from '../read/read-scope.js';
import { defineTool } from '../tool.js';

export const readTool = {
  ...noRequirements,
  category: 'extraction',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  timeoutMs: 20_000,
} as const;
const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const getElementInfo = defineTool({
  ...readTool,
  name: 'get_element_info',
  title: 'Get element info',
  description: 'Reads one element: role, name, value, states, bounds, tag, attributes and text.',
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
    const { id, element } = await resolveElement(asked, context);
    const { tag, attributes, text } = await context.read({ what: 'attributes', element: id });
    const { role, name, value, description, states, bounds, interactive, frame } =
      element ?? (await readElement(id, context));
    return { id, role, name, value, description, states, bounds, interactive, frame, tag, attributes, text };
  },
});

async function readElement(id: ElementId, context: ToolContext): Promise<Omit<Element, 'id'>> {
  const { elements } = await context.observe({ expand: id, budget: 1 });
  const found = elements.find((one) => one.id === id);
  return (
    found ?? { role: 'Other', name: '', states: [], bounds: { x: 0, y: 0, width: 0, height: 0 }, interactive: false }
  );
}

const getAttribute = defineTool({
  ...readTool,
  name: 'get_attribute',
  title: 'Get an attribute',
  description:
    'Reads one attribute of an element: href, value, title, data-…. Null if missing. Passwords are never returned.',
  input: z.object({ selector, attribute: z.string().min(1).describe('Attribute name') }),
  output: z.object({ attribute: z.string(), value: z.string().nullable() }),
  returns: 'The value, or null.',
  examples: [
    'get_attribute(selector=".logo", attribute="href")',
    'get_attribute(selector="Search products", attribute="placeholder")',
  ],
  async run({ selector: asked, attribute }, context) {
    const { id } = await resolveElement(asked, context);
    const { attributes } = await context.read({ what: 'attributes', element: id });
    const name = attribute.toLowerCase();
    return { attribute, value: Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null };
  },
});

const interactive = z.boolean().optional().describe('Only interactive elements');

/** The observation with interactive elements only. */
function keepInteractive(
  observation: Observation,
  request: ViewRequest,
  budget = 2_000,
): Pick<Observation, 'elements' | 'total' | 'truncated' | 'text'> {
  const elements = observation.elements.filter((element) => element.interactive);
  const map = renderMap(
    { ...observation, elements, dropped: observation.total - observation.elements.length },
    { budget, request: request },
  );
  return { elements, total: elements.length, truncated: map.truncated, text: map.text };
}

const observe = defineTool({
  ...readTool,
  name: 'observe',
  title: 'Observe',
  description:
    'Lists the elements on the screen, one line each, with ids for actions. Repeated, it lists what changed since the last map.',
  input: z.object({
    selector: selector.optional().describe('Only this element'),
    full: z.boolean().optional().describe('Also what did not change since the last map'),
    budget: z.number().min(60).max(50_000).optional().describe('Maximum tokens. Default 2000'),
    interactive,
  }),
  output: z.object({ total: z.number(), truncated: z.number(), text: z.string() }),
  returns: 'The UI map, and how many elements it omits.',
  examples: ['observe()', 'observe(budget=500)'],
  positional: ['selector'],
  aliases: ['snapshot', 'get_page_state'],
  async run({ selector: asked, full, budget, interactive: only }, context) {
    const inside = asked === undefined ? undefined : { element: (await resolveElement(asked, context)).id };
    const observation = await context.observe({ budget, expand: inside });
    if (only) {
      const { total, truncated, text } = keepInteractive(observation, { inside }, budget);
      return { total, truncated, text };
    }
    const { total, truncated } = observation;
    return { total, truncated, text: context.printMap(observation, { full }) };
  },
});

const find = defineTool({
  ...readTool,
  name: 'find',
  title: 'Find on the page',
  description: 'Finds elements anywhere on the page that contain the query, with ids for actions.',
  input: z.object({ query: z.string().min(1).describe('Text to find') }),
  output: z.object({ found: z.number(), text: z.string() }),
  returns: 'How many elements were found, and one line for each.',
  examples: ['find(query="Add to cart")'],
  async run({ query }, context) {
    const { elements, text } = await context.observe({ find: query });
    const found = elements.length;
    return { found, text: found > 0 ? text : `No element on this page contains "${query.trim()}".\n${text}` };
  },
});

const expand = defineTool({
  ...readTool,
  name: 'expand',
  title: 'Expand',
  description: 'Lists everything inside an element, on the screen or not. `from` continues a long list.',
  input: z.object({
    element: z.string().min(1).describe('A list, table or other element (el_5)'),
    from: z.number().int().min(0).optional().describe('Index of the first row, from 0'),
    interactive,
  }),
  output: z.object({ count: z.number(), text: z.string() }),
  returns: 'One line for each element inside.',
  examples: ['expand(element=".cards")', 'expand(element="main", from=0)'],
  positional: ['element', 'from'],
  fieldAliases: { selector: 'element', id: 'element' },
  async run({ element, from, interactive: only }, context) {
    const { id } = await resolveElement(element, context);
    await context.read({ what: 'attributes', element: id }); // throws for a stale id
    const inside = { element: id, from };
    const observation = await context.observe({ expand: inside });
    const { elements, text } = only ? keepInteractive(observation, { inside }) : observation;
    return { count: elements.length, text };
  },
});

const screenshot = defineTool({
  ...readTool,
  needs: { required: ['vision'], optimal: ['vision'] },
  name: 'screenshot',
  title: 'Take a screenshot',
  description:
    'Takes a picture of the screen, a region or an element. `marks` draws the number of each element next to it.',
  input: z.object({
    picture: z.enum(['plain', 'marks']).default('plain'),
    selector: selector.optional().describe('Only this element'),
    region: z.preprocess(parseRegion, rect).optional().describe('Only this part, in screen pixels'),
    scale: numberBetween(1, 4).optional().describe('2 draws it at twice the size'),
    width: numberBetween(16, 4_096).int().optional().describe('Pixels'),
    full_page: z.boolean().optional().describe('Also what is beyond the screen'),
  }),
  output: z.object({ type: z.string(), width: z.number(), height: z.number() }),
  returns: 'The picture, as an image; its type and size as data.',
  examples: [
    'screenshot()',
    'screenshot(picture="marks", width=800)',
    'screenshot(selector="h1", scale=2)',
    'screenshot(region={"x": 0, "y": 0, "width": 400, "height": 300})',
  ],
  positional: ['selector'],
  async run({ picture: kind, selector: asked, region, scale, width, full_page: wholePage }, context) {
    if (wholePage) checkFullPage(asked !== undefined || region !== undefined, context);
    const part = region ?? (asked === undefined ? undefined : await readBounds(asked, context));
    const { image } = await context.observe({
      picture: kind,
      budget: 1,
      region: part,
      wholePage,
      pictureAs: { scale, size: width ? { width } : undefined },
    });
    if (!image)
      throw new HandrailError(
        'page_hung',
        'The page could not be captured.',
        'Observe to see what it waits for, then try again.',
      );
    context.attachPicture(image);
    return { type: image.type, ...image.size };
  },
});

function checkFullPage(isLimited: boolean, { isPage }: ToolContext): void {
  if (isLimited)
    throw new HandrailError('invalid_input', 'full_page shows the whole page.', 'Remove selector and region.');
  if (!isPage) throw new HandrailError('unsupported', 'full_page works in a browser only.', 'Remove full_page.');
}

/** Also accepts "x,y,width,height". */
function parseRegion(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const numbers = given.split(/[\s,]+/).map(Number);
  const [x, y, width, height] = numbers;
  return numbers.length === 4 ? { x, y, width, height } : given;
}

/** The place of an element on the screen. An element of a page that is not on the screen, or that a pane hides, is scrolled into view. */
async function readBounds(asked: string, context: ToolContext): Promise<z.output<typeof rect>> {
  const { id, element } = await resolveElement(asked, context);
  const findShown = async () => (await context.observe({ budget: 1 })).elements.find((one) => one.id === id);
  let shown = await findShown();
  if (!shown && context.isPage) {
    await context.perform({ type: 'scroll', target: { element: id }, dx: 0, dy: 0 });
    shown =
      (await findShown()) ?? (isElementId(asked.trim()) ? undefined : (await resolveElement(asked, context)).element);
  }
  const { bounds, states } = shown ?? (context.isPage ? undefined : element) ?? (await readElement(id, context));
  if (bounds.width > 0 && bounds.height > 0 && !states.some((state) => state === 'offscreen')) return bounds;
  throw new HandrailError('not_visible', `${id} is not on the screen.`, 'Scroll to it first.');
}

export const elementTools = [getElementInfo, getAttribute, observe, find, expand, screenshot];
