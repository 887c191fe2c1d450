import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { normalizeText } from '../../perception/grounding/text-similarity.js';
import { type Execution, performPlanned } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { InstructionOf } from '../instruction.js';
import { isField } from '../resolver/purpose.js';
import { prepareFieldCall } from './browser/fill.js';

/** Fills each field with the value that the page shows for its label. */
export async function* fillFromPage(state: ExecutionState, { clause }: InstructionOf<'fill_from_page'>): Execution {
  const { elements } = state.turn.observation;
  const { blocks } = await state.turn.read({ what: 'data' });
  const pairs = blocks.flatMap((block) => {
    if (block.kind === 'pairs') return block.pairs;
    return block.kind === 'table' ? block.rows.filter(({ length }) => length === 2) : [];
  });
  const known = new Map(pairs.map(([label = '', value = '']) => [normalizeText(label).text, value]));
  const filled = elements.filter(isField).map((field) => {
    const label = labelOf(field, elements);
    return { field, label, value: known.get(normalizeText(label).text) };
  });
  const unknown = filled.find(({ value }) => value === undefined);
  if (filled.length === 0 || unknown)
    throw new HandrailError(
      'not_found',
      `"${clause}": the page has no value for ${unknown ? `"${unknown.label}" (${unknown.field.id})` : 'any field'}.`,
      'State the value of each field in the task.',
    );
  yield* performPlanned(
    state,
    filled.map(({ field, label, value = '' }) => ({
      clause,
      prepare: async () => prepareFieldCall(state, label, { element: field, why: 'a field with this label' }, value),
    })),
  );
}

/** The name of a field, or the text to its left. */
function labelOf(field: Element, elements: readonly Element[]): string {
  if (field.name !== '') return field.name.replace(/\s*:$/u, '');
  const beside = elements.filter(
    ({ role, bounds }) =>
      role === 'Text' && bounds.x < field.bounds.x && Math.abs(middle(bounds) - middle(field.bounds)) < bounds.height,
  );
  const nearest = beside.sort((one, other) => other.bounds.x - one.bounds.x)[0];
  return nearest?.name.replace(/\s*:$/u, '') ?? '';
}

function middle({ y, height }: Element['bounds']): number {
  return y + height / 2;
}
