import { HandrailError } from '../../core/errors.js';
import { grid999, toScreenLength } from '../../core/space.js';
import {
  type Arguments,
  addressOf,
  keyActions,
  readArguments,
  searchAddress,
  shownIn,
  targetAt,
  unknownCall,
} from '../adapter/arguments.js';
import type { Call, ScreenSnapshot } from '../model.js';

type Action = Extract<Call, { action: unknown }>['action'];
type Made = Action | Action[] | { look: 'screen' } | { answer: string };
type Make = (given: Arguments, seen: ScreenSnapshot, name: string) => Made;

const directions = ['up', 'down', 'left', 'right'] as const;
type Direction = (typeof directions)[number];

const click =
  (fields: Partial<Extract<Action, { type: 'click' }>> = {}): Make =>
  (given, seen, name) => ({ type: 'click', target: place(given, seen, name), ...fields });

const keys =
  (field: string): Make =>
  (given) =>
    keyActions(given.raw[field] ?? given.raw.keys ?? given.raw.key);

/** What Gemini 2.5 and the previews of Gemini 3 ask for. */
const legacy: Readonly<Record<string, Make>> = {
  open_web_browser: () => ({ answer: 'The browser is open.' }),
  wait_5_seconds: () => ({ type: 'wait', for: { seconds: 5 } }),
  go_back: () => ({ type: 'back' }),
  go_forward: () => ({ type: 'forward' }),
  search: (given) => ({ type: 'navigate', url: searchAddress(given.text('query', '')) }),
  navigate: (given, seen) => ({ type: 'navigate', url: addressOf(given.text('url'), seen.url) }),
  click_at: click(),
  hover_at: (given, seen, name) => ({ type: 'move', target: place(given, seen, name) }),
  type_text_at: (given, seen, name) => ({
    type: 'type',
    text: given.text('text'),
    target: place(given, seen, name),
    clear: given.flag('clear_before_typing', true),
    submit: given.flag('press_enter', true),
  }),
  key_combination: keys('keys'),
  scroll_document(given, { screen }) {
    const direction = given.oneOf('direction', directions);
    const length = direction === 'up' || direction === 'down' ? screen.height * 0.8 : screen.width * 0.5;
    return { type: 'scroll', ...wheel(direction, Math.round(length)) };
  },
  scroll_at(given, seen, name) {
    const direction = given.oneOf('direction', directions);
    const axis = direction === 'up' || direction === 'down' ? 'y' : 'x';
    const length = toScreenLength(grid999, magnitude(given, ['magnitude'], 800, name), axis, shownIn(seen));
    return { type: 'scroll', target: place(given, seen, name), ...wheel(direction, Math.round(length)) };
  },
  drag_and_drop: drag,
};

/** What Gemini 3.5 and later ask for. */
const modern: Readonly<Record<string, Make>> = {
  click: click(),
  double_click: click({ count: 2 }),
  triple_click: click({ count: 3 }),
  middle_click: click({ button: 'middle' }),
  right_click: click({ button: 'right' }),
  mouse_down: (given, seen, name) => ({ type: 'press', target: place(given, seen, name) }),
  mouse_up: (given, seen, name) => ({ type: 'release', target: place(given, seen, name) }),
  move: (given, seen, name) => ({ type: 'move', target: place(given, seen, name) }),
  type: (given) => ({ type: 'type', text: given.text('text'), submit: given.flag('press_enter', false) }),
  drag_and_drop: drag,
  wait: (given, _, name) => ({ type: 'wait', for: { seconds: seconds(given, 1, name) } }),
  press_key: keys('key'),
  key_down: held('down'),
  key_up: held('up'),
  hotkey: keys('keys'),
  take_screenshot: () => ({ look: 'screen' }),
  scroll(given, seen, name) {
    const direction = given.oneOf('direction', directions);
    const clicks = given.has('magnitude_in_wheel_clicks')
      ? magnitude(given, ['magnitude_in_wheel_clicks'], 3, name) * 100
      : magnitude(given, ['magnitude_in_pixels', 'magnitude'], 300, name);
    return { type: 'scroll', target: place(given, seen, name), ...wheel(direction, Math.round(clicks)) };
  },
  go_back: () => ({ type: 'back' }),
  go_forward: () => ({ type: 'forward' }),
  navigate: (given, seen) => ({ type: 'navigate', url: addressOf(given.text('url'), seen.url) }),
  open_app: (given) => ({ type: 'focus_app', app: given.text('app_name') }),
  list_apps() {
    throw new HandrailError('unsupported', 'The apps here cannot be listed.', 'Use open_app with the name of the app.');
  },
  long_press: (given, seen, name) => {
    const target = place(given, seen, name);
    return [
      { type: 'press', target },
      { type: 'wait', for: { seconds: seconds(given, 2, name) } },
      { type: 'release', target },
    ];
  },
};

