import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { isEditable } from '../../resolver/purpose.js';
import { ambiguous, notFound } from '../../resolver/target-errors.js';
import { waitUntil } from '../../resolver/wait-until.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { click } from '../element-calls.js';
import { pressControlFor } from '../named-control.js';

const newItemFieldName =
  /\b(?:add|new|create|enter|what needs|what do you|what's next|need to|to-?\s?do|todos?|tasks?|items?)\b/iu;

const otherFieldName = /\b(?:search|filter|find|e-?mail|password|quantity|coupon)\b/iu;

const addButtonName = /^(?:add\b|create\b|save\b|insert\b|submit\b|\+|➕|＋)/iu;

/** Types each item into the field for new entries, and adds it with the button or with Enter. */
export async function* addItems(step: Step, instruction: InstructionOf<'add_item'>): Execution {
  const { items, list } = instruction;
  if (!newItemField(step)) {
    for (const item of items) {
      const what = `"${item}"${list ? ` to the ${list}` : ''}`;
      yield* pressControlFor(step, 'add', what);
    }
    return;
  }
  for (const item of items) {
    const field = newItemField(step);
    if (!field) throw notFound(`a field for new entries, for "${step.clause}"`, []);
    const before = await shownTimes(step, item);
    const button = addButton(step, field);
    yield* performCall(step, `${field.id} "${field.name}" is the field for new entries.`, 'type', {
      selector: field.id,
      text: item,
      clear: true,
      submit: button ? undefined : true,
    });
    if (button) yield* click(step, `${button.id} "${button.name}" adds it.`, button);
    const isShown = await waitUntil(step, async () => (await shownTimes(step, item)) > before || undefined);
    if (!isShown)
      throw new HandrailError(
        'expectation_failed',
        `"${step.clause}": "${item}" was entered, and the list does not show it.`,
        'State in the task what else is needed to add it.',
      );
  }
}

function newItemField(step: Step): Element | undefined {
  const fields = step.screen.turn.observation.elements.filter(
    (element) => isEditable(element) && element.kind !== 'searchbox' && !otherFieldName.test(element.name),
  );
  const asking = fields.filter((field) => newItemFieldName.test(field.name));
  const choice = asking.length > 0 ? asking : fields.filter((field) => addButton(step, field));
  const besideButtons = choice.filter((field) => addButton(step, field));
  const only = single(choice) ?? single(besideButtons);
  if (choice.length > 0 && !only) throw ambiguous(step.clause, choice, step);
  return only;
}

function addButton(step: Step, { bounds }: Element): Element | undefined {
  const buttons = step.screen.turn.observation.elements.filter(
    ({ role, name, description = '', bounds: at, states }) =>
      role === 'Button' &&
      !states.includes('disabled') &&
      (addButtonName.test(name.trim()) || addButtonName.test(description)) &&
      at.y < bounds.y + bounds.height + 60 &&
      at.y + at.height > bounds.y - 10,
  );
  const sameLine = buttons.filter(({ bounds: at }) => at.y < bounds.y + bounds.height && at.y + at.height > bounds.y);
  const list = sameLine.length > 0 ? sameLine : buttons;
  return single(list);
}

async function shownTimes({ screen: { turn } }: Step, item: string): Promise<number> {
  const { text } = await turn.read({ what: 'text' });
  return text.toLowerCase().split(item.toLowerCase()).length - 1;
}
