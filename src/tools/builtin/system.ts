import { z } from 'zod';
import type { WaitCondition } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import { toElementRole } from '../element-role.js';
import { actionOutput, noRequirements, numberBetween, selector } from '../fields.js';
import { selectorStates, waitForSelector } from '../target/wait-for-selector.js';
import { defineTool } from '../tool.js';
import { waitAndReport } from '../wait-and-report.js';

const systemTool = {
  ...noRequirements,
  category: 'system',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  timeoutMs: 10_000,
} as const;

const wait = defineTool({
  ...systemTool,
  name: 'wait',
  title: 'Wait',
  description: 'Waits some seconds, or until the page has loaded or its URL has changed.',
  timeoutMs: 310_000,
  input: z.object({
    seconds: numberBetween(0, 300).optional(),
    condition: z.enum(['page_loaded', 'url_changed']).optional(),
    reason: z.string().optional(),
  }),
  output: actionOutput,
  returns: 'The effect.',
  examples: ['wait(seconds=0.1)', 'wait(condition="page_loaded")'],
  positional: ['seconds'],
  fieldAliases: { time: 'seconds', duration: 'seconds', for: 'condition' },
  async run({ seconds, condition }, context) {
    if (condition === undefined) return waitAndReport(context, { for: { seconds: seconds ?? 1 } }, '');
    return waitAndReport(context, { for: condition }, condition === 'page_loaded' ? ': the page has loaded' : '');
  },
});

const waitFor = defineTool({
  ...systemTool,
  name: 'wait_for',
  title: 'Wait for something',
  description: 'Waits until a text or an element is on the page, a text is gone, or the URL contains a text.',
  timeoutMs: 310_000,
  input: z.object({
    text: z.string().min(1).optional().describe('Text on the page'),
    element: z.string().min(1).optional().describe('Name of an element'),
    role: z.string().optional().describe('Button, Link …'),
    url: z.string().min(1).optional().describe('Part of the URL'),
    gone: z.string().min(1).optional().describe('Text that disappears'),
    selector: selector.optional().describe('An element, with state'),
    state: z.enum(selectorStates).optional().describe('Default visible'),
    timeout: numberBetween(0, 300_000).default(10_000).describe('ms'),
  }),
  output: actionOutput,
  returns: 'The effect.',
  examples: ['wait_for(text="Cart")', 'wait_for(gone="Loading …", timeout=1000)'],
  positional: ['text'],
  aliases: ['wait_for_selector', 'wait_for_text'],
  async run({ text, element, role, url, gone, selector: asked, state, timeout }, context) {
    const given = [text, element, url, gone, asked].filter((one) => one !== undefined).length;
    if (given !== 1)
      throw new HandrailError(
        'invalid_input',
        `wait_for takes one condition, not ${given}.`,
        'Pass text, element, url, gone or selector.',
      );
    if (state !== undefined && asked === undefined)
      throw new HandrailError('invalid_input', 'wait_for needs selector for state.', 'Pass selector, or remove state.');
    if (text === 'url_changed' || text === 'page_loaded')
      throw new HandrailError(
        'invalid_input',
        `wait_for takes ${text} as a text on the page, which it is not.`,
        `Use wait with condition ${text}, or wait_for with url.`,
      );
    if (asked !== undefined) return waitForSelector(asked, state ?? 'visible', timeout, context);
    const condition: WaitCondition =
      url !== undefined
        ? { url }
        : text !== undefined
          ? { text }
          : gone !== undefined
            ? { gone: { text: gone } }
            : { element: { name: element ?? '', role: role ? toElementRole(role) : undefined } };
    const detail =
      url === undefined
        ? gone === undefined
          ? `: "${text ?? element}" is shown`
          : `: "${gone}" is gone`
        : `: the URL contains "${url}"`;
    return waitAndReport(context, { for: condition, timeoutMs: timeout }, detail);
  },
});

/** Tools that talk to the caller only. */
const talkTool = { ...systemTool, requiresPage: false } as const;

const complete = defineTool({
  ...talkTool,
  name: 'complete',
  title: 'The task is done',
  description: 'Ends the task as done. Report only what you observed. Put a requested answer in `result`.',
  terminal: true,
  input: z.object({ summary: z.string().min(1), result: z.unknown().optional().describe('Text or data') }),
  output: z.object({ summary: z.string(), result: z.unknown().optional() }),
  returns: 'Summary and result.',
  examples: ['complete(summary="The mug is in the cart.")', 'complete(summary="Read the price.", result="12.50")'],
  positional: ['summary', 'result'],
  aliases: ['done', 'finish'],
  run: async (input) => input,
});

const fail = defineTool({
  ...talkTool,
  name: 'fail',
  title: 'The task cannot be done',
  description: 'Ends the task as failed, with the reason.',
  terminal: true,
  input: z.object({ reason: z.string().min(1), recoverable: z.boolean().optional() }),
  output: z.object({ reason: z.string() }),
  returns: 'The reason.',
  examples: ['fail(reason="The product is sold out.")'],
  run: async ({ reason }) => ({ reason }),
});

const askUser = defineTool({
  ...talkTool,
  name: 'ask_user',
  title: 'Ask the user',
  description: 'Asks the user for information that is not on the page.',
  idempotent: false,
  timeoutMs: 600_000,
  input: z.object({ question: z.string().min(1) }),
  output: z.object({ answer: z.string() }),
  returns: 'The answer of the user.',
  examples: ['ask_user(question="Which size?")'],
  run: async ({ question }, { ask }) => ({ answer: await ask(question) }),
});

export const systemTools = [wait, waitFor, complete, fail, askUser];
