import type { Element } from '../../core/element.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { type OwnCalendar, readOwn } from './own-calendar.js';

const acceptNames = /^(?:ok|okay|done|apply|accept|set|confirm|save|fertig|übernehmen|aceptar|accepter|valider)$/iu;

/** Closes a calendar that stays open after a choice: with its own button if the field needs that, else with Escape. */
export async function closeCalendar(
  context: ToolContext,
  calendar: OwnCalendar,
  isDone: () => Promise<boolean>,
): Promise<Outcome | undefined> {
  if (calendar.isInline || !(await readOwn(calendar))) return undefined;
  const elements = await calendar.elements();
  const accept = elements.find((one) => one.interactive && acceptNames.test(one.name.trim()));
  if (accept) return context.perform({ type: 'click', target: { element: accept.id } });
  if (!(await isDone())) return undefined;
  // In a dialog, Escape would close the dialog, too.
  if (await isInDialog(context, elements)) {
    context.report('The calendar is still open.');
    return undefined;
  }
  await context.perform({ type: 'key', keys: 'Escape' });
  if (await readOwn(calendar)) context.report('The calendar is still open.');
  return undefined;
}

async function isInDialog({ observe }: ToolContext, own: readonly Element[]): Promise<boolean> {
  const ids = new Set(own.map(({ id }) => id));
  return (await observe({ budget: 1 })).elements.some(({ role, id }) => role === 'Dialog' && !ids.has(id));
}
