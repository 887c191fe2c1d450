import type { Action } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import type { Point } from '../../core/geometry.js';
import { type CallContext, type Requested, unknownCall } from '../adapter/calls.js';
import { pointerPosition, toTarget } from '../adapter/coordinates.js';
import { type KeyAction, keyActions } from '../adapter/keys.js';
import { typeAndSubmit } from '../adapter/type-and-submit.js';
import { resolveUrl } from '../adapter/urls.js';
import type { ScreenSnapshot } from '../model.js';
import type { WrittenCall } from './parse.js';

const wheelClickPixels = 100;
const scrollClicks = 5;
const waitSeconds = 5;
const longPressSeconds = 1;

/** The verbs of the prompt, listed in error messages. */
const verbs = [
  'click',
  'left_double',
  'right_single',
  'drag',
  'hotkey',
  'type',
  'scroll',
  'wait',
  'finished',
  'call_user',
];

export interface UiTarsContext extends CallContext {
  thought: string;
}

/** One action, with helpers to read its fields. */
interface UiTarsRequest {
  verb: string;
  fields: WrittenCall['fields'];
  context: UiTarsContext;
  /** The first of these fields that is not empty. */
  field(...names: string[]): string | undefined;
  /** Whether a point is given by name. */
  hasPoint: boolean;
  /** The point of the action. Throws if there is none. */
  target(): Point;
  point(...names: string[]): Point;
}

type Convert = (request: UiTarsRequest) => Requested | readonly Requested[];

const click: Convert = ({ target }) => ({ type: 'click', target: target() });
const doubleClick: Convert = ({ target }) => ({ type: 'click', target: target(), count: 2 });
const rightClick: Convert = ({ target }) => ({ type: 'click', target: target(), button: 'right' });
const middleClick: Convert = ({ target }) => ({ type: 'click', target: target(), button: 'middle' });
const move: Convert = ({ target }) => ({ type: 'move', target: target() });
const drag: Convert = ({ target, point }) => ({ type: 'drag', path: [target(), point('end_box', 'end_point', '1')] });
const pressKeys: Convert = ({ field }) => readKeys(field('key', 'hotkey', 'text', 'content', '0'));
const arrowKey: Convert = ({ verb }) => ({ type: 'key', keys: verb });
const goBack: Convert = () => ({ type: 'back' });

const press: Convert = ({ hasPoint, target, field }) =>
  hasPoint
    ? { type: 'press', target: target() }
    : readKeys(field('key', 'press', 'content', '0')).map((key) => ({ ...key, phase: 'down' }));

const release: Convert = ({ hasPoint, target, field }) =>
  hasPoint
    ? { type: 'release', target: target() }
    : readKeys(field('key', 'release', 'content', '0')).map((key) => ({ ...key, phase: 'up' }));

const navigate: Convert = ({ field, context }) => ({
  type: 'navigate',
  url: resolveUrl(field('content', 'url', '0') ?? '', context.snapshot.url),
});

const complete: Convert = (request) => ({ tool: 'complete', input: { summary: message(request, 'Finished.') } });
const fail: Convert = (request) => ({ tool: 'fail', input: { reason: message(request, 'The model gave no reason.') } });

/** The actions by verb, including verbs that other versions of the model use. */
const actions: Readonly<Record<string, Convert>> = {
  click,
  left_single: click,
  left_click: click,
  tap: click,
  left_double: doubleClick,
  double_click: doubleClick,
  right_single: rightClick,
  right_click: rightClick,
  middle_single: middleClick,
  middle_click: middleClick,
  hover: move,
  move,
  mouse_move: move,
  drag,
  select: drag,
  left_click_drag: drag,
  long_press: ({ target }) => [
    { type: 'press', target: target() },
    { type: 'wait', for: { seconds: longPressSeconds } },
    { type: 'release', target: target() },
  ],
  scroll: ({ field, hasPoint, target, context }) =>
    scroll(field('direction', '1') ?? '', hasPoint ? target() : pointerPosition(context)),
  type: typeText,
  hotkey: pressKeys,
  key: pressKeys,
  press,
  keydown: press,
  key_down: press,
  release,
  keyup: release,
  key_up: release,
  arrowleft: arrowKey,
  arrowright: arrowKey,
  arrowup: arrowKey,
  arrowdown: arrowKey,
  wait: () => ({ type: 'wait', for: { seconds: waitSeconds } }),
  navigate,
  goto: navigate,
  navigate_back: goBack,
  press_back: goBack,
  open_app: openApp,
  finished: complete,
  done: complete,
  fail,
  error_env: fail,
  call_user: (request) => ({
    tool: 'ask_user',
    input: { question: message(request, 'How should I continue?') },
  }),
};

