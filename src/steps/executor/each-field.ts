import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { foldText } from '../../perception/grounding/text-similarity.js';
import { type ExecutionState, performAll, type Script } from '../execution-state.js';
import type { Instruction } from '../instruction.js';
import { isField } from '../resolver/want.js';
import { setPlan } from './browser/fields.js';

/** Fills each field of a form with what the page says of its label. */
export async function* fillEach(world: ExecutionState, { words }: Extract<Instruction, { do: 'fill_each' }>): Script {
  const { elements } = world.turn.observation;
  const { blocks } = await world.turn.read({ what: 'data' });
  const pairs = blocks.flatMap((block) => {
    if (block.kind === 'pairs') return block.pairs;
    return block.kind === 'table' ? block.rows.filter(({ length }) => length === 2) : [];
  });
  const known = new Map(pairs.map(([label = '', value = '']) => [foldText(label).text, value]));
  const filled = elements.filter(isField).map((field) => {
    const label = labelOf(field, elements);
    return { field, label, value: known.get(foldText(label).text) };
  });
  const unknown = filled.find(({ value }) => value === undefined);
  if (filled.length === 0 || unknown)
    throw new HandrailError(
      'not_found',
      `"${words}": the page has no value for ${unknown ? `"${unknown.label}" (${unknown.field.id})` : 'any field'}.`,
      'Say what goes into which field.',
    );
  yield* performAll(
    world,
    filled.map(({ field, label, value = '' }) => ({
      words,
      make: async () => setPlan(world, label, { element: field, score: 0.9, why: 'a field with this label' }, value),
    })),
  );
}

/** The name of a field, or the words to the left of it. */
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
