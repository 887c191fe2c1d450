import type { Element } from '../../core/element.js';
import { type Execution, performPlanned } from '../calls.js';
import type { InstructionOf } from '../instruction.js';
import { withoutKind } from '../parser/phrasings.js';
import { isWithin } from '../resolver/layout.js';
import { isEditable } from '../resolver/purpose.js';
import { resolveValue } from '../resolver/resolve-value.js';
import { matchTarget } from '../resolver/target.js';
import { notFound } from '../resolver/target-errors.js';
import { single } from '../single.js';
import type { Step } from '../step.js';
import { typeCall } from './browser/fields.js';
import { click, clickMatch, pressKey } from './element-calls.js';
import { chooseInRowMenu } from './row-menu.js';

/** Renames an item with the control in its row or menu, and the field that appears. */
export async function* renameItem(step: Step, { what, to }: InstructionOf<'rename'>): Execution {
  const item = withoutKind(what);
  const text = await resolveValue(step, to);
  const before = step.screen.turn.observation.elements;
  const { one } = await matchTarget(step, `"rename" in the row with ${item}`, 'click');
  if (one?.element.interactive && /rename|edit/iu.test(one.element.name)) yield* clickMatch(step, 'rename', one);
  else if (!(yield* chooseInRowMenu(step, 'rename', item))) throw notFound(`a control that renames ${item}`, []);
  const field = newNameField(step, before);
  if (!field) throw notFound(`a field for the new name of ${item}`, []);
  yield* enterName(step, field, text);
}

/** The field for a name that the last call opened: the only new field, the focused field, or a new field called "name" or "title". */
export function newNameField({ screen: { turn } }: Step, before: readonly Element[]): Element | undefined {
  const known = new Set(before.map(({ id }) => id));
  const fields = turn.observation.elements.filter(isEditable);
  const added = fields.filter(({ id }) => !known.has(id));
  const focused = fields.find(({ states }) => states.includes('focused'));
  return single(added) ?? focused ?? added.find(({ name }) => /\b(?:name|title)\b/iu.test(name));
}

const confirmNames = /^(?:save|rename|ok|okay|done|confirm|apply|update|create|add|submit|✓|✔)\b/iu;

/** Types a name and confirms it with the button near the field, else with Enter. */
export async function* enterName(step: Step, field: Element, text: string): Execution {
  const thought = `${field.id} "${field.name}" is the field for the name.`;
  yield* performPlanned(step, [async () => ({ thought, call: typeCall(field, text) })]);
  const { elements } = step.screen.turn.observation;
  const box = elements.find(({ role }) => role === 'Dialog');
  const isNear = (button: Element): boolean => {
    const below = button.bounds.y - field.bounds.y;
    return box ? isWithin(button, box, 1) : below > -10 && below < 200;
  };
  const button = single(
    elements.filter(
      (element) =>
        element.role === 'Button' &&
        confirmNames.test(element.name.trim()) &&
        !element.states.includes('disabled') &&
        isNear(element),
    ),
  );
  if (button) yield* click(step, `${button.id} "${button.name}" confirms it.`, button);
  else yield* pressKey(step, 'Enter confirms it.', 'Enter', field);
}
