import { z } from 'zod';
import type { Element } from '../../core/element.js';
import { HandrailError, joinSentences } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { actionOutput, noRequirements, selector, timeout, toActionOutput } from '../fields.js';
import { fillField } from '../fill/fill-field.js';
import { performOn } from '../target/perform-on.js';
import { resolveWithRetry } from '../target/resolve-with-retry.js';
import { defineTool } from '../tool.js';
import { fileTools } from './files.js';

const formTool = {
  ...noRequirements,
  category: 'form',
  safety: 'low_risk',
  effect: 'page',
  idempotent: true,
  output: actionOutput,
  returns: 'The effect.',
  timeoutMs: 30_000,
} as const;

const select = defineTool({
  ...formTool,
  name: 'select',
  title: 'Select an option',
  description: 'Chooses one or more options of a dropdown, list, menu or radio group.',
  input: z.object({
    selector,
    option: z
      .union([z.string(), z.array(z.string()).min(1)])
      .describe('Text or value of the option, or a unique part of its text'),
    timeout,
  }),
  examples: ['select(selector="Sort by", option="Price")'],
  aliases: ['select_option'],
  fieldAliases: { value: 'option', options: 'option' },
  async run({ selector: asked, option, timeout: ms }, context) {
    return toActionOutput(await fillField(context, asked, option, { timeout: ms, choose: true }));
  },
});

const check = defineTool({
  ...formTool,
  name: 'check',
  title: 'Check or uncheck',
  description: 'Checks or unchecks a checkbox, switch or radio button.',
  input: z.object({ selector, checked: z.boolean().default(true), timeout }),
  examples: ['check(selector="I accept the terms", checked=true)'],
  positional: ['selector', 'checked'],
  aliases: ['check_checkbox', 'uncheck'],
  async run(input, context) {
    const state = input.checked ? 'checked' : 'unchecked';
    let hadState = false;
    const output = await performOn(
      context,
      input,
      (target, element) => {
        hadState = element?.states.includes(state) ?? false;
        return { type: 'set_value', target, value: input.checked };
      },
      'check',
    );
    if (hadState && output.effect === 'unchanged') context.report(`already ${state}: nothing was pressed`, 'before');
    return output;
  },
});

const clear = defineTool({
  ...formTool,
  name: 'clear',
  title: 'Clear a field',
  description: 'Empties a field.',
  input: z.object({ selector, timeout }),
  examples: ['clear(selector="search field")'],
  aliases: ['clear_input'],
  run: (input, context) =>
    performOn(context, input, (target) => ({ type: 'type', target, text: '', clear: true }), 'fill'),
});

const value = z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]);

/** True for fields whose value is set, not typed: the browser formats it. */
export function isSetByValue({ kind }: Element): boolean {
  return /^(?:date|time|month|week|datetime|color|range|slider|spinbutton)/.test(kind ?? '');
}

const fill = defineTool({
  ...formTool,
  name: 'fill',
  title: 'Fill in a field',
  description:
    'Replaces the value of a field of any kind: text, code editor, date (2026-12-24), slider, option, checkbox. Verifies it.',
  input: z.object({ selector, value, timeout }),
  examples: ['fill(selector="search field", value="mug")'],
  takes: { urls: [], paths: [], secrets: ['value'] },
  fieldAliases: { text: 'value' },
  run: async ({ selector: asked, value: wanted, timeout: ms }, context) =>
    toActionOutput(await fillField(context, asked, wanted, { timeout: ms })),
});

type FieldValue = z.input<typeof value>;
type FieldValues = Record<string, FieldValue> | { field: string; value: FieldValue }[];

/** Also accepts a list of `{ field, value }`. */
function toFieldRecord(given: unknown): unknown {
  const list = z.array(z.object({ field: z.string(), value })).safeParse(given);
  return list.success ? Object.fromEntries(list.data.map((one) => [one.field, one.value])) : given;
}