const both: Readonly<Record<string, Make>> = { ...legacy, ...modern };

/** The names of the generation that a model belongs to; what comes back decides, this is only what may be left out. */
export function predefinedNames(model: string): readonly string[] {
  return Object.keys(isLegacy(model) ? legacy : modern);
}

/** Whether a model asks by the older names. */
export function isLegacy(model: string): boolean {
  return /^gemini-(1|2)[.-]|^gemini-3(\.1)?-.*preview/.test(model);
}

/** One function call as calls, in the names of either generation. Throws HandrailError with what is valid. */
export function callsOf(
  id: string,
  name: string,
  args: unknown,
  seen: ScreenSnapshot,
  { model, without }: { model: string; without: readonly string[] },
  tools: readonly { name: string }[] = [],
): Call[] {
  const make = Object.hasOwn(both, name) && !without.includes(name) ? both[name] : undefined;
  if (!make)
    throw unknownCall(name, [
      ...predefinedNames(model).filter((one) => !without.includes(one)),
      ...tools.map((tool) => tool.name),
    ]);
  const made = make(readArguments(name, args), seen, name);
  if (Array.isArray(made)) return made.map((action) => ({ id, action }));
  if ('look' in made) return [{ id, look: made.look }];
  if ('answer' in made) return [{ id, name, answer: made.answer }];
  return [{ id, action: made }];
}

/** Google writes a place as x and y; what other dialects would write is understood too. */
function place({ raw }: Arguments, seen: ScreenSnapshot, name: string): { x: number; y: number } {
  const said = raw.x === undefined ? (raw.coordinate ?? raw.coordinates ?? raw.point ?? raw.box_2d) : undefined;
  return targetAt(name, grid999, said ?? { x: raw.x, y: raw.y }, seen);
}

function drag({ raw }: Arguments, seen: ScreenSnapshot, name: string): Made {
  const from = { x: raw.start_x ?? raw.x, y: raw.start_y ?? raw.y };
  const to = { x: raw.end_x ?? raw.destination_x, y: raw.end_y ?? raw.destination_y };
  return { type: 'drag', path: [targetAt(name, grid999, from, seen), targetAt(name, grid999, to, seen)] };
}

function held(phase: 'down' | 'up'): Make {
  return (given) => keyActions(given.raw.key ?? given.raw.keys).map((action) => ({ ...action, phase }));
}

function wheel(direction: Direction, length: number): { dx: number; dy: number } {
  const signed = direction === 'up' || direction === 'left' ? -length : length;
  return direction === 'up' || direction === 'down' ? { dx: 0, dy: signed } : { dx: signed, dy: 0 };
}

function magnitude(given: Arguments, fields: readonly string[], otherwise: number, name: string): number {
  const field = fields.find((one) => given.has(one)) ?? fields[0] ?? 'magnitude';
  return within(name, field, given.number(field, otherwise), 10_000);
}

function seconds(given: Arguments, otherwise: number, name: string): number {
  return within(name, 'seconds', given.number('seconds', otherwise), 300);
}

function within(name: string, field: string, value: number, most: number): number {
  if (value >= 0 && value <= most) return value;
  throw new HandrailError('out_of_range', `${name} cannot take ${value} as "${field}".`, `It goes from 0 to ${most}.`);
}
