import type { Action } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Outcome } from '../../../core/outcome.js';
import { performOrAnswerDialog } from '../../answer-dialog.js';
import type { ToolContext } from '../../context.js';
import { type ComputerUseInput, elementNumberHint, requireField, resolveInputTarget, toModifiers } from './fields.js';

export type Facts = Record<string, unknown>;
type ActionHandler = (call: ComputerUseInput, context: ToolContext) => Promise<Facts>;

const pixelsPerTick = 100;
const defaultTicks = 3;
const maxTicks = 50;

function toOutcomeFacts({ effect, observation }: Outcome): Facts {
  return { effect, ...(observation?.url === undefined ? {} : { url: observation.url }) };
}

/** The target, in the fields of the caller. */
function toTargetFacts({ element, coordinate }: ComputerUseInput): Facts {
  if (element !== undefined) return { element };
  return coordinate ? { coordinate } : {};
}

function createClick(options: Pick<Extract<Action, { type: 'click' }>, 'button' | 'count'>): ActionHandler {
  return async (call, context) => {
    const target = requireField(
      await resolveInputTarget(call.element, call.coordinate, context),
      call.action,
      'element or coordinate',
    );
    const modifiers = toModifiers(call, context);
    const button = options.button ?? call.button ?? 'left';
    const outcome = await context.perform({ type: 'click', target, ...options, button, modifiers });
    return { ...toTargetFacts(call), ...toOutcomeFacts(outcome) };
  };
}

const drag: ActionHandler = async (call, context) => {
  const from = await resolveInputTarget(call.from_element, call.from_coordinate, context);
  const to = await resolveInputTarget(call.to_element, call.to_coordinate, context);
  const path = [
    requireField(from, 'drag', 'from_element or from_coordinate'),
    requireField(to, 'drag', 'to_element or to_coordinate'),
  ];
  return toOutcomeFacts(await context.perform({ type: 'drag', path, modifiers: toModifiers(call, context) }));
};

const directions = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;

const scroll: ActionHandler = async (call, context) => {
  const direction = requireField(call.direction, 'scroll', 'direction');
  const ticks = Math.min(maxTicks, Math.max(1, Math.round(call.amount ?? defaultTicks)));
  const [x, y] = directions[direction];
  const target = await resolveInputTarget(call.element, call.coordinate, context);
  const action = { type: 'scroll', dx: x * ticks * pixelsPerTick, dy: y * ticks * pixelsPerTick, target } as const;
  return {
    direction,
    amount: ticks,
    ...toTargetFacts(call),
    ...toOutcomeFacts(await context.perform(action, 'low_risk')),
  };
};

const type: ActionHandler = async (call, context) => {
  const text = requireField(call.text, 'type', 'text');
  if (text === '')
    throw new HandrailError(
      'invalid_input',
      'There is no text to type.',
      "Pass text. To empty a field, use action='set_value' with value ''.",
    );
  const target = await resolveInputTarget(call.element, call.coordinate, context);
  const outcome = await performOrAnswerDialog({ type: 'type', text, target }, context);
  return { ...toTargetFacts(call), ...toOutcomeFacts(outcome) };
};

const key: ActionHandler = async (call, context) => {
  const keys = [...toModifiers(call, context), requireField(call.keys, 'key', 'keys')].join('+');
  return { keys, ...toOutcomeFacts(await performOrAnswerDialog({ type: 'key', keys }, context)) };
};

const setValue: ActionHandler = async (call, context) => {
  const value = String(requireField(call.value, 'set_value', 'value'));
  const target = await resolveInputTarget(requireField(call.element, 'set_value', 'element'), undefined, context);
  if (!target) throw new HandrailError('invalid_input', 'set_value needs element.', elementNumberHint);
  return { ...toTargetFacts(call), ...toOutcomeFacts(await context.perform({ type: 'set_value', target, value })) };
};

export const actionHandlers = {
  click: createClick({}),
  double_click: createClick({ count: 2 }),
  right_click: createClick({ button: 'right' }),
  middle_click: createClick({ button: 'middle' }),
  drag,
  scroll,
  type,
  key,
  set_value: setValue,
} satisfies Record<string, ActionHandler>;

/** The actions during which keys can be held. */
export const actionsWithModifiers: ReadonlySet<string> = new Set([
  'click',
  'double_click',
  'right_click',
  'middle_click',
  'drag',
  'key',
]);
