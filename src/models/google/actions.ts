import type { Action } from '../../core/action.js';
import { grid999, toScreenLength } from '../../core/coordinate-space.js';
import { HandrailError } from '../../core/errors.js';
import type { Point } from '../../core/geometry.js';
import { type Arguments, inRange, readArguments } from '../adapter/arguments.js';
import { type Requested, unknownCall } from '../adapter/calls.js';
import { pictureGeometry, toTarget } from '../adapter/coordinates.js';
import { keyActions } from '../adapter/keys.js';
import { resolveUrl, searchUrl } from '../adapter/urls.js';
import type { ScreenSnapshot } from '../model.js';

type Convert = (
  args: Arguments,
  snapshot: ScreenSnapshot,
  name: string,
  settings: ActionSettings,
) => Requested | Requested[];

/** What the options of a model decide about its actions. */
export interface ActionSettings {
  model: string;
  /** Actions that the caller excludes. */
  without: readonly string[];
  /** The page that `search` opens. Default: see `searchUrl`. */
  searchUrl?: string | undefined;
}

const directions = ['up', 'down', 'left', 'right'] as const;
type Direction = (typeof directions)[number];

const maxScroll = 10_000;
const maxWaitSeconds = 300;

const click =
  (fields: Partial<Extract<Action, { type: 'click' }>> = {}): Convert =>
  (args, snapshot, name) => ({ type: 'click', target: target(args, snapshot, name), ...fields });

const pressKeys =
  (field: string): Convert =>
  ({ raw }) =>
    keyActions(raw[field] ?? raw.keys ?? raw.key);

const pointAt =
  (type: 'move' | 'press' | 'release'): Convert =>
  (args, snapshot, name) => ({ type, target: target(args, snapshot, name) });

const holdKeys =
  (phase: 'down' | 'up'): Convert =>
  ({ raw }) =>
    keyActions(raw.key ?? raw.keys).map((action) => ({ ...action, phase }));

const navigate: Convert = (args, { url }) => ({ type: 'navigate', url: resolveUrl(args.text('url'), url) });
const goBack: Convert = () => ({ type: 'back' });
const goForward: Convert = () => ({ type: 'forward' });

/** The actions of Gemini 2.5 and the Gemini 3 previews. */
const legacyActions: Readonly<Record<string, Convert>> = {
  open_web_browser: (_args, _snapshot, name) => ({ name, answer: 'The browser is open.' }),
  wait_5_seconds: () => ({ type: 'wait', for: { seconds: 5 } }),
  go_back: goBack,
  go_forward: goForward,
  search: (args, _snapshot, _name, settings) => ({
    type: 'navigate',
    url: searchUrl(args.text('query', ''), settings.searchUrl),
  }),
  navigate,
  click_at: click(),
  hover_at: pointAt('move'),
  type_text_at: (args, snapshot, name) => ({
    type: 'type',
    text: args.text('text'),
    target: target(args, snapshot, name),
    clear: args.flag('clear_before_typing', true),
    submit: args.flag('press_enter', true),
  }),
  key_combination: pressKeys('keys'),
  scroll_document(args, { screen }) {
    const direction = args.oneOf('direction', directions);
    const length = isVertical(direction) ? screen.height * 0.8 : screen.width * 0.5;
    return { type: 'scroll', ...scrollDelta(direction, length) };
  },
  scroll_at(args, snapshot, name) {
    const direction = args.oneOf('direction', directions);
    const magnitude = readMagnitude(args, 'magnitude', 800, name);
    const axis = isVertical(direction) ? 'y' : 'x';
    const length = toScreenLength(grid999, magnitude, axis, pictureGeometry(snapshot));
    return { type: 'scroll', target: target(args, snapshot, name), ...scrollDelta(direction, length) };
  },
  drag_and_drop: drag,
};

