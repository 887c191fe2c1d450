import type { Action } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import type { Space } from '../../core/space.js';
import { addressOf, keyActions, lastSeen, pointerIn, targetAt, toCalls, unknownCall } from '../adapter/arguments.js';
import { throughModal } from '../adapter/modal.js';
import type { Call, Reply, ScreenSnapshot, Turn } from '../model.js';
import { parseUiTars, type WrittenCall } from './parse.js';

/** One turn of its wheel. */
const tickPixels = 100;
const scrollTicks = 5;
const waitSeconds = 5;
const longPressSeconds = 1;

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
] as const;

/** What the model's words ask for. `isCut`: the server says that they were cut off. Never throws. */
export function readUiTars(text: string, space: Space, turn: Turn, isCut: boolean): Reply {
  const { thought, calls: written, imagines } = parseUiTars(text);
  const seen = lastSeen(turn.history, turn.observation.screen);
  const calls: Call[] = [];
  for (const [index, one] of written.entries()) {
    const id = `action_${index + 1}`;
    const isHalf = one.cut || (isCut && !imagines && index === written.length - 1);
    if (isHalf) calls.push({ id, name: one.verb.slice(0, 60), fault: cutOff });
    else calls.push(...toCalls(id, one.verb, () => callsFor(one, id, { space, seen, thought, turn, earlier: calls })));
  }
  const why = thought ? { thought } : {};
  if (calls.length > 0) return { ...why, calls: throughModal(calls, seen.modal), raw: text };
  const missing = isCut ? 'It was cut off before its action. Say less.' : 'There is no action in it.';
  return { ...why, calls: [], raw: text, unreadable: `${missing} End with a line "Action: ${example}".` };
}

const cutOff = {
  code: 'invalid_input',
  message: 'It was cut off: the action is not whole, so it was not done.',
  hint: 'Think less before it, and write all of it again.',
} as const;
const example = 'name(...)';

interface Around {
  space: Space;
  seen: ScreenSnapshot;
  thought: string;
  turn: Turn;
  /** The calls before it in the same reply. */
  earlier: readonly Call[];
}

function callsFor({ verb, fields }: WrittenCall, id: string, around: Around): Call | Call[] {
  const { space, seen, thought, turn, earlier } = around;
  const field = (...names: string[]): string | undefined => names.map((name) => fields.get(name)).find((one) => one);
  const place = (...names: string[]): { x: number; y: number } =>
    targetAt(verb, space, withoutTokens(field(...names) ?? ''), seen);
  const at = (): { x: number; y: number } =>
    hasPlace(fields) ? place(...placeNames) : targetAt(verb, space, withoutTokens(unnamedPlace(fields)), seen);
  const act = (action: Action): Call => ({ id, action });
  const said = (): string | undefined => field('content', 'text', '0');
  switch (verb) {
    case 'click':
    case 'left_single':
    case 'left_click':
    case 'tap':
      return act({ type: 'click', target: at() });
    case 'left_double':
    case 'double_click':
      return act({ type: 'click', target: at(), count: 2 });
    case 'right_single':
    case 'right_click':
      return act({ type: 'click', target: at(), button: 'right' });
    case 'middle_single':
    case 'middle_click':
      return act({ type: 'click', target: at(), button: 'middle' });
    case 'hover':
    case 'move':
    case 'mouse_move':
      return act({ type: 'move', target: at() });
    case 'drag':
    case 'select':
    case 'left_click_drag':
      return act({ type: 'drag', path: [at(), place('end_box', 'end_point', '1')] });
    case 'long_press':
      return [
        act({ type: 'press', target: at() }),
        act({ type: 'wait', for: { seconds: longPressSeconds } }),
        act({ type: 'release', target: at() }),
      ];
    case 'scroll':
      return act(
        scrolling(
          field('direction', '1') ?? '',
          hasPlace(fields) ? at() : pointerIn(turn.history, earlier, seen.screen),
        ),
      );
    case 'type':
      return act(typing(verb, fields.get('content') ?? fields.get('text') ?? fields.get('0')));
    case 'hotkey':
    case 'key':
      return keysIn(field('key', 'hotkey', 'text', 'content', '0')).map(act);
    case 'press':
    case 'keydown':
    case 'key_down':
      if (hasPlace(fields)) return act({ type: 'press', target: at() });
      return keysIn(field('key', 'press', 'content', '0')).map((key) => act({ ...key, phase: 'down' }));
    case 'release':
    case 'keyup':
    case 'key_up':
      if (hasPlace(fields)) return act({ type: 'release', target: at() });
      return keysIn(field('key', 'release', 'content', '0')).map((key) => act({ ...key, phase: 'up' }));
    case 'arrowleft':
    case 'arrowright':
    case 'arrowup':
    case 'arrowdown':
      return act({ type: 'key', keys: verb });
    case 'wait':
      return act({ type: 'wait', for: { seconds: waitSeconds } });
    case 'navigate':
    case 'goto':
      return act({ type: 'navigate', url: addressOf(field('content', 'url', '0') ?? '', seen.url) });
    case 'navigate_back':
    case 'press_back':
      return act({ type: 'back' });
    case 'open_app':
      if (seen.url !== undefined) throw unknownCall(verb, namesFor(seen));
      return act({ type: 'focus_app', app: appIn(field('app_name', 'content', '0')) });
    case 'finished':
    case 'done':
      return { id, tool: 'complete', input: { summary: said() ?? (thought || 'Finished.') } };
    case 'fail':
    case 'error_env':
      return { id, tool: 'fail', input: { reason: said() ?? (thought || 'The model gave up.') } };
    case 'call_user':
      return { id, tool: 'ask_user', input: { question: said() ?? (thought || 'How should I go on?') } };
    default:
      throw unknownCall(verb, namesFor(seen));
  }
}

