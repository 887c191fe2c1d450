import { type Arguments, readArguments, unknownCall } from '../../adapter/arguments.js';
import type { WrittenAction } from './call-text.js';

const names = [
  'click',
  'double_click',
  'right_click',
  'type',
  'key',
  'scroll',
  'drag',
  'wait',
  'done',
  'fail',
] as const;
type Name = (typeof names)[number];
const others: Readonly<Record<string, Name>> = {
  left_click: 'click',
  left_double: 'double_click',
  right_single: 'right_click',
  press: 'key',
  hotkey: 'key',
  finish: 'done',
  finished: 'done',
};
const directions = ['up', 'down', 'left', 'right'] as const;

/** Everything that may be called. */
export const thoughtActionNames = [...names, ...Object.keys(others)].sort((one, other) => other.length - one.length);

/** What was written, by the names of the tool's log; nothing where it cannot be read. */
export type ParsedAction = { type: Name } & Record<string, string | number>;

/** One action by the names of the tool's log, with its defaults. Throws HandrailError with what is valid. */
export function parseWritten({ name: said, given }: WrittenAction): ParsedAction {
  const name = Object.hasOwn(others, said) ? others[said] : names.find((one) => one === said);
  if (!name) throw unknownCall(said, names);
  const read = readArguments(name, given);
  const place = (x: string, y: string, at: string): [number, number] => pair(read, x, y, at);
  switch (name) {
    case 'click':
    case 'double_click':
    case 'right_click': {
      const [x, y] = place('x', 'y', '0');
      return { type: name, x, y };
    }
    case 'type':
      return { type: name, text: read.text(first(read, 'text', 'content', 'value', '0')) };
    case 'key':
      return { type: name, key: read.text(first(read, 'key', 'keys', 'text', '0')) };
    case 'scroll':
      return {
        type: name,
        direction: read.oneOf(first(read, 'direction', '0'), directions, 'down'),
        amount: read.number(first(read, 'amount', 'pixels', '1'), 300),
      };
    case 'drag': {
      const [x1, y1] = read.has('x1') ? place('x1', 'y1', '0') : place('start_x', 'start_y', '0');
      const [x2, y2] = read.has('x2') ? place('x2', 'y2', '2') : place('end_x', 'end_y', '2');
      return { type: name, x1, y1, x2, y2 };
    }
    case 'wait':
      return { type: name, duration: read.number(first(read, 'seconds', 'duration', 'time', '0'), 2) };
    case 'done':
      return { type: name, result: read.text(first(read, 'result', 'answer', 'text', '0'), '') || 'Task completed' };
    case 'fail':
      return { type: name, reason: read.text(first(read, 'reason', 'text', '0'), '') || 'Task failed' };
  }
}

/** Two numbers by their names, without names, or as one place. */
function pair(read: Arguments, x: string, y: string, at: string): [number, number] {
  const whole = [read.raw.point, read.raw.coordinate, read.raw.position, read.raw[at]].find(Array.isArray);
  if (!read.has(x) && whole?.length === 2) return [Number(whole[0]), Number(whole[1])];
  const next = String(Number(at) + 1);
  return [read.number(read.has(x) || !read.has(at) ? x : at), read.number(read.has(y) || !read.has(next) ? y : next)];
}

function first(read: Arguments, ...wanted: [string, ...string[]]): string {
  return wanted.find((name) => read.has(name)) ?? wanted[0];
}
