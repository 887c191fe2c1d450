import { z } from 'zod';
import type { Modifier, Target } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { ToolContext } from '../../context.js';
import { captureModes, getComputerUseSchema, type HeldKey, heldKeys, scrollDirections } from './schema.js';

const twoIntegers = 'must be exactly two integers, [x, y]';
const place = z.array(z.int(twoIntegers), twoIntegers).length(2, twoIntegers);
/** Written as a number, or as it stands in the list. */
const number = z.preprocess(
  (given) => (typeof given === 'string' && /^(?:el_|#)?\d+$/.test(given) ? Number(given.replace(/\D+/, '')) : given),
  z.int('must be the number of an element'),
);

const { properties } = getComputerUseSchema().parameters;

/** A field that may be left out, in the words of the schema. */
function told<T extends z.ZodType>(field: keyof typeof properties, type: T): z.ZodOptional<T> {
  return type.optional().describe(properties[field].description);
}

/** Looser than what is told: what is missing or wrong is answered by the action, with a sentence. */
export const computerUseInput = z.object({
  action: z.string().describe(properties.action.description),
  mode: told('mode', z.enum(captureModes)),
  app: told('app', z.string()),
  max_elements: told('max_elements', z.unknown()),
  element: told('element', number),
  coordinate: told('coordinate', place),
  button: told('button', z.enum(['left', 'right', 'middle'])),
  modifiers: told('modifiers', z.array(z.enum(heldKeys))),
  from_element: told('from_element', number),
  to_element: told('to_element', number),
  from_coordinate: told('from_coordinate', place),
  to_coordinate: told('to_coordinate', place),
  direction: told('direction', z.enum(scrollDirections)),
  amount: told('amount', z.number('must be a number of wheel ticks')),
  value: told('value', z.union([z.string(), z.number(), z.boolean()])),
  text: told('text', z.string()),
  keys: told('keys', z.string()),
  seconds: told('seconds', z.number()),
  raise_window: told('raise_window', z.boolean()),
  capture_after: told('capture_after', z.boolean()),
});
export type ComputerUseInput = z.output<typeof computerUseInput>;

/** What a call is on: an element by its number, or a point. An element wins, as it is the surer of the two. */
export async function targetOf(
  element: number | undefined,
  coordinate: readonly number[] | undefined,
  { resolve }: Pick<ToolContext, 'resolve'>,
): Promise<Target | undefined> {
  if (element !== undefined) {
    if (element < 1) throw new HandrailError('unknown_element', `There is no element ${element}.`, captureFirst);
    return (await resolve(`el_${element}`)).target;
  }
  const [x, y] = coordinate ?? [];
  return x === undefined || y === undefined ? undefined : { x, y };
}

export const captureFirst = 'Use a number from the last capture; they are counted from 1.';

/** What an action cannot do without. */
export function needed<T>(value: T | undefined, action: string, fields: string): T {
  if (value !== undefined) return value;
  throw new HandrailError('invalid_input', `${action} needs ${fields}.`);
}

const keyOf: Readonly<Record<Exclude<HeldKey, 'fn'>, Modifier>> = {
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

/** The keys to hold. No program hears of `fn`, which is a matter of the keyboard: that is said, not hidden. */
export function heldDuring({ modifiers }: ComputerUseInput, { say }: Pick<ToolContext, 'say'>): Modifier[] {
  const given = modifiers ?? [];
  if (given.includes('fn')) say('fn has no meaning here and was left out.');
  return [...new Set(given.flatMap((key) => (key === 'fn' ? [] : [keyOf[key]])))];
}
