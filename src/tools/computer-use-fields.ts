import { z } from 'zod';
import type { Modifier, Target } from '../core/action.js';
import { HandrailError } from '../core/errors.js';
import { captureModes, type HeldKey, heldKeys, scrollDirections } from './computer-use-schema.js';
import type { ToolContext } from './context.js';

const twoIntegers = 'must be exactly two integers, [x, y]';
const place = z.array(z.int(twoIntegers), twoIntegers).length(2, twoIntegers).optional();
/** Written as a number, or as it stands in the list. */
const number = z
  .preprocess(
    (given) => (typeof given === 'string' && /^(?:el_|#)?\d+$/.test(given) ? Number(given.replace(/\D+/, '')) : given),
    z.int('must be the number of an element'),
  )
  .optional();

/** Looser than what is told: what is missing or wrong is answered by the action, with a sentence. */
export const computerUseInput = z.object({
  action: z.string(),
  mode: z.enum(captureModes).optional(),
  app: z.string().optional(),
  max_elements: z.unknown().optional(),
  element: number,
  coordinate: place,
  button: z.enum(['left', 'right', 'middle']).optional(),
  modifiers: z.array(z.enum(heldKeys)).optional(),
  from_element: number,
  to_element: number,
  from_coordinate: place,
  to_coordinate: place,
  direction: z.enum(scrollDirections).optional(),
  amount: z.number('must be a number of wheel ticks').optional(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  text: z.string().optional(),
  keys: z.string().optional(),
  seconds: z.number().optional(),
  raise_window: z.boolean().optional(),
  capture_after: z.boolean().optional(),
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

/** The keys to hold. A browser never hears of `fn`: that is said, not hidden. */
export function heldDuring({ modifiers }: ComputerUseInput, { say }: Pick<ToolContext, 'say'>): Modifier[] {
  const given = modifiers ?? [];
  if (given.includes('fn')) say('fn has no meaning in a browser and was left out.');
  return [...new Set(given.flatMap((key) => (key === 'fn' ? [] : [keyOf[key]])))];
}
