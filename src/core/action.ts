import { z } from 'zod';
import { isElementId } from './element.js';
import { HandrailError } from './errors.js';

const elementId = z.templateLiteral(['el_', z.int()]).refine(isElementId, 'is not an element id such as el_5');

const target = z.union([z.strictObject({ element: elementId }), z.strictObject({ x: z.number(), y: z.number() })]);
/** An element of the last observations, or a point in screen pixels. */
export type Target = z.infer<typeof target>;

export const buttons = ['left', 'right', 'middle', 'back', 'forward'] as const;
export type Button = (typeof buttons)[number];
export const modifiers = ['Control', 'Shift', 'Alt', 'Meta'] as const;
export type Modifier = (typeof modifiers)[number];

const button = z.enum(buttons).optional();
const held = z.array(z.enum(modifiers)).optional();

const elementMatch = z.strictObject({ name: z.string().min(1), role: z.string().optional() });

export const waitCondition = z.union([
  z.enum(['page_loaded', 'url_changed']),
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({ element: elementMatch }),
  z.strictObject({
    gone: z.union([z.strictObject({ text: z.string().min(1) }), elementMatch, z.strictObject({ id: elementId })]),
  }),
  z.strictObject({ seconds: z.number().min(0).max(300) }),
]);
/** What a `wait` waits for. */
export type WaitCondition = z.infer<typeof waitCondition>;

const actionSchemas = [
  z.strictObject({
    type: z.literal('click'),
    target,
    button,
    count: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
    modifiers: held,
  }),
  z.strictObject({ type: z.literal('move'), target, modifiers: held }),
  z.strictObject({ type: z.literal('press'), button, target: target.optional() }),
  z.strictObject({ type: z.literal('release'), button, target: target.optional() }),
  z.strictObject({ type: z.literal('drag'), path: z.array(target).min(2), modifiers: held }),
  z.strictObject({
    type: z.literal('scroll'),
    target: target.optional(),
    dx: z.number(),
    dy: z.number(),
    modifiers: held,
  }),
  z.strictObject({
    type: z.literal('type'),
    text: z.string(),
    target: target.optional(),
    clear: z.boolean().optional(),
    submit: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal('key'),
    keys: z.string().min(1),
    repeat: z.number().int().min(1).max(100).optional(),
    holdMs: z.number().min(0).max(300_000).optional(),
    /** `down` keeps the keys held until `up`, or until the session closes. */
    phase: z.enum(['down', 'up']).optional(),
  }),
  z.strictObject({
    type: z.literal('set_value'),
    target,
    value: z.union([z.string(), z.boolean(), z.array(z.string())]),
  }),
  z.strictObject({
    type: z.literal('wait'),
    for: waitCondition,
    timeoutMs: z.number().min(0).max(300_000).optional(),
  }),
  z.strictObject({ type: z.literal('navigate'), url: z.string().min(1) }),
  z.strictObject({ type: z.literal('back') }),
  z.strictObject({ type: z.literal('forward') }),
  z.strictObject({ type: z.literal('reload') }),
  z.strictObject({
    type: z.literal('tab'),
    do: z.enum(['new', 'select', 'close']),
    tab: z.string().optional(),
    url: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('dialog'), accept: z.boolean(), text: z.string().optional() }),
  z.strictObject({ type: z.literal('upload'), target: target.optional(), paths: z.array(z.string().min(1)) }),
  /** Runs a script in the page. Its value is in the Outcome. */
  z.strictObject({ type: z.literal('evaluate'), script: z.string().min(1) }),
  z.strictObject({ type: z.literal('focus_app'), app: z.string().min(1), raise: z.boolean().optional() }),
  /** Starts a program of a desktop by its name or path. */
  z.strictObject({ type: z.literal('launch'), app: z.string().min(1), arguments: z.array(z.string()).optional() }),
  /** Asks a program, or one window of it, to close. It may ask back. */
  z.strictObject({ type: z.literal('close_app'), app: z.string().min(1) }),
  /** Chooses an item of a program's menu by the words of each level, without opening it where that can be done. */
  z.strictObject({ type: z.literal('menu'), path: z.array(z.string().min(1)).min(1), app: z.string().optional() }),
  /** Puts a text on the clipboard. */
  z.strictObject({ type: z.literal('clipboard'), text: z.string() }),
] as const;

export const actionSchema = z.discriminatedUnion('type', actionSchemas);
/** Everything that can be done to a screen. */
export type Action = z.infer<typeof actionSchema>;
export type ActionType = Action['type'];
export const actionTypes: readonly string[] = actionSchemas.map((schema) => schema.shape.type.value);

/** Checks that `input` is an Action. Throws `invalid_action` with a sentence that names what is wrong and what is valid. */
export function parseAction(input: unknown): Action {
  const result = actionSchema.safeParse(input);
  if (result.success) return result.data;
  const type = typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined;
  const schema = actionSchemas.find((candidate) => candidate.shape.type.value === type);
  if (!schema) {
    throw new HandrailError(
      'invalid_action',
      type === undefined ? 'An action needs a "type".' : `There is no action "${String(type)}".`,
      `Valid types: ${actionTypes.join(', ')}.`,
    );
  }
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') || 'the action';
  const detail = issue?.code === 'unrecognized_keys' ? `has unknown fields: ${issue.keys.join(', ')}` : issue?.message;
  throw new HandrailError(
    'invalid_action',
    `${String(type)}: ${where}: ${detail ?? 'is not valid'}.`,
    `Fields of ${String(type)}: ${Object.keys(schema.shape).join(', ')}.`,
  );
}
