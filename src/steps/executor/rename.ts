import type { Element } from '../../core/element.js';
import { type Execution, performCall } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { InstructionOf } from '../instruction.js';
import { withoutKind } from '../parser/phrasings.js';
import { newNameField } from '../resolver/name-field.js';
import { resolveValue } from '../resolver/resolve-value.js';
import { matchTarget } from '../resolver/target.js';
import { notFound } from '../resolver/target-errors.js';
import { single } from '../single.js';
import { click, clickMatch, typeCall } from './element-calls.js';
import { chooseInRowMenu } from './row-menu.js';

/** Renames an item with the control in its row or menu, and the field that appears. */
export async function* renameItem(state: ExecutionState, { what, to, clause }: InstructionOf<'rename'>): Execution {
  const item = withoutKind(what);
  const text = await resolveValue(state, to);
  const before = state.turn.observation.elements;
  const inRow = await matchTarget(state, `"rename" in the row with ${item}`, 'click');
  if (inRow.one?.element.interactive && /rename|edit/iu.test(inRow.one.element.name))
    yield* clickMatch(state, clause, 'rename', inRow.one);
  else if (!(yield* chooseInRowMenu(state, 'rename', item, clause)))
    throw notFound(`a control that renames ${item}`, []);
  const field = newNameField(state, before);
  if (!field) throw notFound(`a field for the new name of ${item}`, []);
  yield* performCall(
    state,
    clause,
    `${field.id} "${field.name}" is the field for the new name.`,
    typeCall(field, text),
  );
  yield* confirmField(state, clause, field);
}

const confirmNames = /^(?:save|rename|ok|okay|done|confirm|apply|update|create|add|submit|✓|✔)\b/iu;

/** Confirms a field with the button near it, else with Enter. */
export async function* confirmField(state: ExecutionState, clause: string, field: Element): Execution {
  const { elements } = state.turn.observation;
  const box = elements.find(({ role }) => role === 'Dialog');
  const near = elements.filter(
    ({ role, name, bounds, states }) =>
      role === 'Button' &&
      confirmNames.test(name.trim()) &&
      !states.includes('disabled') &&
      (box
        ? bounds.x >= box.bounds.x && bounds.y >= box.bounds.y && bounds.y <= box.bounds.y + box.bounds.height
        : bounds.y > field.bounds.y - 10 && bounds.y < field.bounds.y + 200),
  );
  const button = single(near);
  if (button) yield* click(state, clause, `${button.id} "${button.name}" confirms it.`, button);
  else
    yield* performCall(state, clause, 'Enter confirms it.', {
      tool: 'press_key',
      input: { key: 'Enter', selector: field.id },
    });
}
