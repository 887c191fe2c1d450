import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import type { DateWish } from './date-wish.js';
import type { OwnCalendar } from './own-calendar.js';

/** Sets the time in the number fields for hour and minute that a calendar shows. */
export async function setTime(
  context: ToolContext,
  calendar: OwnCalendar,
  { hour, minute }: NonNullable<DateWish['time']>,
): Promise<Outcome> {
  const elements = await calendar.elements();
  const half = elements.find(({ name }) => /^[ap]\.?m\.?$/iu.test(name.trim()));
  const hourField = findField(elements, /\bhours?\b|stunde|heure|hora/iu);
  const minuteField = findField(elements, /\bminutes?\b|minuto/iu);
  if (!hourField || !minuteField)
    throw new HandrailError(
      'unsupported',
      'The day was chosen, but the calendar has no number fields for hour and minute.',
      'Observe the calendar and set the time with its controls.',
    );
  const isAfternoon = hour >= 12;
  const shownHour = half ? hour % 12 || 12 : hour;
  await typeNumber(context, hourField, shownHour);
  await typeNumber(context, minuteField, minute);
  // A number is taken when its field loses the focus.
  const outcome = await context.perform({ type: 'click', target: { element: hourField.id } });
  const isShownAfternoon = half ? /^p/iu.test(half.name.trim()) : isAfternoon;
  if (!half || isShownAfternoon === isAfternoon) return outcome;
  return context.perform({ type: 'click', target: { element: half.id } });
}

function findField(elements: readonly Element[], names: RegExp): Element | undefined {
  return elements.find((one) => (one.kind === 'spinbutton' || one.role === 'TextInput') && names.test(one.name));
}

function typeNumber(context: ToolContext, { id }: Element, value: number): Promise<Outcome> {
  const text = String(value).padStart(2, '0');
  return context.perform({ type: 'type', target: { element: id }, text, clear: true });
}
