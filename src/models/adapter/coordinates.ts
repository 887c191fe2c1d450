import type { Target } from '../../core/action.js';
import { type CoordinateSpace, type PictureGeometry, toScreenPoint } from '../../core/coordinate-space.js';
import { HandrailError } from '../../core/errors.js';
import type { Point } from '../../core/geometry.js';
import { isRecord } from '../../core/is-record.js';
import type { Call, ScreenSnapshot, Turn } from '../model.js';
import { quote, toNumber } from './arguments.js';
import type { CallContext } from './calls.js';

/** Reads a point in any form: [x, y], a box [x1, y1, x2, y2], {x, y}, "x, y". Throws `invalid_input` if it is not a point. */
export function readPoint(call: string, value: unknown): Point {
  const numbers = toNumbers(value);
  const [x, y, right, bottom] = numbers;
  if (x !== undefined && y !== undefined && numbers.length === 2) return { x, y };
  if (x !== undefined && y !== undefined && right !== undefined && bottom !== undefined && numbers.length === 4)
    return { x: (x + right) / 2, y: (y + bottom) / 2 };
  throw new HandrailError(
    'invalid_input',
    `${call} needs a point as two numbers, not ${quote(value)}.`,
    'Pass x and y.',
  );
}

/** The point on the screen for a model's coordinates. Throws `out_of_range` if it is not on the picture the model was shown. */
export function toTarget(call: string, space: CoordinateSpace, value: unknown, snapshot: ScreenSnapshot): Point {
  return toScreenPoint(space, readPoint(call, value), pictureGeometry(snapshot));
}

/** The picture that coordinates refer to: the one that was sent, or the screen itself. */
export function pictureGeometry({ picture, screen }: ScreenSnapshot): PictureGeometry {
  return picture ?? { size: screen, region: { x: 0, y: 0, ...screen } };
}

/** The screen that the last reply was asked for. */
export function latestSnapshot({ history, observation }: Pick<Turn, 'history' | 'observation'>): ScreenSnapshot {
  for (const message of history.toReversed()) if (message.role !== 'model' && message.snapshot) return message.snapshot;
  return { screen: observation.screen };
}

/** Where the last call left the pointer. Before the first call: the center of the screen. */
export function pointerPosition({
  turn,
  earlier,
  snapshot,
}: Pick<CallContext, 'turn' | 'earlier' | 'snapshot'>): Point {
  const executed = turn.history.flatMap((message) =>
    message.role === 'results' ? message.results.filter(({ skipped }) => !skipped).map(({ call }) => call) : [],
  );
  const { width, height } = snapshot.screen;
  const center = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  return lastPoint(earlier) ?? lastPoint(executed) ?? center;
}

function lastPoint(calls: readonly Call[]): Point | undefined {
  for (const call of calls.toReversed()) {
    const point = pointOf(call);
    if (point) return point;
  }
  return undefined;
}

function pointOf(call: Call): Point | undefined {
  if (!('action' in call)) return undefined;
  const { action } = call;
  const target: Target | undefined =
    action.type === 'drag' ? action.path.at(-1) : 'target' in action ? action.target : undefined;
  return target && 'x' in target ? target : undefined;
}

function toNumbers(value: unknown): number[] {
  if (Array.isArray(value)) {
    const flat = value.length === 2 && value.every(Array.isArray) ? value.flat() : value;
    const numbers = flat.map(toNumber).filter((number) => number !== undefined);
    return numbers.length === flat.length ? numbers : [];
  }
  if (isRecord(value)) return toNumbers([value.x, value.y]);
  if (typeof value !== 'string') return [];
  return (value.match(/[-+]?\d*\.?\d+(?:e[-+]?\d+)?/gi) ?? []).map(Number);
}
