import { z } from 'zod';
import { isElementId } from './element.js';
import { HandrailError } from './errors.js';

const elementId = z.templateLiteral(['el_', z.int()]).refine(isElementId, 'is not an element id such as el_5');

const target = z.union([
  z.strictObject({ element: elementId }),
  z.strictObject({ x: z.number(), y: z.number(), inActiveWindow: z.literal(true).optional() }),
]);
/** An element of a recent observation, or a point in screen pixels. On a desktop, `inActiveWindow` refuses a point where another window is in front. */
export type Target = z.infer<typeof target>;

export const buttons = ['left', 'right', 'middle', 'back', 'forward'] as const;
export type Button = (typeof buttons)[number];
export const modifiers = ['Control', 'Shift', 'Alt', 'Meta'] as const;
export type Modifier = (typeof modifiers)[number];

const button = z.enum(buttons).optional();
const heldModifiers = z.array(z.enum(modifiers)).optional();

const elementMatch = z.strictObject({ name: z.string().min(1), role: z.string().optional() });

export const waitCondition = z.union([
  z.enum(['page_loaded', 'url_changed']),
  z.strictObject({ url: z.string().min(1) }),
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({ element: elementMatch }),
  z.strictObject({
    gone: z.union([z.strictObject({ text: z.string().min(1) }), elementMatch, z.strictObject({ id: elementId })]),
  }),
  z.strictObject({ seconds: z.number().min(0).max(300) }),
]);
/** The condition that a `wait` waits for. */
export type WaitCondition = z.infer<typeof waitCondition>;

const actionSchemas = [
  z.strictObject({
    type: z.literal('click'),
    target,
    button,
    count: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
    modifiers: heldModifiers,
  }),
  z.strictObject({ type: z.literal('move'), target, modifiers: heldModifiers }),
  z.strictObject({ type: z.literal('press'), button, target: target.optional() }),
  z.strictObject({ type: z.literal('release'), button, target: target.optional() }),
  z.strictObject({ type: z.literal('drag'), path: z.array(target).min(2), modifiers: heldModifiers }),
  z.strictObject({
    type: z.literal('scroll'),
    target: target.optional(),
    dx: z.number(),
    dy: z.number(),
    modifiers: heldModifiers,
  }),
  z.strictObject({
    type: z.literal('type'),
    text: z.string(),
    target: target.optional(),
    clear: z.boolean().optional(),
    /** `true` presses Enter. `form` also submits a form that has no button and that Enter does not submit. */
    submit: z.union([z.boolean(), z.literal('form')]).optional(),
  }),
  z.strictObject({
    type: z.literal('key'),
    keys: z.string().min(1),
    repeat: z.number().int().min(1).max(100).optional(),
    holdMs: z.number().min(0).max(300_000).optional(),
    /** `down` holds the keys until `up`, or until the session closes. */
    phase: z.enum(['down', 'up']).optional(),
  }),
  z.strictObject({
    type: z.literal('set_value'),
    target,
    value: z.union([z.string(), z.boolean(), z.array(z.string())]),
  }),
  /** Selects words that occur exactly once in the target, or on the page. */
  z.strictObject({
    type: z.literal('select_text'),
    text: z.string().min(1),
    target: z.strictObject({ element: elementId }).optional(),
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
  /** Runs a script in the page. The Outcome contains its value. */
  z.strictObject({ type: z.literal('evaluate'), script: z.string().min(1) }),
  z.strictObject({ type: z.literal('focus_app'), app: z.string().min(1), raise: z.boolean().optional() }),
  /** Starts a desktop program by its name or path. */
  z.strictObject({ type: z.literal('launch'), app: z.string().min(1), arguments: z.array(z.string()).optional() }),
  /** Requests that a program, or one of its windows, closes. The program may ask for confirmation. */
  z.strictObject({ type: z.literal('close_app'), app: z.string().min(1) }),
  /** Chooses a menu item of a program by the labels of each level, without opening the menu if possible. */
  z.strictObject({ type: z.literal('menu'), path: z.array(z.string().min(1)).min(1), app: z.string().optional() }),
  /** Sets the clipboard text. */
  z.strictObject({ type: z.literal('clipboard'), text: z.string() }),
] as const;

export const actionSchema = z.discriminatedUnion('type', actionSchemas);
/** An action on a screen. */
export type Action = z.infer<typeof actionSchema>;
export type ActionType = Action['type'];
export const actionTypes: readonly string[] = actionSchemas.map((schema) => schema.shape.type.value);

/** Parses an Action. Throws `invalid_action` with what is wrong and what is valid. */
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
  const field = issue?.path.join('.') || 'the action';
  const detail = issue?.code === 'unrecognized_keys' ? `has unknown fields: ${issue.keys.join(', ')}` : issue?.message;
  throw new HandrailError(
    'invalid_action',
    `${String(type)}: ${field}: ${detail ?? 'is not valid'}.`,
    /^(?:target|path)\b/.test(field)
      ? `A target is { element: 'el_5' } with an id from an observation, or a point { x, y } in screen pixels. session.perform also takes a phrase: 'the Save button'.`
      : `Fields of ${String(type)}: ${Object.keys(schema.shape).join(', ')}.`,
  );
}
