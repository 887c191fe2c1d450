import { z } from 'zod';
import { type Element, isElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { parseKeys } from '../../../core/keys.js';
import { isSecretName } from '../../../journal/redaction/secret-names.js';
import { answering } from '../../builtin/answer-dialog.js';
import { isSet } from '../../builtin/form.js';
import type { Resolved, ToolContext } from '../../context.js';
import { plain } from '../../fields.js';
import { defineTool } from '../../tool.js';
import { observeTool } from './observe.js';
import { noteUrl, waitTool } from './wait.js';

const browsing = {
  category: 'interaction',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  timeoutMs: 45_000,
  missing: (field: string): string => `Missing required parameter: ${field}`,
} as const;

const navigate = defineTool({
  ...browsing,
  ...plain,
  environments: 'pages',
  name: 'browse_navigate',
  title: 'Navigate',
  description: 'Navigate the browser to a URL',
  category: 'navigation',
  safety: 'safe',
  input: z.object({ url: z.string().describe('URL to navigate to') }),
  output: z.object({ url: z.string(), status: z.literal('navigated') }),
  returns: 'The address, and that it was opened.',
  examples: ['browse_navigate(url="about:blank")'],
  takes: { urls: ['url'], paths: [], secrets: [] },
  async run({ url }, context) {
    const { observation } = await context.perform({ type: 'navigate', url });
    noteUrl(context, observation?.url);
    return { url, status: 'navigated' as const };
  },
});

/** An id of the last observation is that element or an error; anything else may be a selector, `x,y` or a phrase. */
async function resolve(id: string, context: ToolContext): Promise<Resolved & { id: string }> {
  if (/^el_\d+$/.test(id) && !isElementId(id))
    throw new HandrailError('unknown_element', `There is no ${id}.`, 'Use an id from the last observation.');
  const resolved = await context.resolve(id);
  const { target } = resolved;
  return { ...resolved, id: 'element' in target ? target.element : `${target.x},${target.y}` };
}

const click = defineTool({
  ...browsing,
  ...plain,
  name: 'browse_click',
  title: 'Click',
  description: 'Click on a UI element by accessibility node ID',
  input: z.object({ element_id: z.string().describe("Accessibility node ID (e.g. 'el_5')") }),
  output: z.object({ element_id: z.string(), resolved_id: z.string(), status: z.literal('clicked') }),
  returns: 'What was clicked.',
  examples: ['browse_click(element_id="el_5")'],
  async run({ element_id }, context) {
    const { target, id } = await resolve(element_id, context);
    await context.perform({ type: 'click', target });
    return { element_id, resolved_id: id, status: 'clicked' as const };
  },
});

const type = defineTool({
  ...browsing,
  ...plain,
  name: 'browse_type',
  title: 'Type',
  description: 'Type text into a UI element by accessibility node ID',
  input: z.object({
    element_id: z.string().describe('Accessibility node ID of a text field'),
    text: z.string().describe('Text to enter'),
  }),
  output: z.object({
    element_id: z.string(),
    resolved_id: z.string(),
    text: z.string(),
    status: z.literal('typed'),
  }),
  returns: 'What was typed where; secrets are not told again.',
  examples: ['browse_type(element_id="el_5", text="mug")'],
  takes: { urls: [], paths: [], secrets: ['text'] },
  async run({ element_id, text }, context) {
    const { target, element, id } = await resolve(element_id, context);
    const isChosen = element?.role === 'Dropdown' || (element !== undefined && isSet(element));
    await context.perform(isChosen ? { type: 'set_value', target, value: text } : { type: 'type', target, text });
    const isSecret = await holdsSecret(id, element, context);
    return { element_id, resolved_id: id, text: isSecret ? '•••' : text, status: 'typed' as const };
  },
});

/** A field that shows dots, or whose name says that it holds a secret. */
async function holdsSecret(id: string, element: Element | undefined, { read }: ToolContext): Promise<boolean> {
  if (element) return element.states.includes('password') || isSecretName(element.name);
  if (!isElementId(id)) return true; // a mere place: nobody knows what is there
  const { attributes } = await read({ what: 'attributes', element: id });
  const { type: kind, name = '', 'aria-label': label = '' } = attributes;
  return kind === 'password' || isSecretName(name) || isSecretName(label);
}

const scroll = defineTool({
  ...browsing,
  ...plain,
  name: 'browse_scroll',
  title: 'Scroll',
  description: 'Scroll the browser page',
  safety: 'safe',
  input: z.object({ delta_y: z.int().describe('Scroll amount (positive = down, negative = up)') }),
  output: z.object({ delta_y: z.number(), status: z.literal('scrolled') }),
  returns: 'How far it was scrolled.',
  examples: ['browse_scroll(delta_y=600)'],
  async run({ delta_y }, { perform }) {
    await perform({ type: 'scroll', dx: 0, dy: delta_y });
    return { delta_y, status: 'scrolled' as const };
  },
});

const held = { shift: 'Shift', control: 'Control', alt: 'Alt', meta: 'Meta' } as const;
const modifier = z.enum(['shift', 'control', 'alt', 'meta'], {
  error: ({ input }) => `Unknown modifier: ${String(input)}. Valid modifiers: shift, control, alt, meta`,
});

const keypress = defineTool({
  ...browsing,
  ...plain,
  name: 'browse_keypress',
  title: 'Press a key',
  description: 'Press a key with optional modifiers',
  input: z.object({
    key: z.string().describe("Key to press (e.g. 'Enter', 'a', 'Tab')"),
    modifiers: z.array(modifier).optional().describe('Optional modifier keys to hold during keypress'),
  }),
  output: z.object({ key: z.string(), status: z.literal('pressed') }),
  returns: 'Which key was pressed.',
  examples: ['browse_keypress(key="Tab")', 'browse_keypress(key="a", modifiers=["control"])'],
  async run({ key, modifiers }, context) {
    const keys = [...(modifiers ?? []).map((one) => held[one]), parseKeys(key).normal].join('+');
    await answering({ type: 'key', keys }, context);
    return { key, status: 'pressed' as const };
  },
});

export const browseTools = [navigate, click, type, scroll, keypress, waitTool, observeTool];
