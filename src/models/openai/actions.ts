import { type Action, type Button, type Modifier, modifiers } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import { parseKeys } from '../../core/keys.js';
import { isRecord } from '../../core/record.js';
import { pixels, toScreenLength } from '../../core/space.js';
import {
  type Arguments,
  modifiersIn,
  readArguments,
  shownIn,
  targetAt,
  toCalls,
  unknownCall,
} from '../adapter/arguments.js';
import type { Call, ScreenSnapshot } from '../model.js';

/** How long the guide of the provider waits for `wait`, which names no time. */
const waitSeconds = 2;

type Make = (given: Arguments, seen: ScreenSnapshot) => Action;

/** What the computer tool can be asked for. Each becomes one action, so that results can be counted as the model counts. */
const makers: Readonly<Record<string, Make>> = {
  click(given, seen) {
    const button = given.oneOf('button', ['left', 'right', 'wheel', 'middle', 'back', 'forward'], 'left');
    // These two buttons go through the history of the tab, wherever the pointer is.
    if (button === 'back' || button === 'forward') return { type: button };
    const pressed: Button = button === 'wheel' ? 'middle' : button;
    return { type: 'click', target: at(given, seen), button: pressed, ...held(given) };
  },
  double_click: (given, seen) => ({ type: 'click', target: at(given, seen), count: 2, ...held(given) }),
  move: (given, seen) => ({ type: 'move', target: at(given, seen), ...held(given) }),
  drag(given, seen) {
    const path = given.list('path').map((point) => targetAt('drag', pixels, point, seen));
    if (path.length < 2)
      throw new HandrailError('invalid_input', 'drag needs a path.', 'Give at least two points {x, y}.');
    return { type: 'drag', path, ...held(given) };
  },
  scroll(given, seen) {
    const along = (name: string, axis: 'x' | 'y'): number =>
      toScreenLength(pixels, given.number(name, 0), axis, shownIn(seen));
    const target = given.has('x') || given.has('y') ? { target: at(given, seen) } : {};
    return { type: 'scroll', ...target, dx: along('scroll_x', 'x'), dy: along('scroll_y', 'y'), ...held(given) };
  },
  keypress: (given) => ({ type: 'key', keys: keysIn(given) }),
  type: (given) => ({ type: 'type', text: given.text('text') }),
  wait: () => ({ type: 'wait', for: { seconds: waitSeconds } }),
};

const names: readonly string[] = [...Object.keys(makers), 'screenshot'];

/** One action of a computer call. Always exactly one call: what cannot be done is one that tells the model what is valid. */
export function readAction(id: string, asked: unknown, seen: ScreenSnapshot): Call {
  const name = isRecord(asked) && typeof asked.type === 'string' ? asked.type : '';
  const [call] = toCalls(id, name || 'action', () => {
    if (name === 'screenshot') return { id, look: 'screen' };
    const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
    if (!make) throw unknownCall(name, names);
    return { id, action: make(readArguments(name, asked), seen) };
  });
  return call ?? { id, look: 'screen' };
}

function at(given: Arguments, seen: ScreenSnapshot): { x: number; y: number } {
  return targetAt('The action', pixels, { x: given.number('x'), y: given.number('y') }, seen);
}

/** Modifiers held during an action of the pointer. */
function held(given: Arguments): { modifiers?: Modifier[] } {
  const found = given.has('keys') ? [...new Set(modifiersIn(given.raw.keys))] : [];
  return found.length > 0 ? { modifiers: found } : {};
}

/** A key with the modifiers before it is one chord; keys that follow each other are pressed one by one. */
function keysIn(given: Arguments): string {
  const words = typeof given.raw.keys === 'string' ? [given.raw.keys] : given.list('keys');
  const chords: string[] = [];
  let together: string[] = [];
  const close = (): void => {
    if (together.length > 0) chords.push(parseKeys(together.join('+')).normal);
    together = [];
  };
  for (const word of words) {
    const { key, normal } = parseKeys(typeof word === 'string' ? word : '');
    together.push(normal);
    if (!modifiers.some((modifier) => modifier === key)) close();
  }
  close();
  if (chords.length === 0)
    throw new HandrailError('invalid_input', 'keypress needs keys.', 'Give some such as ["CTRL", "A"] or ["ENTER"].');
  return chords.join(' ');
}
