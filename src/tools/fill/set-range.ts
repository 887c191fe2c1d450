import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import type { FieldFacts } from './field-kind.js';
import { moveSlider, notReached } from './move-slider.js';
import { readAttributes } from './option-list.js';

/** Sets a slider or a spin button and verifies its value. Refuses a value outside of its range. */
export async function setRange(
  context: ToolContext,
  id: ElementId,
  { tag, attributes }: FieldFacts,
  value: string | boolean | string[],
): Promise<Outcome> {
  const text = String(value).trim();
  const wanted = Number(text.replace(/\s*%$/, ''));
  if (text === '' || !Number.isFinite(wanted))
    throw new HandrailError('invalid_input', `${id} takes a number, not "${text}".`, 'Pass a number.');
  checkLimits(id, attributes, wanted);
  if (tag === 'input') return setField(context, id, text, wanted);
  return moveSlider(context, id, wanted, { isPercent: text.endsWith('%') });
}

function checkLimits(id: ElementId, attributes: Record<string, string>, wanted: number): void {
  const isSlider = attributes.type === 'range';
  const min = attributes['aria-valuemin'] ?? attributes.min ?? (isSlider ? '0' : undefined);
  const max = attributes['aria-valuemax'] ?? attributes.max ?? (isSlider ? '100' : undefined);
  const isTooSmall = min !== undefined && min !== '' && wanted < Number(min);
  const isTooLarge = max !== undefined && max !== '' && wanted > Number(max);
  if (!isTooSmall && !isTooLarge) return;
  const range =
    min === undefined ? `at most ${max}` : max === undefined ? `at least ${min}` : `a number from ${min} to ${max}`;
  throw new HandrailError('out_of_range', `${id} takes ${range}; ${wanted} is outside.`, `Pass ${range}.`);
}

async function setField(context: ToolContext, id: ElementId, text: string, wanted: number): Promise<Outcome> {
  const outcome = await context.perform({ type: 'set_value', target: { element: id }, value: text });
  const { attributes = {} } = (await readAttributes(context, id)) ?? {};
  if (Number(attributes.value) !== wanted) throw notReached(id, wanted, attributes.value ?? '');
  return outcome;
}
