import { z } from 'zod';
import { type Button, buttons, modifiers } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import {
  actionOutput,
  actionTool,
  explainedSelector,
  numberBetween,
  selector,
  timeout,
  toActionOutput,
} from '../fields.js';
import { findDropPoint } from '../target/find-drop-point.js';
import { performOn } from '../target/perform-on.js';
import { resolveWithRetry } from '../target/resolve-with-retry.js';
import { defineTool } from '../tool.js';
import { textTools } from './text.js';

const clickOutput = actionOutput.extend({ clicked: z.string() });
const held = z.array(z.enum(modifiers)).optional().describe('Keys to hold');

const click = defineTool({
  ...actionTool,
  name: 'click',
  title: 'Click',
  description: 'Clicks an element and reports what changed.',
  input: z.object({
    selector: explainedSelector,
    button: z.enum(buttons).default('left'),
    modifiers: held,
    timeout: timeout.describe('ms to wait for it. Default: 5000, less on a page that does not change'),
  }),
  output: clickOutput,
  returns: 'What was clicked, and the effect.',
  examples: ['click(selector="Add to cart in the row with Cup")', 'click(selector="#checkout", timeout=10000)'],
  async run(input, context) {
    const { selector: clicked, button, modifiers: keys } = input;
    try {
      return {
        ...(await performOn(context, input, (target) => ({ type: 'click', target, button, modifiers: keys }))),
        clicked,
      };
    } catch (error) {
      if (!(error instanceof HandrailError)) throw error;
      throw HandrailError.from({ ...error.fault, message: `Failed to click ${clicked}: ${error.message}` });
    }
  },
});

/** A tool that clicks in one way only. */
function clickTool<const Name extends string>(
  texts: { name: Name; title: string; description: string; examples: [string] },
  options: { button: Button } | { count: 2 | 3 },
) {
  return defineTool({
    ...actionTool,
    ...texts,
    input: z.object({ selector, timeout }),
    output: clickOutput,
    returns: 'What was clicked, and the effect.',
    async run(input, context) {
      const output = await performOn(context, input, (target) => ({ type: 'click', target, ...options }));
      return { ...output, clicked: input.selector };
    },
  });
}

const doubleClick = clickTool(
  {
    name: 'double_click',
    title: 'Double-click',
    description: 'Double-clicks an element.',
    examples: ['double_click(selector="h1")'],
  },
  { count: 2 },
);

const tripleClick = clickTool(
  {
    name: 'triple_click',
    title: 'Triple-click',
    description: 'Triple-clicks an element, which selects its line or paragraph.',
    examples: ['triple_click(selector="h1")'],
  },
  { count: 3 },
);

const rightClick = clickTool(
  {
    name: 'right_click',
    title: 'Right-click',
    description: 'Right-clicks an element to open its context menu.',
    examples: ['right_click(selector="h1")'],
  },
  { button: 'right' },
);

const hover = defineTool({
  ...actionTool,
  name: 'hover',
  title: 'Hover',
  description: 'Moves the pointer over an element.',
  safety: 'safe',
  idempotent: true,
  input: z.object({ selector, timeout }),
  examples: ['hover(selector="Cart link")'],
  aliases: ['mouse_move'],
  run: (input, context) => performOn(context, input, (target) => ({ type: 'move', target }), 'point'),
});

const directions = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
const scrollToEndPixels = 10_000_000;

const scroll = defineTool({
  ...actionTool,
  name: 'scroll',
  title: 'Scroll',
  description: 'Scrolls the page or an element in a direction, or to its top or bottom.',
  safety: 'safe',
  input: z.object({
    direction: z.enum(['up', 'down', 'left', 'right', 'top', 'bottom']).default('down'),
    amount: numberBetween(1, 100_000).optional().describe('Pixels. Default: 80% of the area or the screen'),
    selector: selector.optional().describe('What to scroll'),
    timeout,
  }),
  examples: [
    'scroll(direction="down", amount=600)',
    'scroll(direction="down", selector="main", amount=300)',
    'scroll(direction="bottom")',
  ],
  positional: ['direction', 'selector', 'amount'],
  async run({ direction, amount, selector: asked, timeout: ms }, context) {
    const { target, element } =
      asked === undefined ? { element: undefined } : await resolveWithRetry(context, asked, ms, 'point');
    if (direction === 'top' || direction === 'bottom')
      return toActionOutput(
        await context.perform({
          type: 'scroll',
          dx: 0,
          dy: direction === 'top' ? -scrollToEndPixels : scrollToEndPixels,
          target,
        }),
      );
    const { screen, elements } = await context.observe({ budget: 1 });
    const [x, y] = directions[direction];
    const listed = elements.find(({ id }) => target && 'element' in target && id === target.element) ?? element;
    const area = listed?.more ? listed.bounds : screen;
    const side = x === 0 ? Math.min(area.height, screen.height) : Math.min(area.width, screen.width);
    const pixels = amount ?? Math.round(side * 0.8);
    return toActionOutput(await context.perform({ type: 'scroll', dx: x * pixels, dy: y * pixels, target }));
  },
});

const drag = defineTool({
  ...actionTool,
  name: 'drag',
  title: 'Drag and drop',
  description:
    'Drags one element onto another. In a list, an item moved up lands before the target, an item moved down after it.',
  input: z.object({
    source: selector.describe('What to drag'),
    target: selector.describe('Where to drop it'),
    timeout,
  }),
  examples: ['drag(source="Third song", target="First song")', 'drag(source="h1", target="search field")'],
  aliases: ['drag_and_drop'],
  fieldAliases: { source_selector: 'source', target_selector: 'target', from: 'source', to: 'target' },
  async run({ source, target, timeout: ms }, context) {
    const from = await resolveWithRetry(context, source, ms, 'point');
    const to = await resolveWithRetry(context, target, ms, 'point');
    const dropPoint = await findDropPoint(from.target, to.target, context);
    return toActionOutput(await context.perform({ type: 'drag', path: [from.target, to.target, ...dropPoint] }));
  },
});

const focus = defineTool({
  ...actionTool,
  name: 'focus',
  title: 'Focus',
  description: 'Focuses an element by clicking it.',
  safety: 'low_risk',
  idempotent: true,
  input: z.object({ selector, timeout }),
  examples: ['focus(selector="search field")'],
  run: (input, context) => performOn(context, input, (target) => ({ type: 'click', target })),
});

const handleDialog = defineTool({
  ...actionTool,
  environments: ['browser'],
  name: 'handle_dialog',
  title: 'Answer a dialog',
  description: 'Accepts or dismisses the open alert, confirm or prompt.',
  input: z.object({
    accept: z.boolean().default(true),
    text: z.string().optional().describe('Text for a prompt'),
  }),
  examples: ['handle_dialog(accept=true)'],
  positional: ['accept', 'text'],
  aliases: ['dialog'],
  run: async ({ accept, text }, { perform }) => toActionOutput(await perform({ type: 'dialog', accept, text })),
});

export const interactionTools = [
  click,
  doubleClick,
  tripleClick,
  rightClick,
  hover,
  ...textTools,
  scroll,
  drag,
  focus,
  handleDialog,
];