/** Converts one action. Throws HandrailError with what is valid. */
export function convertUiTarsAction(
  { verb, fields }: WrittenCall,
  context: UiTarsContext,
): Requested | readonly Requested[] {
  const convert = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
  if (!convert) throw unknownCall(verb, validVerbs(context.snapshot));
  const field = (...names: string[]): string | undefined => names.map((name) => fields.get(name)).find((one) => one);
  const toPoint = (written: string): Point => toTarget(verb, context.space, withoutTokens(written), context.snapshot);
  const point = (...names: string[]): Point => toPoint(field(...names) ?? '');
  const hasPoint = pointFields.some((name) => fields.get(name));
  const target = (): Point => (hasPoint ? point(...pointFields) : toPoint(unnamedPoint(fields)));
  return convert({ verb, context, fields, field, hasPoint, target, point });
}

function validVerbs({ url }: ScreenSnapshot): string[] {
  return url === undefined ? verbs : [...verbs, 'navigate', 'navigate_back'];
}

const pointFields = ['start_box', 'point', 'start_point', 'box', 'position'];

/** Accepts `click((1, 2))`, `click(1, 2)` and `click(x=1, y=2)`, which the models write although they were not trained to. */
function unnamedPoint(fields: ReadonlyMap<string, string>): string {
  const first = fields.get('0') ?? '';
  if (/\d\D+\d/.test(first)) return first;
  return [fields.get('x') ?? first, fields.get('y') ?? fields.get('1')].filter(Boolean).join(' ');
}

function withoutTokens(written: string): string {
  return written.replace(/<\|?\/?(?:box_start|box_end|point|bbox)\|?>/g, ' ');
}

function scroll(direction: string, target: Point): Action {
  const length = scrollClicks * wheelClickPixels;
  const deltas: Record<string, [dx: number, dy: number]> = {
    up: [0, -length],
    down: [0, length],
    left: [-length, 0],
    right: [length, 0],
  };
  const key = direction.trim().toLowerCase();
  const delta = Object.hasOwn(deltas, key) ? deltas[key] : undefined;
  if (!delta)
    throw new HandrailError(
      'invalid_input',
      `scroll cannot go "${direction.slice(0, 40)}".`,
      'Valid directions: down, up, right, left.',
    );
  return { type: 'scroll', dx: delta[0], dy: delta[1], target };
}

/** An empty text is valid: the field only has to exist. */
function typeText({ verb, fields }: UiTarsRequest): Action {
  const content = fields.get('content') ?? fields.get('text') ?? fields.get('0');
  if (content !== undefined) return typeAndSubmit(content);
  throw new HandrailError('invalid_input', `${verb} needs a text.`, "Write type(content='…').");
}

function openApp({ verb, field, context: { snapshot } }: UiTarsRequest): Action {
  if (snapshot.url !== undefined) throw unknownCall(verb, validVerbs(snapshot));
  const app = field('app_name', 'content', '0');
  if (app) return { type: 'focus_app', app };
  throw new HandrailError('invalid_input', 'open_app needs a name.', "Write open_app(app_name='…').");
}

/** The text of the action, or the model's thought. */
function message({ field, context }: UiTarsRequest, fallback: string): string {
  return field('content', 'text', '0') ?? (context.thought || fallback);
}

function readKeys(written = ''): KeyAction[] {
  // "page down" is one key, not a chord.
  return keyActions(written.replace(/\b(page|arrow|caps|num|print)\s+(up|down|left|right|lock|screen)\b/gi, '$1$2'));
}
