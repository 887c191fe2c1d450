import type { Action } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Outcome } from '../../../core/outcome.js';
import { answering } from '../../builtin/answer-dialog.js';
import type { ToolContext } from '../../context.js';
import { type ComputerUseInput, captureFirst, heldDuring, needed, targetOf } from './fields.js';

export type Facts = Record<string, unknown>;
type Act = (call: ComputerUseInput, context: ToolContext) => Promise<Facts>;

/** Pixels of one tick of the wheel. */
const tick = 100;
const usualTicks = 3;
const mostTicks = 50;

function happened({ effect, observation }: Outcome): Facts {
  return { effect, ...(observation?.url === undefined ? {} : { url: observation.url }) };
}

/** What was acted on, in the caller's own fields. */
function aimed({ element, coordinate }: ComputerUseInput): Facts {
  if (element !== undefined) return { element };
  return coordinate ? { coordinate } : {};
}

function clicking(how: Pick<Extract<Action, { type: 'click' }>, 'button' | 'count'>): Act {
  return async (call, context) => {
    const target = needed(await targetOf(call.element, call.coordinate, context), call.action, 'element or coordinate');
    const modifiers = heldDuring(call, context);
    const button = how.button ?? call.button ?? 'left';
    const outcome = await context.perform({ type: 'click', target, ...how, button, modifiers });
    return { ...aimed(call), ...happened(outcome) };
  };
}

const drag: Act = async (call, context) => {
  const from = await targetOf(call.from_element, call.from_coordinate, context);
  const to = await targetOf(call.to_element, call.to_coordinate, context);
  const path = [
    needed(from, 'drag', 'from_element or from_coordinate'),
    needed(to, 'drag', 'to_element or to_coordinate'),
  ];
  return happened(await context.perform({ type: 'drag', path, modifiers: heldDuring(call, context) }));
};

const steps = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;

const scroll: Act = async (call, context) => {
  const direction = needed(call.direction, 'scroll', 'direction');
  const ticks = Math.min(mostTicks, Math.max(1, Math.round(call.amount ?? usualTicks)));
  const [x, y] = steps[direction];
  const target = await targetOf(call.element, call.coordinate, context);
  const action = { type: 'scroll', dx: x * ticks * tick, dy: y * ticks * tick, ...(target ? { target } : {}) } as const;
  return { direction, amount: ticks, ...aimed(call), ...happened(await context.perform(action, 'low_risk')) };
};

const type: Act = async (call, context) => {
  const text = needed(call.text, 'type', 'text');
  const target = await targetOf(call.element, call.coordinate, context);
  const outcome = await answering({ type: 'type', text, ...(target ? { target } : {}) }, context);
  return { ...aimed(call), ...happened(outcome) };
};

const key: Act = async (call, context) => {
  const keys = [...heldDuring(call, context), needed(call.keys, 'key', 'keys')].join('+');
  return { keys, ...happened(await answering({ type: 'key', keys }, context)) };
};

const setValue: Act = async (call, context) => {
  const value = String(needed(call.value, 'set_value', 'value'));
  const target = await targetOf(needed(call.element, 'set_value', 'element'), undefined, context);
  if (!target) throw new HandrailError('invalid_input', 'set_value needs element.', captureFirst);
  return { ...aimed(call), ...happened(await context.perform({ type: 'set_value', target, value })) };
};

export const acts = {
  click: clicking({}),
  double_click: clicking({ count: 2 }),
  right_click: clicking({ button: 'right' }),
  middle_click: clicking({ button: 'middle' }),
  drag,
  scroll,
  type,
  key,
  set_value: setValue,
} satisfies Record<string, Act>;

/** Those during which keys can be held. */
export const takesModifiers: ReadonlySet<string> = new Set([
  'click',
  'double_click',
  'right_click',
  'middle_click',
  'drag',
  'key',
]);
