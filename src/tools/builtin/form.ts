import { z } from 'zod';
import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { acted, actedBy, plain, selector, timeout } from '../fields.js';
import { resolveWithRetry } from '../target/resolve-with-retry.js';
import { defineTool } from '../tool.js';
import { fileTools } from './files.js';
import { fillIn } from './fill-in.js';

const form = { category: 'form', safety: 'low_risk', effect: 'page', idempotent: true, timeoutMs: 30_000 } as const;

const select = defineTool({
  ...form,
  ...plain,
  name: 'select',
  title: 'Select an option',
  description:
    'Chooses an option of a dropdown, list, menu or group of radio buttons, or several where several can be chosen.',
  input: z.object({
    selector,
    option: z.union([z.string(), z.array(z.string()).min(1)]).describe('Its text or value'),
    timeout,
  }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['select(selector="Sort by", option="Price")'],
  aliases: ['select_option'],
  fieldAliases: { value: 'option', options: 'option' },
  async run({ selector: asked, option, timeout: ms }, context) {
    return actedBy(await fillIn(context, asked, option, { timeout: ms, choose: true }));
  },
});

const check = defineTool({
  ...form,
  ...plain,
  name: 'check',
  title: 'Check or uncheck',
  description: 'Checks or unchecks a checkbox, switch or radio button; what is so already stays so.',
  input: z.object({ selector, checked: z.boolean().default(true), timeout }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['check(selector="I accept the terms", checked=true)'],
  positional: ['selector', 'checked'],
  aliases: ['check_checkbox', 'uncheck'],
  async run({ selector: asked, checked, timeout: ms }, context) {
    const { target } = await resolveWithRetry(context, asked, ms);
    return actedBy(await context.perform({ type: 'set_value', target, value: checked }));
  },
});

const clear = defineTool({
  ...form,
  ...plain,
  name: 'clear',
  title: 'Clear a field',
  description: 'Empties a field.',
  input: z.object({ selector, timeout }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['clear(selector="search field")'],
  async run({ selector: asked, timeout: ms }, context) {
    const { target } = await resolveWithRetry(context, asked, ms, 'field');
    return actedBy(await context.perform({ type: 'type', target, text: '', clear: true }));
  },
});

const value = z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]);

/** Fields one sets rather than types into: their words are chosen by the browser. */
export function isSet({ kind }: Element): boolean {
  return /^(?:date|time|month|week|datetime|color|range|slider|spinbutton)/.test(kind ?? '');
}

const fill = defineTool({
  ...form,
  ...plain,
  name: 'fill',
  title: 'Fill in a field',
  description: 'Puts a value into a field of any kind, in place of what is there.',
  input: z.object({ selector, value, timeout }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['fill(selector="search field", value="mug")'],
  takes: { urls: [], paths: [], secrets: ['value'] },
  fieldAliases: { text: 'value' },
  run: async ({ selector: asked, value: wanted, timeout: ms }, context) =>
    actedBy(await fillIn(context, asked, wanted, { timeout: ms })),
});

/** A list of `{ field, value }` is taken too. */
function byField(given: unknown): unknown {
  const list = z.array(z.object({ field: z.string(), value })).safeParse(given);
  return list.success ? Object.fromEntries(list.data.map((one) => [one.field, one.value])) : given;
}

const fillForm = defineTool({
  ...form,
  ...plain,
  name: 'fill_form',
  title: 'Fill in a form',
  description: 'Fills in many fields at once. Stops at the first that cannot be filled in and says which were.',
  timeoutMs: 120_000,
  input: z.object({
    fields: z
      .preprocess(byField, z.record(z.string().min(1), value))
      .refine((fields) => Object.keys(fields).length > 0, 'is empty')
      .describe('{"Name": "Ada", "I agree": true}; the keys are labels, ids or selectors'),
    submit: z.boolean().default(false).describe('Send the form off afterwards'),
    timeout,
  }),
  output: z.object({ success: z.literal(true), filled: z.array(z.string()), effect: acted.shape.effect }),
  returns: 'Which fields were filled in.',
  examples: ['fill_form(fields={"Name": "Ada Lovelace", "Email": "ada@example.com"})'],
  takes: { urls: [], paths: [], secrets: ['fields'] },
  async run({ fields, submit, timeout: ms }, context) {
    const filled: string[] = [];
    let effect: Outcome['effect'] = 'unchanged';
    for (const [field, wanted] of Object.entries(fields)) {
      const outcome = await fillIn(context, field, wanted, { timeout: ms }).catch((error: unknown) => {
        if (!(error instanceof HandrailError)) throw error;
        const before = filled.length > 0 ? ` Filled in before it: ${filled.join(', ')}.` : ' Nothing was filled in.';
        throw new HandrailError(error.code, `${field}: ${error.message}${before}`, error.hint);
      });
      filled.push(field);
      if (outcome.effect !== 'unchanged') effect = outcome.effect;
    }
    if (submit) effect = (await context.perform({ type: 'key', keys: 'Enter' })).effect;
    return { success: true as const, filled, effect };
  },
});

const submit = defineTool({
  ...form,
  ...plain,
  name: 'submit',
  title: 'Send a form off',
  description: 'Sends the form off: by its button, or by Enter in the field named.',
  safety: 'medium',
  effect: 'outside',
  idempotent: false,
  input: z.object({ selector: selector.optional().describe('The button, or a field of the form'), timeout }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['submit(selector="search field")'],
  positional: ['selector'],
  aliases: ['submit_form'],
  async run({ selector: asked, timeout: ms }, context) {
    if (asked === undefined) {
      const button = context.isPage ? await submitButton(context) : undefined;
      if (button) return actedBy(await context.perform({ type: 'click', target: { element: button.id } }));
      return actedBy(await context.perform({ type: 'key', keys: 'Enter' }));
    }
    const { target, element } = await resolveWithRetry(context, asked, ms);
    if (element?.role !== 'TextInput') return actedBy(await context.perform({ type: 'click', target }));
    await context.perform({ type: 'click', target });
    return actedBy(await context.perform({ type: 'key', keys: 'Enter' }));
  },
});

/** The button that sends the form off, when there is only one it can be. */
async function submitButton(context: ToolContext): Promise<Element | undefined> {
  const { elements } = await context.read({
    what: 'elements',
    css: 'form button[type=submit], form button:not([type]), form input[type=submit], form input[type=image]',
  });
  const usable = elements.filter(({ states }) => !states.includes('disabled') && !states.includes('offscreen'));
  const focused = (await context.observe({ budget: 1 })).elements.find(({ states }) => states.includes('focused'));
  const candidates = usable.length > 0 ? usable : elements;
  if (candidates.length > 1 && !focused)
    throw new HandrailError(
      'ambiguous',
      `There are ${candidates.length} buttons that send a form off: ${candidates.map(({ id, name }) => `${id} "${name}"`).join(', ')}.`,
      'Name one of them.',
    );
  return candidates.length === 1 ? candidates[0] : undefined;
}

export const formTools = [select, check, clear, fill, fillForm, submit, ...fileTools];
