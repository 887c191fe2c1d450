import type { Action } from '../../core/action.js';
import { isRecord } from '../../core/record.js';
import { type Space, toScreenLength } from '../../core/space.js';
import {
  type Arguments,
  keyActions,
  lastSeen,
  modifiersIn,
  pointerIn,
  readArguments,
  shownIn,
  targetAt,
  toCalls,
  unknownCall,
} from '../adapter/arguments.js';
import { throughModal } from '../adapter/modal.js';
import type { Call, Reply, ScreenSnapshot, Turn } from '../model.js';
import { looseValue, parseQwen, type WrittenCall } from './parse.js';
import { qwenActions } from './prompt.js';

const longestWaitSeconds = 300;

/** What the model's words ask for. `isCut`: the server says that they were cut off, so the last call is none. Never throws. */
export function readQwen(text: string, space: Space, turn: Turn, isCut: boolean): Reply {
  const { thought, text: prose, calls: whole } = parseQwen(text);
  const written = whole.map((one, index) =>
    isCut && index === whole.length - 1 ? { source: one.source, cut: true as const } : one,
  );
  const seen = lastSeen(turn.history, turn.observation.screen);
  const why = [thought, prose].filter(Boolean).join('\n');
  const reply = { raw: text, ...(why ? { thought: why } : {}) };
  if (written.length === 0) {
    if (/<\/?tool_call>/i.test(text)) return { ...reply, calls: [], unreadable: `The call is empty. ${form}` };
    return prose
      ? { raw: text, calls: [], text: prose, ...(thought ? { thought } : {}) }
      : { ...reply, calls: [], unreadable: `It asks for nothing. ${form}` };
  }
  if (!written.some((one) => 'name' in one)) {
    const why = written.some((one) => 'cut' in one) ? `${cutOff} ${sayLess}` : 'The call is no JSON.';
    return { ...reply, calls: [], unreadable: `${why} ${form}` };
  }
  const calls: Call[] = [];
  for (const [index, one] of written.entries()) {
    const id = `call_${index + 1}`;
    calls.push(...readCall(one, id, { space, seen, turn, earlier: calls, prose: prose || thought }));
  }
  return { ...reply, calls: throughModal(calls, seen.modal) };
}

const form = 'Write <tool_call>{"name": …, "arguments": {…}}</tool_call>.';
const cutOff = 'The call was cut off: it is not whole, so nothing of it was done.';
const sayLess = 'Say less before it, and write all of it again.';

interface Around {
  space: Space;
  seen: ScreenSnapshot;
  turn: Turn;
  /** The calls before it in the same reply. */
  earlier: readonly Call[];
  /** What it said beside its calls. */
  prose: string;
}

function readCall(written: WrittenCall, id: string, around: Around): Call[] {
  if (!('name' in written)) {
    const message = written.cut ? cutOff : 'This call could not be read.';
    const hint = written.cut ? sayLess : form;
    return [{ id, name: 'computer_use', fault: { code: 'invalid_input', message, hint } }];
  }
  const { name, input } = written;
  const isComputer = name === 'computer_use' || name === 'computer';
  const tool = isComputer ? undefined : around.turn.tools.find((one) => one.name === name);
  if (tool) return [{ id, tool: name, input: typed(input, tool.parameters) }];
  return toCalls(id, name, () => {
    if (isComputer) return actionCalls(id, input, around);
    if (qwenActions.includes(name)) return actionCalls(id, { ...input, action: name }, around);
    const others = around.turn.tools.filter(({ hidden }) => !hidden).map((one) => one.name);
    throw unknownCall(name, ['computer_use', ...others]);
  });
}

/** XML has only texts: what a tool wants as something else is read as that. */
function typed(input: Record<string, unknown>, { properties }: Record<string, unknown>): Record<string, unknown> {
  const known = isRecord(properties) ? properties : {};
  const entries = Object.entries(input).map(([name, value]) => {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined;
    return [name, isRecord(schema) && schema.type === 'string' ? value : looseValue(value)];
  });
  return Object.fromEntries(entries);
}

