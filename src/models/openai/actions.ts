import { type Action, type Button, type Modifier, modifiers } from '../../core/action.js';
import { pixelSpace, toScreenLength } from '../../core/coordinate-space.js';
import { HandrailError } from '../../core/errors.js';
import type { Point } from '../../core/geometry.js';
import { isRecord } from '../../core/is-record.js';
import { parseKeys } from '../../core/keys/keys.js';
import { type Arguments, readArguments } from '../adapter/arguments.js';
import { toCalls, unknownCall } from '../adapter/calls.js';
import { pictureGeometry, toTarget } from '../adapter/coordinates.js';
import { readModifiers } from '../adapter/keys.js';
import type { Call, ScreenSnapshot } from '../model.js';

/** `wait` has no duration. OpenAI's guide waits this long. */
const waitSeconds = 2;

type Convert = (args: Arguments, snapshot: ScreenSnapshot) => Action;

/** The actions of the computer tool. Each becomes exactly one call, so results can be numbered as the model numbers its actions. */
const actions: Readonly<Record<string, Convert>> = {
  click(args, snapshot) {
    const button = args.oneOf('button', ['left', 'right', 'wheel', 'middle', 'back', 'forward'], 'left');
    // These buttons navigate in the tab's history, wherever the pointer is.
    if (button === 'back' || button === 'forward') return { type: button };
    const pressed: Button = button === 'wheel' ? 'middle' : button;
    return { type: 'click', target: target(args, snapshot), button: pressed, ...heldModifiers(args) };
  },
  double_click: (args, snapshot) => ({
    type: 'click',
    target: target(args, snapshot),
    count: 2,
    ...heldModifiers(args),
  }),
  move: (args, snapshot) => ({ type: 'move', target: target(args, snapshot), ...heldModifiers(args) }),
  drag(args, snapshot) {
    const path = args.list('path').map((point) => toTarget('drag', pixelSpace, point, snapshot));
    if (path.length < 2)
      throw new HandrailError('invalid_input', 'drag needs a path.', 'Pass at least two points {x, y}.');
    return { type: 'drag', path, ...heldModifiers(args) };
  },
  scroll(args, snapshot) {
    const length = (field: string, axis: 'x' | 'y'): number =>
      toScreenLength(pixelSpace, args.number(field, 0), axis, pictureGeometry(snapshot));
    return {
      type: 'scroll',
      ...(args.has('x') || args.has('y') ? { target: target(args, snapshot) } : {}),
      dx: length('scroll_x', 'x'),
      dy: length('scroll_y', 'y'),
      ...heldModifiers(args),
    };
  },
  keypress: (args) => ({ type: 'key', keys: readKeys(args) }),
  type: (args) => ({ type: 'type', text: args.text('text') }),
  wait: () => ({ type: 'wait', for: { seconds: waitSeconds } }),
};

const validNames: readonly string[] = [...Object.keys(actions), 'screenshot'];

/** Converts one action of a computer call to one call. An invalid action becomes a call that reports what is valid. */
export function readAction(id: string, item: unknown, snapshot: ScreenSnapshot): Call {
  const name = isRecord(item) && typeof item.type === 'string' ? item.type : '';
  const [call] = toCalls(id, name || 'action', () => {
    if (name === 'screenshot') return { capture: 'screen' };
    const convert = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!convert) throw unknownCall(name, validNames);
    return convert(readArguments(name, item), snapshot);
  });
  return call ?? { id, capture: 'screen' };
}

function target(args: Arguments, snapshot: ScreenSnapshot): Point {
  return toTarget('The action', pixelSpace, { x: args.number('x'), y: args.number('y') }, snapshot);
}

/** The modifiers to hold during a pointer action. */
function heldModifiers(args: Arguments): { modifiers?: Modifier[] } {
  const found = args.has('keys') ? [...new Set(readModifiers(args.raw.keys))] : [];
  return found.length > 0 ? { modifiers: found } : {};
}

/** A key with the modifiers before it is one chord. Other keys are pressed one after the other. */
function readKeys(args: Arguments): string {
  const words = typeof args.raw.keys === 'string' ? [args.raw.keys] : args.list('keys');
  const chords: string[] = [];
  let chord: string[] = [];
  const closeChord = (): void => {
    if (chord.length > 0) chords.push(parseKeys(chord.join('+')).canonical);
    chord = [];
  };
  for (const word of words) {
    const { key, canonical } = parseKeys(typeof word === 'string' ? word : '');
    chord.push(canonical);
    if (!modifiers.some((modifier) => modifier === key)) closeChord();
  }
  closeChord();
  if (chords.length === 0)
    throw new HandrailError('invalid_input', 'keypress needs keys.', 'Pass keys such as ["CTRL", "A"] or ["ENTER"].');
  return chords.join(' ');
}
