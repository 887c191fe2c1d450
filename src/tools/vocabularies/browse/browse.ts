import { z } from 'zod';
import { isElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { parseKeys } from '../../../core/keys/keys.js';
import { performOrAnswerDialog } from '../../answer-dialog.js';
import { isSetByValue } from '../../builtin/form.js';
import { mask } from '../../call/mask-texts.js';
import type { ResolvedTarget, ToolContext } from '../../context.js';
import { noRequirements } from '../../fields.js';
import { defineTool } from '../../tool.js';
import { observeTool } from './observe.js';
import { hideIfSecret } from './secrets.js';
import { rememberUrl, waitTool } from './wait.js';

const browseTool = {
  ...noRequirements,
  category: 'interaction',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  timeoutMs: 45_000,
  missingFieldMessage: (field: string): string => `Missing required parameter: ${field}`,
} as const;

const navigate = defineTool({
  ...browseTool,
  environments: ['browser'],
  name: 'browse_navigate',
  title: 'Navigate',
  description: 'Navigate the browser to a URL',
  category: 'navigation',
  safety: 'safe',
  input: z.object({ url: z.string().describe('URL to navigate to') }),
  output: z.object({ url: z.string(), status: z.literal('navigated') }),
  returns: 'The URL and the status.',
  examples: ['browse_navigate(url="about:blank")'],
  takes: { urls: ['url'], paths: [], secrets: [] },
  async run({ url }, context) {
    const { observation } = await context.perform({ type: 'navigate', url });
    rememberUrl(context, observation?.url);
    return { url, status: 'navigated' as const };
  },
});

/** Resolves an element id, a selector, `x,y` or a phrase. */
async function resolve(id: string, context: ToolContext): Promise<ResolvedTarget & { id: string }> {
  if (/^el_\d+$/.test(id) && !isElementId(id))
    throw new HandrailError('unknown_element', `There is no element ${id}.`, 'Use an id from the last observation.');
  const resolved = await context.resolve(id);
  const { target } = resolved;
  if ('element' in target && !resolved.element)
    throw new HandrailError('unknown_element', `There is no element ${id}.`, 'Use an id from the last observation.');
  return { ...resolved, id: 'element' in target ? target.element : `${target.x},${target.y}` };
}

const click = defineTool({
  ...browseTool,
  name: 'browse_click',
  title: 'Click',
  description: 'Click on a UI element by accessibility node ID',
  input: z.object({ element_id: z.string().describe("Accessibility node ID (e.g. 'el_5')") }),
  output: z.object({ element_id: z.string(), resolved_id: z.string(), status: z.literal('clicked') }),
  returns: 'The element.',
  examples: ['browse_click(element_id="el_5")'],
  async run({ element_id }, context) {
    const { target, id } = await resolve(element_id, context);
    await context.perform({ type: 'click', target });
    return { element_id, resolved_id: id, status: 'clicked' as const };
  },
});

const type = defineTool({
  ...browseTool,
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
  returns: 'The element and the text. Secrets are masked.',
  examples: ['browse_type(element_id="el_5", text="mug")'],
  takes: { urls: [], paths: [], secrets: ['text'] },
  async run({ element_id, text }, context) {
    if (text === '')
      throw new HandrailError('invalid_input', 'There is no text to type.', 'Pass at least one character.');
    const { target, element, id } = await resolve(element_id, context);
    const isHidden = await hideIfSecret(text, id, element, context);
    const usesSetValue = element?.role === 'Dropdown' || (element !== undefined && isSetByValue(element));
    await context.perform(usesSetValue ? { type: 'set_value', target, value: text } : { type: 'type', target, text });
    return { element_id, resolved_id: id, text: isHidden ? mask : text, status: 'typed' as const };
  },
});

const scroll = defineTool({
  ...browseTool,
  name: 'browse_scroll',
  title: 'Scroll',
  description: 'Scroll the browser page',
  safety: 'safe',
  input: z.object({ delta_y: z.int().describe('Scroll amount (positive = down, negative = up)') }),
  output: z.object({ delta_y: z.number(), status: z.literal('scrolled') }),
  returns: 'The distance.',
  examples: ['browse_scroll(delta_y=600)'],
  async run({ delta_y }, { perform }) {
    await perform({ type: 'scroll', dx: 0, dy: delta_y });
    return { delta_y, status: 'scrolled' as const };
  },
});

const modifierKeys = { shift: 'Shift', control: 'Control', alt: 'Alt', meta: 'Meta' } as const;
const modifier = z.enum(['shift', 'control', 'alt', 'meta'], {
  error: ({ input }) => `Unknown modifier: ${String(input)}. Valid modifiers: shift, control, alt, meta`,
});

const keypress = defineTool({
  ...browseTool,
  name: 'browse_keypress',
  title: 'Press a key',
  description: 'Press a key with optional modifiers',
  input: z.object({
    key: z.string().describe("Key to press (e.g. 'Enter', 'a', 'Tab')"),
    modifiers: z.array(modifier).optional().describe('Optional modifier keys to hold during keypress'),
  }),
  output: z.object({ key: z.string(), status: z.literal('pressed') }),
  returns: 'The key.',
  examples: ['browse_keypress(key="Tab")', 'browse_keypress(key="a", modifiers=["control"])'],
  async run({ key, modifiers }, context) {
    const keys = [...(modifiers ?? []).map((one) => modifierKeys[one]), parseKeys(key).canonical].join('+');
    await performOrAnswerDialog({ type: 'key', keys }, context);
    return { key, status: 'pressed' as const };
  },
});

export const browseTools = [navigate, click, type, scroll, keypress, waitTool, observeTool];
