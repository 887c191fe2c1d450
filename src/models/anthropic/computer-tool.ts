import type { Button, Modifier, Target } from '../../core/action.js';
import { pixelSpace, toModelPoint, toScreenLength } from '../../core/coordinate-space.js';
import { HandrailError } from '../../core/errors.js';
import type { Point, Rect } from '../../core/geometry.js';
import { type ActionRequest, type ActionTable, convertAction } from '../adapter/action-request.js';
import { type Arguments, inRange } from '../adapter/arguments.js';
import { type CallContext, toCalls, unknownCall } from '../adapter/calls.js';
import { pictureGeometry } from '../adapter/coordinates.js';
import { keyActions, readModifiers } from '../adapter/keys.js';
import type { Call, ScreenSnapshot } from '../model.js';

const wheelClickPixels = 100;
const maxSeconds = 300;

/** The members that click. `target` and `modifiers` read the arguments of the tool version. */
export function clickMembers(
  target: (request: ActionRequest) => Target,
  modifiers: (args: Arguments) => { modifiers?: Modifier[] },
): ActionTable {
  const click =
    (options: { button?: Button; count?: 2 | 3 }): ActionTable[string] =>
    (request) => ({ type: 'click', target: target(request), ...options, ...modifiers(request.args) });
  return {
    left_click: click({}),
    right_click: click({ button: 'right' }),
    middle_click: click({ button: 'middle' }),
    double_click: click({ count: 2 }),
    triple_click: click({ count: 3 }),
  };
}

/** The members without coordinates: all versions share them. */
export const keyboardMembers: ActionTable = {
  screenshot: () => ({ capture: 'screen' }),
  type: ({ args }) => ({ type: 'type', text: args.text('text') }),
  key({ name, args }) {
    const repeat = Math.round(inRange(name, 'repeat', args.number('repeat', 1), 1, 100));
    return keyActions(args.raw.text).map((action) => ({ ...action, ...(repeat > 1 ? { repeat } : {}) }));
  },
  hold_key(request) {
    const holdMs = readSeconds(request) * 1_000;
    return keyActions(request.args.raw.text).map((action) => ({ ...action, holdMs }));
  },
  wait: (request) => ({ type: 'wait', for: { seconds: readSeconds(request) } }),
};

const members: ActionTable = {
  ...keyboardMembers,
  ...clickMembers((request) => pointOrPointer(request, 'coordinate'), heldModifiers),
  mouse_move: (request) => ({ type: 'move', target: pointIn(request, 'coordinate'), ...heldModifiers(request.args) }),
  left_click_drag: (request) => ({
    type: 'drag',
    path: [pointOrPointer(request, 'start_coordinate'), pointIn(request, 'coordinate')],
    ...heldModifiers(request.args),
  }),
  left_mouse_down: (request) => ({ type: 'press', ...optionalTarget(request) }),
  left_mouse_up: (request) => ({ type: 'release', ...optionalTarget(request) }),
  scroll: (request) => ({
    type: 'scroll',
    target: pointOrPointer(request, 'coordinate'),
    ...scrollDelta(request.args),
    ...heldModifiers(request.args),
  }),
  cursor_position({ name, pointer, context }) {
    const { x, y } = toModelPoint(pixelSpace, pointer(), pictureGeometry(context.snapshot));
    return { name, answer: `X=${x},Y=${y}` };
  },
  zoom: ({ args, context }) => ({ capture: readRegion(args, context.snapshot) }),
};

/** The members of the computer tool. */
export const computerMembers: readonly string[] = Object.keys(members);
export const membersWithoutZoom: readonly string[] = computerMembers.filter((name) => name !== 'zoom');

/** Converts one member of the computer tool. An invalid one becomes a call that reports what is valid. */
export function readComputerMember(
  name: string,
  input: unknown,
  context: CallContext,
  validNames: readonly string[] = computerMembers,
): Call[] {
  return toCalls(context.id, name, () => {
    if (!validNames.includes(name)) throw unknownCall(name, validNames);
    return convertAction(members, name, input, context, validNames);
  });
}

function pointIn({ args, point }: ActionRequest, field: string): Point {
  return point(args.raw[field]);
}

function pointOrPointer(request: ActionRequest, field: string): Point {
  return request.args.has(field) ? pointIn(request, field) : request.pointer();
}

function optionalTarget(request: ActionRequest): { target?: Point } {
  return request.args.has('coordinate') ? { target: pointIn(request, 'coordinate') } : {};
}

/** The modifiers to hold. The provider's documentation names the field `text`, its demo `key`. */
function heldModifiers(args: Arguments): { modifiers?: Modifier[] } {
  const field = ['text', 'key'].find((name) => args.has(name));
  return field === undefined ? {} : modifiersIn(args, field);
}

export function modifiersIn(args: Arguments, field: string): { modifiers?: Modifier[] } {
  const modifiers = readModifiers(args.raw[field]);
  return modifiers.length > 0 ? { modifiers } : {};
}

/** The scroll distance in pixels. */
export function scrollDelta(args: Arguments): { dx: number; dy: number } {
  const direction = args.oneOf('scroll_direction', ['up', 'down', 'left', 'right']);
  const clicks = inRange('scroll', 'scroll_amount', args.number('scroll_amount', 3), 0, 1_000);
  const pixels = clicks * wheelClickPixels;
  if (direction === 'up' || direction === 'down') return { dx: 0, dy: direction === 'up' ? -pixels : pixels };
  return { dx: direction === 'left' ? -pixels : pixels, dy: 0 };
}

/** A region of the picture, in pixels of the screen. */
export function readRegion(args: Arguments, snapshot: ScreenSnapshot): Rect {
  const numbers = args.list('region').map(Number);
  const geometry = pictureGeometry(snapshot);
  const { width, height } = geometry.size;
  const [left = Number.NaN, top = Number.NaN, right = Number.NaN, bottom = Number.NaN] = numbers;
  const isInside = left >= 0 && top >= 0 && left < right && top < bottom && right <= width && bottom <= height;
  if (!isInside)
    throw new HandrailError(
      'out_of_range',
      `[${numbers.join(', ')}] is not a region of the screenshot.`,
      `Pass [x0, y0, x1, y1] with x from 0 to ${width}, y from 0 to ${height}, the upper left corner first.`,
    );
  const length = (pixels: number, axis: 'x' | 'y'): number => toScreenLength(pixelSpace, pixels, axis, geometry);
  return {
    x: geometry.region.x + length(left, 'x'),
    y: geometry.region.y + length(top, 'y'),
    width: length(right - left, 'x'),
    height: length(bottom - top, 'y'),
  };
}

function readSeconds({ name, args }: ActionRequest): number {
  return inRange(name, 'duration', args.number('duration'), 0, maxSeconds);
}
