import { type Arguments, readArguments } from '../../adapter/arguments.js';
import { unknownCall } from '../../adapter/calls.js';
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

const aliases: Readonly<Record<string, Name>> = {
  left_click: 'click',
  left_double: 'double_click',
  right_single: 'right_click',
  press: 'key',
  hotkey: 'key',
  finish: 'done',
  finished: 'done',
};

const directions = ['up', 'down', 'left', 'right'] as const;

/** All valid names, the longest first. */
export const thoughtActionNames = [...names, ...Object.keys(aliases)].sort((one, other) => other.length - one.length);

/** An action with the field names of the tool's log. */
export type ParsedAction = { type: Name } & Record<string, string | number>;

type Fields = Record<string, string | number>;

const fieldReaders: Readonly<Record<Name, (args: Arguments) => Fields>> = {
  click: readPosition,
  double_click: readPosition,
  right_click: readPosition,
  type: (args) => ({ text: args.text(firstGiven(args, 'text', 'content', 'value', '0')) }),
  key: (args) => ({ key: args.text(firstGiven(args, 'key', 'keys', 'text', '0')) }),
  scroll: (args) => ({
    direction: args.oneOf(firstGiven(args, 'direction', '0'), directions, 'down'),
    amount: args.number(firstGiven(args, 'amount', 'pixels', '1'), 300),
  }),
  drag(args) {
    const [x1, y1] = args.has('x1') ? readPair(args, 'x1', 'y1', 0) : readPair(args, 'start_x', 'start_y', 0);
    const [x2, y2] = args.has('x2') ? readPair(args, 'x2', 'y2', 2) : readPair(args, 'end_x', 'end_y', 2);
    return { x1, y1, x2, y2 };
  },
  wait: (args) => ({ duration: args.number(firstGiven(args, 'seconds', 'duration', 'time', '0'), 2) }),
  done: (args) => ({ result: args.text(firstGiven(args, 'result', 'answer', 'text', '0'), '') || 'Task completed' }),
  fail: (args) => ({ reason: args.text(firstGiven(args, 'reason', 'text', '0'), '') || 'Task failed' }),
};

/** Reads the fields of an action, with defaults. Throws HandrailError with what is valid. */
export function parseAction({ name: written, fields }: WrittenAction): ParsedAction {
  const type = Object.hasOwn(aliases, written) ? aliases[written] : names.find((name) => name === written);
  if (!type) throw unknownCall(written, names);
  return { type, ...fieldReaders[type](readArguments(type, fields)) };
}

function readPosition(args: Arguments): Fields {
  const [x, y] = readPair(args, 'x', 'y', 0);
  return { x, y };
}

/** Two numbers by name, by position from `index` on, or as one pair. */
function readPair(args: Arguments, x: string, y: string, index: number): [number, number] {
  const { raw } = args;
  const first = String(index);
  const second = String(index + 1);
  const pair = [raw.point, raw.coordinate, raw.position, raw[first]].find(Array.isArray);
  if (!args.has(x) && pair?.length === 2) return [Number(pair[0]), Number(pair[1])];
  const field = (name: string, position: string): string => (args.has(name) || !args.has(position) ? name : position);
  return [args.number(field(x, first)), args.number(field(y, second))];
}

function firstGiven(args: Arguments, ...fields: [string, ...string[]]): string {
  return fields.find((name) => args.has(name)) ?? fields[0];
}
