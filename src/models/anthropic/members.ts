import type { Button } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import type { Point, Rect } from '../../core/geometry.js';
import { pixels, toModel, toScreenLength } from '../../core/space.js';
import {
  type Arguments,
  keyActions,
  modifiersIn,
  pointerIn,
  readArguments,
  shownIn,
  targetAt,
  toCalls,
  unknownCall,
} from '../adapter/arguments.js';
import type { Call, Message, ScreenSnapshot } from '../model.js';

/** What a call is read against: what was shown, where the pointer was left. */
export interface Reading {
  history: readonly Message[];
  seen: ScreenSnapshot;
  /** The calls of the same turn that come before. */
  earlier: readonly Call[];
}

const first = [
  'key',
  'type',
  'mouse_move',
  'left_click',
  'left_click_drag',
  'right_click',
  'middle_click',
  'double_click',
  'screenshot',
  'cursor_position',
] as const;
const second = ['hold_key', 'left_mouse_down', 'left_mouse_up', 'triple_click', 'scroll', 'wait'] as const;

/** What the versions of the computer tool can be asked for. */
export const computerMembers = [...first, ...second, 'zoom'] as const;
export const membersWithoutZoom: readonly string[] = [...first, ...second];

const wheelClick = 100;
const longest = 300;
/** The members that click, and how. */
export const clicks: Readonly<Record<string, { button?: Button; count?: 2 | 3 }>> = {
  left_click: {},
  right_click: { button: 'right' },
  middle_click: { button: 'middle' },
  double_click: { count: 2 },
  triple_click: { count: 3 },
};

/** One thing asked for with the computer tool, as calls. What is wrong with it is told in a call that is not carried out. */
export function readMember(
  id: string,
  name: string,
  given: unknown,
  reading: Reading,
  known: readonly string[] = computerMembers,
): Call[] {
  return toCalls(id, name, () => {
    if (!known.includes(name)) throw unknownCall(name, known);
    return memberCalls(id, name, readArguments(name, given), reading);
  });
}

function memberCalls(id: string, name: string, input: Arguments, reading: Reading): Call | Call[] {
  const { seen } = reading;
  const place = (field: string): Point => targetAt(name, pixels, input.raw[field], seen);
  const placeOrPointer = (field: string): Point =>
    input.has(field) ? place(field) : pointerIn(reading.history, reading.earlier, seen.screen);
  // The provider's documents say `text`, its own demo `key`.
  const keys = ['text', 'key'].find((field) => input.has(field));
  const held = () => (keys === undefined ? {} : heldIn(input, keys));
  const click = Object.hasOwn(clicks, name) ? clicks[name] : undefined;
  if (click) return { id, action: { type: 'click', target: placeOrPointer('coordinate'), ...click, ...held() } };
  switch (name) {
    case 'mouse_move':
      return { id, action: { type: 'move', target: place('coordinate'), ...held() } };
    case 'left_click_drag':
      return {
        id,
        action: { type: 'drag', path: [placeOrPointer('start_coordinate'), place('coordinate')], ...held() },
      };
    case 'left_mouse_down':
      return { id, action: { type: 'press', ...(input.has('coordinate') ? { target: place('coordinate') } : {}) } };
    case 'left_mouse_up':
      return { id, action: { type: 'release', ...(input.has('coordinate') ? { target: place('coordinate') } : {}) } };
    case 'scroll':
      return { id, action: { type: 'scroll', target: placeOrPointer('coordinate'), ...wheelIn(input), ...held() } };
    case 'cursor_position': {
      const { x, y } = toModel(pixels, pointerIn(reading.history, reading.earlier, seen.screen), shownIn(seen));
      return { id, name, answer: `X=${x},Y=${y}` };
    }
    case 'zoom':
      return { id, look: regionIn(input, seen) };
    default:
      return plainCalls(id, name, input);
  }
}

/** What needs no place. */
export function plainCalls(id: string, name: string, input: Arguments): Call | Call[] {
  switch (name) {
    case 'screenshot':
      return { id, look: 'screen' };
    case 'type':
      return { id, action: { type: 'type', text: input.text('text') } };
    case 'key': {
      const repeat = within(name, 'repeat', input.number('repeat', 1), 1, 100);
      return keyActions(input.raw.text).map((action) => ({
        id,
        action: { ...action, ...(repeat > 1 ? { repeat: Math.round(repeat) } : {}) },
      }));
    }
    case 'hold_key': {
      const holdMs = within(name, 'duration', input.number('duration'), 0, longest) * 1_000;
      return keyActions(input.raw.text).map((action) => ({ id, action: { ...action, holdMs } }));
    }
    case 'wait': {
      const seconds = within(name, 'duration', input.number('duration'), 0, longest);
      return { id, action: { type: 'wait', for: { seconds } } };
    }
    default:
      throw unknownCall(name, computerMembers);
  }
}

/** By how much the wheel is turned, in pixels. */
export function wheelIn(input: Arguments): { dx: number; dy: number } {
  const direction = input.oneOf('scroll_direction', ['up', 'down', 'left', 'right']);
  const amount = within('scroll', 'scroll_amount', input.number('scroll_amount', 3), 0, 1_000) * wheelClick;
  if (direction === 'up' || direction === 'down') return { dx: 0, dy: direction === 'up' ? -amount : amount };
  return { dx: direction === 'left' ? -amount : amount, dy: 0 };
}

/** A part of the picture that was shown, in pixels of the screen. */
export function regionIn(input: Arguments, seen: ScreenSnapshot): Rect {
  const numbers = input.list('region').map(Number);
  const shown = shownIn(seen);
  const { width, height } = shown.size;
  const [left, top, right, bottom] = numbers;
  if (
    left === undefined ||
    top === undefined ||
    right === undefined ||
    bottom === undefined ||
    !(left >= 0 && top >= 0 && left < right && top < bottom && right <= width && bottom <= height)
  )
    throw new HandrailError(
      'out_of_range',
      `[${numbers.join(', ')}] is not a part of the screenshot.`,
      `Give [x0, y0, x1, y1] with x from 0 to ${width}, y from 0 to ${height}, the upper left corner first.`,
    );
  return {
    x: shown.region.x + toScreenLength(pixels, left, 'x', shown),
    y: shown.region.y + toScreenLength(pixels, top, 'y', shown),
    width: toScreenLength(pixels, right - left, 'x', shown),
    height: toScreenLength(pixels, bottom - top, 'y', shown),
  };
}

/** Keys to be held meanwhile. */
export function heldIn(input: Arguments, field: string): { modifiers?: ReturnType<typeof modifiersIn> } {
  const modifiers = modifiersIn(input.raw[field]);
  return modifiers.length > 0 ? { modifiers } : {};
}

function within(call: string, field: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new HandrailError(
    'out_of_range',
    `${call} cannot take ${value} as "${field}".`,
    `Give a number from ${least} to ${most}.`,
  );
}