const fillForm = defineTool({
  ...formTool,
  name: 'fill_form',
  title: 'Fill in a form',
  description: 'Fills in many fields. Stops at the first error and reports which fields were filled in.',
  timeoutMs: 120_000,
  input: z.object({
    fields: z
      .preprocess((given: FieldValues) => toFieldRecord(given), z.record(z.string().min(1), value))
      .refine((fields) => Object.keys(fields).length > 0, 'is empty')
      .describe('{"Name": "Ada", "I agree": true}; the keys are labels, ids or selectors'),
    submit: z.boolean().default(false).describe('Submit the form afterwards'),
    timeout,
  }),
  output: z.object({ success: z.literal(true), filled: z.array(z.string()), effect: actionOutput.shape.effect }),
  returns: 'Which fields were filled in.',
  examples: ['fill_form(fields={"Name": "Ada Lovelace", "Email": "ada@example.com"})'],
  takes: { urls: [], paths: [], secrets: ['fields'] },
  async run({ fields, submit, timeout: ms }, context) {
    const filled: string[] = [];
    let effect: Outcome['effect'] = 'unchanged';
    for (const [field, wanted] of Object.entries(fields)) {
      const outcome = await fillField(context, field, wanted, { timeout: ms }).catch((error: unknown) => {
        if (!(error instanceof HandrailError)) throw error;
        const before = filled.length > 0 ? `Fields filled in before: ${filled.join(', ')}.` : 'No field was filled in.';
        throw HandrailError.from({ ...error.fault, message: joinSentences(`${field}: ${error.message}`, before) });
      });
      filled.push(field);
      if (outcome.effect !== 'unchanged') effect = outcome.effect;
    }
    if (submit) effect = (await submitFocused(context)).effect;
    return { success: true as const, filled, effect };
  },
});

const submit = defineTool({
  ...formTool,
  name: 'submit',
  title: 'Submit a form',
  description: 'Submits a form: clicks its button, or presses Enter in the given field.',
  safety: 'medium',
  effect: 'outside',
  idempotent: false,
  input: z.object({ selector: selector.optional().describe('The submit button or a field'), timeout }),
  examples: ['submit(selector="search field")'],
  positional: ['selector'],
  aliases: ['submit_form'],
  async run({ selector: asked, timeout: ms }, context) {
    if (asked === undefined) {
      const button = context.isPage ? await findSubmitButton(context) : undefined;
      if (button) return toActionOutput(await context.perform({ type: 'click', target: { element: button.id } }));
      return toActionOutput(await submitFocused(context));
    }
    const { target, element } = await resolveWithRetry(context, asked, ms);
    if (element?.role !== 'TextInput') return toActionOutput(await context.perform({ type: 'click', target }));
    await context.perform({ type: 'click', target });
    return toActionOutput(await submitFocused(context));
  },
});

/** Submits the form of the focused field. Says so if nothing happened. */
async function submitFocused(context: ToolContext): Promise<Outcome> {
  const isField = context.isPage && (await findFocused(context))?.role === 'TextInput';
  const outcome = await context.perform(
    isField ? { type: 'type', text: '', submit: 'form' } : { type: 'key', keys: 'Enter' },
  );
  if (context.isPage && outcome.effect === 'unchanged')
    context.report('Enter was pressed. No submission was observed: click the control that submits the form.');
  return outcome;
}

async function findFocused({ observe }: ToolContext): Promise<Element | undefined> {
  return (await observe({ budget: 1 })).elements.find(({ states }) => states.includes('focused'));
}

/** The only submit button of the page. */
async function findSubmitButton(context: ToolContext): Promise<Element | undefined> {
  const { elements } = await context.read({
    what: 'elements',
    css: 'form button[type=submit], form button:not([type]), form input[type=submit], form input[type=image]',
  });
  const usable = elements.filter(({ states }) => !states.includes('disabled') && !states.includes('offscreen'));
  const focused = await findFocused(context);
  const candidates = usable.length > 0 ? usable : elements;
  if (candidates.length > 1 && !focused)
    throw new HandrailError(
      'ambiguous',
      `There are ${candidates.length} submit buttons: ${candidates.map(({ id, name }) => `${id} "${name}"`).join(', ')}.`,
      'Pass one of them as selector.',
    );
  return candidates.length === 1 ? candidates[0] : undefined;
}

export const formTools = [select, check, clear, fill, fillForm, submit, ...fileTools];