function actionCalls(id: string, input: Record<string, unknown>, around: Around): Call | Call[] {
  const { space, seen, turn, earlier, prose } = around;
  const name = String(input.action ?? '');
  const given = readArguments(name, input);
  const at = (field = 'coordinate'): { x: number; y: number } => targetAt(name, space, given.raw[field], seen);
  const target = (): { target?: { x: number; y: number } } => (given.has('coordinate') ? { target: at() } : {});
  // It has no other way to say what scrolls than to put the pointer there.
  const scrolled = () => (given.has('coordinate') ? at() : pointerIn(turn.history, earlier, seen.screen));
  const length = (axis: 'x' | 'y'): number => toScreenLength(space, given.number('pixels'), axis, shownIn(seen));
  const act = (action: Action): Call => ({ id, action });
  const click = (how: Partial<Extract<Action, { type: 'click' }>>): Call => {
    const held = given.has('text') ? modifiersIn(given.raw.text) : [];
    const spot = (given.has('coordinate') ? undefined : justMovedTo(turn, earlier)) ?? at();
    return act({ type: 'click', target: spot, ...how, ...(held.length > 0 ? { modifiers: held } : {}) });
  };
  switch (name) {
    case 'left_click':
    case 'click':
      return click({});
    case 'right_click':
      return click({ button: 'right' });
    case 'middle_click':
      return click({ button: 'middle' });
    case 'double_click':
      return click({ count: 2 });
    case 'triple_click':
      return click({ count: 3 });
    case 'mouse_move':
      return act({ type: 'move', target: at() });
    case 'left_click_drag': {
      const from = given.has('start_coordinate')
        ? at('start_coordinate')
        : pointerIn(turn.history, earlier, seen.screen);
      return act({ type: 'drag', path: [from, at()] });
    }
    case 'left_mouse_down':
      return act({ type: 'press', ...target() });
    case 'left_mouse_up':
      return act({ type: 'release', ...target() });
    case 'scroll':
      return act({ type: 'scroll', dx: 0, dy: 0 - length('y'), target: scrolled() });
    case 'hscroll':
      return act({ type: 'scroll', dx: length('x'), dy: 0, target: scrolled() });
    case 'type':
      return act(typing(given, target()));
    case 'key':
      return keysIn(given).map(act);
    case 'key_down':
      return keysIn(given).map((key) => act({ ...key, phase: 'down' }));
    case 'key_up':
      return keysIn(given).map((key) => act({ ...key, phase: 'up' }));
    case 'wait': {
      const seconds = given.number(given.has('time') ? 'time' : 'duration', 1);
      return act({ type: 'wait', for: { seconds: Math.max(0, Math.min(longestWaitSeconds, seconds)) } });
    }
    case 'screenshot':
      return { id, look: 'screen' };
    case 'call_user':
      return { id, tool: 'ask_user', input: { question: given.text('text', prose) || 'How should I go on?' } };
    case 'answer': {
      const answer = given.text('text');
      return { id, tool: 'complete', input: { summary: answer || 'Done.', result: answer } };
    }
    case 'terminate': {
      const said = given.text('text', '') || prose;
      if (given.oneOf('status', ['success', 'failure'], 'success') === 'success')
        return { id, tool: 'complete', input: { summary: said || 'Done.' } };
      return { id, tool: 'fail', input: { reason: said || 'The model gave up.' } };
    }
    default:
      throw unknownCall(name || 'action', qwenActions);
  }
}

/** Where the pointer is, when all that was done last was to move it. */
function justMovedTo({ history }: Turn, earlier: readonly Call[]): { x: number; y: number } | undefined {
  const results = history.findLast((message) => message.role === 'results')?.results ?? [];
  const last = earlier.at(-1) ?? results.at(-1)?.call;
  if (!last || !('action' in last) || last.action.type !== 'move') return undefined;
  return 'x' in last.action.target ? last.action.target : undefined;
}

/** A text that ends with a new line is sent off. */
function typing(given: Arguments, target: { target?: { x: number; y: number } }): Action {
  const content = given.text('text');
  const text = content.replace(/\n+$/, '');
  if (text === content) return { type: 'type', text, ...target };
  return text === '' ? { type: 'key', keys: 'Enter' } : { type: 'type', text, submit: true, ...target };
}

function keysIn({ raw }: Arguments): Extract<Action, { type: 'key' }>[] {
  return keyActions(looseValue(raw.keys ?? raw.key ?? raw.text));
}
