import type { Action } from '../../core/action.js';
import type { Point } from '../../core/geometry.js';
import type { ActionRequest, ActionTable } from '../adapter/action-request.js';
import type { Arguments } from '../adapter/arguments.js';
import type { CallContext, Requested } from '../adapter/calls.js';
import { type KeyAction, keyActions, readModifiers } from '../adapter/keys.js';
import { typeAndSubmit } from '../adapter/type-and-submit.js';
import { inferValue } from './parse.js';

const maxWaitSeconds = 300;

export interface QwenContext extends CallContext {
  /** The text beside the calls. */
  prose: string;
}

type QwenRequest = ActionRequest<QwenContext>;

/** The actions of `computer_use` by name. */
export const qwenActionTable: ActionTable<QwenContext> = {
  left_click: (request) => click(request, {}),
  click: (request) => click(request, {}),
  right_click: (request) => click(request, { button: 'right' }),
  middle_click: (request) => click(request, { button: 'middle' }),
  double_click: (request) => click(request, { count: 2 }),
  triple_click: (request) => click(request, { count: 3 }),
  mouse_move: (request) => ({ type: 'move', target: coordinate(request) }),
  left_click_drag(request) {
    const { args, point, pointer } = request;
    const from = args.has('start_coordinate') ? point(args.raw.start_coordinate) : pointer();
    return { type: 'drag', path: [from, coordinate(request)] };
  },
  left_mouse_down: (request) => ({ type: 'press', ...optionalTarget(request) }),
  left_mouse_up: (request) => ({ type: 'release', ...optionalTarget(request) }),
  scroll: (request) => ({
    type: 'scroll',
    dx: 0,
    dy: 0 - request.length('pixels', 'y'),
    target: coordinateOrPointer(request),
  }),
  hscroll: (request) => ({
    type: 'scroll',
    dx: request.length('pixels', 'x'),
    dy: 0,
    target: coordinateOrPointer(request),
  }),
  type: (request) => typeAndSubmit(request.args.text('text'), optionalTarget(request).target),
  key: ({ args }) => readKeys(args),
  key_down: ({ args }) => readKeys(args).map((key) => ({ ...key, phase: 'down' })),
  key_up: ({ args }) => readKeys(args).map((key) => ({ ...key, phase: 'up' })),
  wait({ args }) {
    const seconds = args.number(args.has('time') ? 'time' : 'duration', 1);
    return { type: 'wait', for: { seconds: Math.max(0, Math.min(maxWaitSeconds, seconds)) } };
  },
  screenshot: () => ({ capture: 'screen' }),
  call_user: ({ args, context }) => ({
    tool: 'ask_user',
    input: { question: args.text('text', context.prose) || 'How should I continue?' },
  }),
  answer({ args }) {
    const answer = args.text('text');
    return { tool: 'complete', input: { summary: answer || 'Done.', result: answer } };
  },
  terminate({ args, context }): Requested {
    const text = args.text('text', '') || context.prose;
    if (args.oneOf('status', ['success', 'failure'], 'success') === 'success')
      return { tool: 'complete', input: { summary: text || 'Done.' } };
    return { tool: 'fail', input: { reason: text || 'The model gave no reason.' } };
  },
};

/** A click without a coordinate is where the model has just moved the pointer. */
function click(request: QwenRequest, options: Partial<Extract<Action, { type: 'click' }>>): Action {
  const { args, context } = request;
  const modifiers = args.has('text') ? readModifiers(args.raw.text) : [];
  const target = (args.has('coordinate') ? undefined : justMovedTo(context)) ?? coordinate(request);
  return { type: 'click', target, ...options, ...(modifiers.length > 0 ? { modifiers } : {}) };
}

function coordinate({ args, point }: QwenRequest): Point {
  return point(args.raw.coordinate);
}

/** The model selects what scrolls by moving the pointer there. */
function coordinateOrPointer(request: QwenRequest): Point {
  return request.args.has('coordinate') ? coordinate(request) : request.pointer();
}

function optionalTarget(request: QwenRequest): { target?: Point } {
  return request.args.has('coordinate') ? { target: coordinate(request) } : {};
}

/** The position of the pointer if the last call moved it. */
function justMovedTo({ turn: { history }, earlier }: QwenContext): Point | undefined {
  const results = history.findLast((message) => message.role === 'results')?.results ?? [];
  const last = earlier.at(-1) ?? results.at(-1)?.call;
  if (!last || !('action' in last) || last.action.type !== 'move') return undefined;
  return 'x' in last.action.target ? last.action.target : undefined;
}

function readKeys({ raw }: Arguments): KeyAction[] {
  return keyActions(inferValue(raw.keys ?? raw.key ?? raw.text));
}
