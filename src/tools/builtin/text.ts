import { z } from 'zod';
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
import { resolveWithRetry } from '../target/resolve-with-retry.js';
import { defineTool } from '../tool.js';

const type = defineTool({
  ...actionTool,
  name: 'type',
  title: 'Type text',
  description:
    'Types text into an element, or into the focused one. `clear` empties it first, `submit` presses Enter afterwards.',
  input: z.object({
    text: z.string(),
    selector: explainedSelector.optional(),
    clear: z.boolean().default(false),
    submit: z.boolean().default(false),
    timeout,
  }),
  examples: ['type(selector="search field", text="mug", clear=true, submit=true)'],
  positional: ['selector', 'text'],
  takes: { urls: [], paths: [], secrets: ['text'] },
  aliases: ['type_text', 'input_text'],
  fieldAliases: { clear_first: 'clear', press_enter: 'submit', value: 'text' },
  async run({ selector: asked, text, clear, submit, timeout: ms }, context) {
    const target = asked === undefined ? undefined : (await resolveWithRetry(context, asked, ms, 'fill')).target;
    return toActionOutput(await context.perform({ type: 'type', text, clear, submit, target }));
  },
});

const pressKey = defineTool({
  ...actionTool,
  name: 'press_key',
  title: 'Press a key',
  description: 'Presses a key or a combination: Enter, Escape, ArrowDown, Control+A.',
  input: z.object({
    key: z.string().min(1),
    selector: selector.optional().describe('Element to focus first'),
    times: numberBetween(1, 100).int().default(1),
    timeout,
  }),
  examples: [
    'press_key(key="PageDown")',
    'press_key(key="ArrowDown", times=7)',
    'press_key(key="Control+A", selector="search field")',
  ],
  positional: ['key', 'times'],
  aliases: ['key', 'keypress', 'press'],
  fieldAliases: { keys: 'key', repeat: 'times' },
  async run({ key, selector: asked, times, timeout: ms }, context) {
    if (asked !== undefined)
      await context.perform({ type: 'click', target: (await resolveWithRetry(context, asked, ms)).target });
    return toActionOutput(await context.perform({ type: 'key', keys: key, repeat: times }));
  },
});

const selectText = defineTool({
  ...actionTool,
  environments: ['browser'],
  name: 'select_text',
  title: 'Select text',
  description: 'Selects words on the page, or in a field, by the words themselves. They must occur only once there.',
  safety: 'safe',
  idempotent: true,
  input: z.object({
    text: z.string().min(1).describe('The words to select'),
    selector: selector.optional().describe('The element that contains them'),
    timeout,
  }),
  output: actionOutput.extend({ selected: z.string() }),
  returns: 'The selected text, read from the page.',
  examples: ['select_text(text="The end of the page")', 'select_text(text="Workshop", selector="h1")'],
  positional: ['text', 'selector'],
  aliases: ['highlight_text'],
  fieldAliases: { words: 'text', in: 'selector' },
  async run({ text, selector: asked, timeout: ms }, context) {
    const container = asked === undefined ? undefined : (await resolveWithRetry(context, asked, ms, 'point')).target;
    if (container && !('element' in container))
      throw new HandrailError('invalid_input', `${asked} is a position, not an element.`, 'Pass an element id.');
    const outcome = await context.perform({ type: 'select_text', text, target: container });
    const selection = outcome.changes.find((change) => change.kind === 'selection');
    return { ...toActionOutput(outcome), selected: selection?.text ?? '' };
  },
});

export const textTools = [type, pressKey, selectText];