/** The actions of Gemini 3.5 and later. */
const currentActions: Readonly<Record<string, Convert>> = {
  click: click(),
  double_click: click({ count: 2 }),
  triple_click: click({ count: 3 }),
  middle_click: click({ button: 'middle' }),
  right_click: click({ button: 'right' }),
  mouse_down: pointAt('press'),
  mouse_up: pointAt('release'),
  move: pointAt('move'),
  type: (args) => ({ type: 'type', text: args.text('text'), submit: args.flag('press_enter', false) }),
  drag_and_drop: drag,
  wait: (args, _, name) => ({ type: 'wait', for: { seconds: readSeconds(args, 1, name) } }),
  press_key: pressKeys('key'),
  key_down: holdKeys('down'),
  key_up: holdKeys('up'),
  hotkey: pressKeys('keys'),
  take_screenshot: () => ({ capture: 'screen' }),
  scroll(args, snapshot, name) {
    const direction = args.oneOf('direction', directions);
    const pixelField = args.has('magnitude_in_pixels') || !args.has('magnitude') ? 'magnitude_in_pixels' : 'magnitude';
    const length = args.has('magnitude_in_wheel_clicks')
      ? readMagnitude(args, 'magnitude_in_wheel_clicks', 3, name) * 100
      : readMagnitude(args, pixelField, 300, name);
    return { type: 'scroll', target: target(args, snapshot, name), ...scrollDelta(direction, length) };
  },
  go_back: goBack,
  go_forward: goForward,
  navigate,
  open_app: (args) => ({ type: 'focus_app', app: args.text('app_name') }),
  list_apps() {
    throw new HandrailError('unsupported', 'The apps here cannot be listed.', 'Use open_app with the name of the app.');
  },
  long_press(args, snapshot, name) {
    const held = target(args, snapshot, name);
    return [
      { type: 'press', target: held },
      { type: 'wait', for: { seconds: readSeconds(args, 2, name) } },
      { type: 'release', target: held },
    ];
  },
};

const allActions: Readonly<Record<string, Convert>> = { ...legacyActions, ...currentActions };

/** The names of the actions of a model's generation. Replies with names of the other generation are accepted, too. */
export function predefinedNames(model: string): readonly string[] {
  return Object.keys(isLegacy(model) ? legacyActions : currentActions);
}

/** Whether a model uses the older names. */
export function isLegacy(model: string): boolean {
  return /^gemini-(1|2)[.-]|^gemini-3(\.1)?-.*preview/.test(model);
}

/** Converts one function call. Throws HandrailError with what is valid. */
export function convertFunctionCall(
  name: string,
  args: unknown,
  snapshot: ScreenSnapshot,
  settings: ActionSettings,
  tools: readonly { name: string }[] = [],
): Requested | Requested[] {
  const { model, without } = settings;
  const convert = Object.hasOwn(allActions, name) && !without.includes(name) ? allActions[name] : undefined;
  if (!convert) {
    const actions = predefinedNames(model).filter((one) => !without.includes(one));
    throw unknownCall(name, [...actions, ...tools.map((tool) => tool.name)]);
  }
  return convert(readArguments(name, args), snapshot, name, settings);
}

/** Google writes a point as x and y. The forms of other providers are accepted, too. */
function target({ raw }: Arguments, snapshot: ScreenSnapshot, name: string): Point {
  const other = raw.x === undefined ? (raw.coordinate ?? raw.coordinates ?? raw.point ?? raw.box_2d) : undefined;
  return toTarget(name, grid999, other ?? { x: raw.x, y: raw.y }, snapshot);
}

function drag({ raw }: Arguments, snapshot: ScreenSnapshot, name: string): Action {
  const from = { x: raw.start_x ?? raw.x, y: raw.start_y ?? raw.y };
  const to = { x: raw.end_x ?? raw.destination_x, y: raw.end_y ?? raw.destination_y };
  return { type: 'drag', path: [toTarget(name, grid999, from, snapshot), toTarget(name, grid999, to, snapshot)] };
}

function isVertical(direction: Direction): boolean {
  return direction === 'up' || direction === 'down';
}

function scrollDelta(direction: Direction, length: number): { dx: number; dy: number } {
  const pixels = Math.round(length);
  const signed = direction === 'up' || direction === 'left' ? -pixels : pixels;
  return isVertical(direction) ? { dx: 0, dy: signed } : { dx: signed, dy: 0 };
}

function readMagnitude(args: Arguments, field: string, fallback: number, name: string): number {
  return inRange(name, field, args.number(field, fallback), 0, maxScroll);
}

function readSeconds(args: Arguments, fallback: number, name: string): number {
  return inRange(name, 'seconds', args.number('seconds', fallback), 0, maxWaitSeconds);
}