function namesFor({ url }: ScreenSnapshot): string[] {
  return url === undefined ? [...verbs] : [...verbs, 'navigate', 'navigate_back'];
}

const placeNames = ['start_box', 'point', 'start_point', 'box', 'position'];

function hasPlace(fields: ReadonlyMap<string, string>): boolean {
  return placeNames.some((name) => fields.get(name));
}

/** `click((1, 2))`, `click(1, 2)` and `click(x=1, y=2)`, which are no words of its own but are seen. */
function unnamedPlace(fields: ReadonlyMap<string, string>): string {
  const first = fields.get('0') ?? '';
  if (/\d\D+\d/.test(first)) return first;
  return [fields.get('x') ?? first, fields.get('y') ?? fields.get('1')].filter(Boolean).join(' ');
}

function withoutTokens(value: string): string {
  return value.replace(/<\|?\/?(?:box_start|box_end|point|bbox)\|?>/g, ' ');
}

function scrolling(direction: string, target: { x: number; y: number }): Action {
  const by = scrollTicks * tickPixels;
  const ways: Record<string, [number, number]> = { up: [0, -by], down: [0, by], left: [-by, 0], right: [by, 0] };
  const way = direction.trim().toLowerCase();
  const [dx, dy] = (Object.hasOwn(ways, way) ? ways[way] : undefined) ?? [];
  if (dx === undefined || dy === undefined)
    throw new HandrailError(
      'invalid_input',
      `scroll cannot go "${direction.slice(0, 40)}".`,
      'Valid directions: down, up, right, left.',
    );
  return { type: 'scroll', dx, dy, target };
}

function appIn(name: string | undefined): string {
  if (name) return name;
  throw new HandrailError('invalid_input', 'open_app needs a name.', "Write open_app(app_name='…').");
}

/** A text that ends with a new line is sent off. */
function typing(verb: string, content: string | undefined): Action {
  if (content === undefined)
    throw new HandrailError('invalid_input', `${verb} needs a text.`, "Write type(content='…').");
  const text = content.replace(/\n+$/, '');
  if (text === content) return { type: 'type', text };
  return text === '' ? { type: 'key', keys: 'Enter' } : { type: 'type', text, submit: true };
}

function keysIn(written: string | undefined): Extract<Action, { type: 'key' }>[] {
  // Two words that name one key are no chord.
  const joined = (written ?? '').replace(
    /\b(page|arrow|caps|num|print)\s+(up|down|left|right|lock|screen)\b/gi,
    '$1$2',
  );
  return keyActions(joined);
}
