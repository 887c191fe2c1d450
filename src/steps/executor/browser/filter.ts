import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { ambiguous, lookFor, tell } from '../../resolver/target.js';
import { isCheckable, isField } from '../../resolver/want.js';
import { choose } from './choose.js';
import { pointing } from './pointer.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** A tab, button, box or option of the page that is named after what is to be shown. */
export async function* filter(world: ExecutionState, { option, from, words }: Of<'filter'>): Script {
  if (!from) {
    const { one, several } = await lookFor(world, `"${option}"`, { kind: 'click' });
    const usable = several?.filter(({ element }) => element.interactive && !isField(element));
    if (usable && usable.length > 1) throw ambiguous(words, usable, world);
    const found = one ?? usable?.[0];
    if (found?.element.interactive && found.score >= 0.8 && found.element.role !== 'Dropdown') {
      const { element } = found;
      yield* perform(
        world,
        words,
        tell(option, found),
        isCheckable(element)
          ? { tool: 'check', input: { selector: element.id, checked: true } }
          : pointing(world, 'click', element),
      );
      return;
    }
  }
  const shorter = option.replace(/\s+\p{Ll}+s$/u, '');
  if (!from && shorter !== option) return yield* filter(world, { do: 'filter', option: shorter, words });
  const parts = from ? [] : option.split(/\s+(?:by|from|in|and)\s+/iu);
  if (parts.length > 1) {
    for (const part of parts) yield* filter(world, { do: 'filter', option: part, words });
    return;
  }
  yield* choose(world, { do: 'choose', options: [option], whole: `"${option}"`, ...(from ? { from } : {}), words });
}
