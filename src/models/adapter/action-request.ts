import { toScreenLength } from '../../core/coordinate-space.js';
import type { Point } from '../../core/geometry.js';
import { type Arguments, readArguments } from './arguments.js';
import { type CallContext, type Requested, unknownCall } from './calls.js';
import { pictureGeometry, pointerPosition, toTarget } from './coordinates.js';

/** One action that a model wrote by name, with its arguments. */
export interface ActionRequest<Context extends CallContext = CallContext> {
  readonly name: string;
  readonly args: Arguments;
  readonly context: Context;
  /** The point on the screen for coordinates that the model wrote. Throws if they are invalid. */
  point(coordinates: unknown): Point;
  /** Where the last call left the pointer. */
  pointer(): Point;
  /** A length that the model wrote in `field`, in pixels of the screen. */
  length(field: string, axis: 'x' | 'y'): number;
}

/** Converts requests by name. */
export type ActionTable<Context extends CallContext = CallContext> = Readonly<
  Record<string, (request: ActionRequest<Context>) => Requested | readonly Requested[]>
>;

/** Converts one action by the table. Throws HandrailError with what is valid. */
export function convertAction<Context extends CallContext>(
  table: ActionTable<Context>,
  name: string,
  input: unknown,
  context: Context,
  validNames: readonly string[],
): Requested | readonly Requested[] {
  const convert = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!convert) throw unknownCall(name || 'action', validNames);
  const { space, snapshot } = context;
  const args = readArguments(name, input);
  return convert({
    name,
    args,
    context,
    point: (coordinates) => toTarget(name, space, coordinates, snapshot),
    pointer: () => pointerPosition(context),
    length: (field, axis) => toScreenLength(space, args.number(field), axis, pictureGeometry(snapshot)),
  });
}
