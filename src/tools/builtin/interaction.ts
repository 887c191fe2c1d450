import { z } from 'zod';
import { buttons, modifiers } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import { acted, actedBy, from, plain, selector, selectorInFull, timeout } from '../fields.js';
import { resolveWithRetry } from '../target/resolve-with-retry.js';
import { defineTool } from '../tool.js';
import { drag } from './drag.js';

const act = {
  category: 'interaction',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  timeoutMs: 30_000,
} as const;
const clicked = acted.extend({ clicked: z.string() });
const held = z.array(z.enum(modifiers)).optional().describe('Keys held down meanwhile');

const click = defineTool({
  ...act,
  ...plain,
  name: 'click',
  title: 'Click',
  description: 'Clicks an element once and tells what changed.',
  input: z.object({
    selector: selectorInFull,
    button: z.enum(buttons).default('left'),
    modifiers: held,
    timeout: timeout.describe('ms to look for it'),
  }),
  output: clicked,
  returns: 'What was clicked, and whether anything changed.',
  examples: ['click(selector="Add to cart in the row with Cup")', 'click(selector="#checkout", timeout=10000)'],
  async run({ selector: asked, button, modifiers: keys, timeout: ms }, context) {
    try {
      const { target } = await resolveWithRetry(context, asked, ms);
      const outcome = await context.perform({ type: 'click', target, button, ...(keys ? { modifiers: keys } : {}) });
      return { ...actedBy(outcome), clicked: asked };
    } catch (error) {
      if (!(error instanceof HandrailError)) throw error;
      throw new HandrailError(error.code, `Failed to click ${asked}: ${error.message}`, error.hint);
    }
  },
});

const doubleClick = defineTool({
  ...act,
  ...plain,
  name: 'double_click',
  title: 'Double-click',
  description: 'Clicks an element twice in a row.',
  input: z.object({ selector, timeout }),
  output: clicked,
  returns: 'What was clicked, and whether anything changed.',
  examples: ['double_click(selector="h1")'],
  async run({ selector: asked, timeout: ms }, context) {
    const { target } = await resolveWithRetry(context, asked, ms);
    return { ...actedBy(await context.perform({ type: 'click', target, count: 2 })), clicked: asked };
  },
});

const rightClick = defineTool({
  ...act,
  ...plain,
  name: 'right_click',
  title: 'Right-click',
  description: 'Clicks an element with the right button, to open its context menu.',
  input: z.object({ selector, timeout }),
  output: clicked,
  returns: 'What was clicked, and whether anything changed.',
  examples: ['right_click(selector="h1")'],
  async run({ selector: asked, timeout: ms }, context) {
    const { target } = await resolveWithRetry(context, asked, ms);
    return { ...actedBy(await context.perform({ type: 'click', target, button: 'right' })), clicked: asked };
  },
});

