import { z } from 'zod';
import type { WaitCondition } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import { acted, from, plain } from '../fields.js';
import { defineTool } from '../tool.js';
import { secondsSince, waitAndTell } from './wait-and-report.js';

const system = { category: 'system', safety: 'safe', effect: 'none', idempotent: true, timeoutMs: 10_000 } as const;

const wait = defineTool({
  ...system,
  ...plain,
  name: 'wait',
  title: 'Wait',
  description: 'Waits for seconds, or until the page has loaded or its address has changed.',
  timeoutMs: 310_000,
  input: z.object({
    seconds: from(0, 300).optional(),
    condition: z.enum(['page_loaded', 'url_changed']).optional(),
    reason: z.string().optional(),
  }),
  output: acted,
  returns: 'Whether anything changed meanwhile.',
  examples: ['wait(seconds=0.1)', 'wait(condition="page_loaded")'],
  positional: ['seconds'],
  fieldAliases: { time: 'seconds', duration: 'seconds', for: 'condition' },
  async run({ seconds, condition }, context) {
    if (condition === undefined) return waitAndTell(context, { for: { seconds: seconds ?? 1 } }, '');
    return waitAndTell(context, { for: condition }, condition === 'page_loaded' ? ': the page has loaded' : '');
  },
});

const waitFor = defineTool({
  ...system,
  ...plain,
  name: 'wait_for',
  title: 'Wait for something',
  description: 'Waits until a text or an element is on the page, something is gone, or the address holds some words.',
  timeoutMs: 310_000,
  input: z.object({
    text: z.string().min(1).optional().describe('Words on the page'),
    element: z.string().min(1).optional().describe('Name of an element'),
    role: z.string().optional().describe('Its role: Button, Link …'),
    url: z.string().min(1).optional().describe('Part of the address'),
    gone: z.string().min(1).optional().describe('Words that are to go away'),
    timeout: from(0, 300_000).default(10_000).describe('ms'),
  }),
  output: acted,
  returns: 'Whether anything changed meanwhile.',
  examples: ['wait_for(text="Cart")', 'wait_for(gone="Loading …", timeout=1000)'],
  positional: ['text'],
  aliases: ['wait_for_selector', 'wait_for_text'],
  async run({ text, element, role, url, gone, timeout }, context) {
    const given = [text, element, url, gone].filter((one) => one !== undefined).length;
    if (given !== 1)
      throw new HandrailError(
        'invalid_input',
        `wait_for takes one thing to wait for, not ${given}.`,
        'Give text, element, url or gone.',
      );
    if (url !== undefined) return waitForUrl(url, timeout, context);
    const condition: WaitCondition =
      text !== undefined
        ? { text }
        : gone !== undefined
          ? { gone: { text: gone } }
          : { element: { name: element ?? '', ...(role ? { role } : {}) } };
    const what = gone === undefined ? `: "${text ?? element}" is there` : `: "${gone}" is gone`;
    return waitAndTell(context, { for: condition, timeoutMs: timeout }, what);
  },
});

async function waitForUrl(
  part: string,
  timeout: number,
  { perform, observe, say }: Pick<ToolContext, 'perform' | 'observe' | 'say'>,
): Promise<z.output<typeof acted>> {
  const began = performance.now();
  const deadline = began + timeout;
  for (;;) {
    const { url = '' } = await observe({ budget: 1 });
    if (url.includes(part)) {
      say(`waited ${secondsSince(began)} s: the address is ${url}`, 'before');
      return { success: true, effect: 'unchanged', url };
    }
    const left = deadline - performance.now();
    if (left <= 0)
      throw new HandrailError(
        'wait_timeout',
        `The address is still ${url} after ${timeout} ms.`,
        'Observe to see what the page shows.',
      );
    await perform({ type: 'wait', for: 'url_changed', timeoutMs: left });
  }
}

const complete = defineTool({
  ...system,
  ...plain,
  name: 'complete',
  title: 'The task is done',
  description:
    'Ends the task as done. Say only what was seen on the page; give the answer in `result` when one was asked for.',
  terminal: true,
  input: z.object({ summary: z.string().min(1), result: z.unknown().optional().describe('The answer: text or data') }),
  output: z.object({ summary: z.string(), result: z.unknown().optional() }),
  returns: 'Summary and result.',
  examples: ['complete(summary="The mug is in the cart.")', 'complete(summary="Read the price.", result="12.50")'],
  positional: ['summary', 'result'],
  aliases: ['done', 'finish'],
  run: async (input) => input,
});

const fail = defineTool({
  ...system,
  ...plain,
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
  ...system,
  ...plain,
  name: 'ask_user',
  title: 'Ask the user',
  description: 'Asks the person in charge something that the page does not tell.',
  idempotent: false,
  timeoutMs: 600_000,
  input: z.object({ question: z.string().min(1) }),
  output: z.object({ answer: z.string() }),
  returns: 'What the person said.',
  examples: ['ask_user(question="Which size?")'],
  run: async ({ question }, { ask }) => ({ answer: await ask(question) }),
});

export const systemTools = [wait, waitFor, complete, fail, askUser];
