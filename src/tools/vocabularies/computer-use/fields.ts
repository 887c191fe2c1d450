import { z } from 'zod';
import type { Modifier, Target } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { ToolContext } from '../../context.js';
import { captureModes, getComputerUseSchema, type HeldKey, heldKeys, scrollDirections } from './schema.js';

const twoIntegers = 'must be exactly two integers, [x, y]';
const point = z.array(z.int(twoIntegers), twoIntegers).length(2, twoIntegers);
/** An element number, or an id from the list. */
const elementNumber = z.preprocess(
  (given) => (typeof given === 'string' && /^(?:el_|#)?\d+$/.test(given) ? Number(given.replace(/\D+/, '')) : given),
  z.int('must be the number of an element'),
);

const { properties } = getComputerUseSchema().parameters;

/** An optional field with the description of the schema. */
function optionalField<T extends z.ZodType>(field: keyof typeof properties, type: T): z.ZodOptional<T> {
  return type.optional().describe(properties[field].description);
}

/** Less strict than the published schema: the action reports missing or wrong fields with its own message. */
export const computerUseInput = z.object({
  action: z.string().describe(properties.action.description),
  mode: optionalField('mode', z.enum(captureModes)),
  app: optionalField('app', z.string()),
  max_elements: optionalField('max_elements', z.unknown()),
  element: optionalField('element', elementNumber),
  coordinate: optionalField('coordinate', point),
  button: optionalField('button', z.enum(['left', 'right', 'middle'])),
  modifiers: optionalField('modifiers', z.array(z.enum(heldKeys))),
  from_element: optionalField('from_element', elementNumber),
  to_element: optionalField('to_element', elementNumber),
  from_coordinate: optionalField('from_coordinate', point),
  to_coordinate: optionalField('to_coordinate', point),
  direction: optionalField('direction', z.enum(scrollDirections)),
  amount: optionalField('amount', z.number('must be a number of wheel ticks')),
  value: optionalField('value', z.union([z.string(), z.number(), z.boolean()])),
  text: optionalField('text', z.string()),
  keys: optionalField('keys', z.string()),
  seconds: optionalField('seconds', z.number()),
  raise_window: optionalField('raise_window', z.boolean()),
  capture_after: optionalField('capture_after', z.boolean()),
});
export type ComputerUseInput = z.output<typeof computerUseInput>;

/** The target of a call: an element number, which takes precedence, or a point. */
export async function resolveInputTarget(
  element: number | undefined,
  coordinate: readonly number[] | undefined,
  { resolve }: Pick<ToolContext, 'resolve'>,
): Promise<Target | undefined> {
  if (element !== undefined) {
    if (element < 1) throw new HandrailError('unknown_element', `There is no element ${element}.`, elementNumberHint);
    // The tab is selected by `app`.
    return (await resolve(`el_${element}`, 'press', { staysInTab: true })).target;
  }
  const [x, y] = coordinate ?? [];
  return x === undefined || y === undefined ? undefined : { x, y };
}

export const elementNumberHint = 'Use a number from the last capture. Numbers start at 1.';

/** Throws `invalid_input` if a required field is missing. */
export function requireField<T>(value: T | undefined, action: string, fields: string): T {
  if (value !== undefined) return value;
  throw new HandrailError('invalid_input', `${action} needs ${fields}.`);
}

const modifierOf: Readonly<Record<Exclude<HeldKey, 'fn'>, Modifier>> = {
  cmd: 'Meta',
  win: 'Meta',
  windows: 'Meta',
  super: 'Meta',
  meta: 'Meta',
  option: 'Alt',
  alt: 'Alt',
  ctrl: 'Control',
  shift: 'Shift',
};

/** The modifier keys to hold. Reports that `fn` is ignored: only the keyboard itself handles it. */
export function toModifiers({ modifiers }: ComputerUseInput, { report }: Pick<ToolContext, 'report'>): Modifier[] {
  const given = modifiers ?? [];
  if (given.includes('fn')) report('fn is not supported and was ignored.');
  return [...new Set(given.flatMap((key) => (key === 'fn' ? [] : [modifierOf[key]])))];
}