const hover = defineTool({
  ...act,
  ...plain,
  name: 'hover',
  title: 'Hover',
  description: 'Puts the pointer over an element, to open what opens by hovering.',
  safety: 'safe',
  idempotent: true,
  input: z.object({ selector, timeout }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['hover(selector="Cart link")'],
  aliases: ['mouse_move'],
  async run({ selector: asked, timeout: ms }, context) {
    const { target } = await resolveWithRetry(context, asked, ms);
    return actedBy(await context.perform({ type: 'move', target }));
  },
});

const type = defineTool({
  ...act,
  ...plain,
  name: 'type',
  title: 'Type text',
  description:
    'Types text into an element, or where the focus is. `clear` empties it first, `submit` presses Enter after it.',
  input: z.object({
    text: z.string(),
    selector: selectorInFull.optional(),
    clear: z.boolean().default(false),
    submit: z.boolean().default(false),
    timeout,
  }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['type(selector="search field", text="mug", clear=true, submit=true)'],
  positional: ['selector', 'text'],
  takes: { urls: [], paths: [], secrets: ['text'] },
  aliases: ['type_text', 'input_text'],
  fieldAliases: { clear_first: 'clear', press_enter: 'submit', value: 'text' },
  async run({ selector: asked, text, clear, submit, timeout: ms }, context) {
    const target = asked === undefined ? {} : { target: (await resolveWithRetry(context, asked, ms, 'field')).target };
    return actedBy(await context.perform({ type: 'type', text, clear, submit, ...target }));
  },
});

const pressKey = defineTool({
  ...act,
  ...plain,
  name: 'press_key',
  title: 'Press a key',
  description: 'Presses a key or a combination: Enter, Escape, ArrowDown, Control+A.',
  input: z.object({
    key: z.string().min(1),
    selector: selector.optional().describe('What gets the focus first'),
    repeat: from(1, 100).int().default(1),
    timeout,
  }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['press_key(key="PageDown")', 'press_key(key="Control+A", selector="search field")'],
  aliases: ['key', 'keypress', 'press'],
  fieldAliases: { keys: 'key' },
  async run({ key, selector: asked, repeat, timeout: ms }, context) {
    if (asked !== undefined)
      await context.perform({ type: 'click', target: (await resolveWithRetry(context, asked, ms)).target });
    return actedBy(await context.perform({ type: 'key', keys: key, repeat }));
  },
});

const directions = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
const veryFar = 10_000_000;

const scroll = defineTool({
  ...act,
  ...plain,
  name: 'scroll',
  title: 'Scroll',
  description: 'Scrolls the page or the element named: in a direction by pixels, or to its top or bottom.',
  safety: 'safe',
  input: z.object({
    direction: z.enum(['up', 'down', 'left', 'right', 'top', 'bottom']).default('down'),
    amount: from(1, 100_000).optional().describe('Pixels; without it, most of a screen'),
    selector: selector.optional().describe('What to scroll, or an element inside of it'),
    timeout,
  }),
  output: acted,
  returns: 'Whether anything moved.',
  examples: ['scroll(direction="down", amount=600)', 'scroll(direction="bottom")'],
  positional: ['direction', 'amount'],
  async run({ direction, amount, selector: asked, timeout: ms }, context) {
    const target = asked === undefined ? {} : { target: (await resolveWithRetry(context, asked, ms)).target };
    if (direction === 'top' || direction === 'bottom')
      return actedBy(
        await context.perform({ type: 'scroll', dx: 0, dy: direction === 'top' ? -veryFar : veryFar, ...target }),
      );
    const { screen } = await context.observe({ budget: 1 });
    const [x, y] = directions[direction];
    const pixels = amount ?? Math.round((x === 0 ? screen.height : screen.width) * 0.8);
    return actedBy(await context.perform({ type: 'scroll', dx: x * pixels, dy: y * pixels, ...target }));
  },
});

const focus = defineTool({
  ...act,
  ...plain,
  name: 'focus',
  title: 'Focus',
  description: 'Gives a field the keyboard by clicking it.',
  safety: 'low_risk',
  idempotent: true,
  input: z.object({ selector, timeout }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['focus(selector="search field")'],
  async run({ selector: asked, timeout: ms }, context) {
    const { target } = await resolveWithRetry(context, asked, ms);
    return actedBy(await context.perform({ type: 'click', target }));
  },
});

const handleDialog = defineTool({
  ...act,
  ...plain,
  environments: 'pages',
  name: 'handle_dialog',
  title: 'Answer a dialog',
  description: 'Accepts or dismisses the alert, confirm or prompt that is open.',
  input: z.object({
    accept: z.boolean().default(true),
    text: z.string().optional().describe('What to enter into a prompt'),
  }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['handle_dialog(accept=true)'],
  positional: ['accept', 'text'],
  aliases: ['dialog'],
  run: async ({ accept, text }, { perform }) =>
    actedBy(await perform({ type: 'dialog', accept, ...(text === undefined ? {} : { text }) })),
});

export const interactionTools = [
  click,
  doubleClick,
  rightClick,
  hover,
  type,
  pressKey,
  scroll,
  drag,
  focus,
  handleDialog,
];
