import type { Element } from '../../../core/element.js';
import { normalizeText } from '../../../perception/grounding/text-similarity.js';
import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { isField } from '../../resolver/purpose.js';
import { ambiguous, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { waitUntil } from '../../resolver/wait-until.js';
import { single } from '../../single.js';

/** A visible option of an open list, other than the field itself. */
export async function openOption(state: ExecutionState, option: string, field: Element): Promise<Match | undefined> {
  const elements = state.turn.observation.elements.filter(({ id }) => id !== field.id);
  const wanted = normalizeText(option).text;
  const options = elements.filter(
    ({ role, kind, interactive }) => kind === 'option' || role === 'MenuItem' || role === 'ListItem' || interactive,
  );
  const named = options.filter(({ name }) => normalizeText(name).text === wanted);
  const list =
    named.length > 0
      ? named
      : options.filter(
          ({ name, role, kind }) =>
            (kind === 'option' || role === 'MenuItem' || role === 'ListItem') &&
            ` ${normalizeText(name).text} `.includes(` ${wanted} `),
        );
  const one = single(list.filter(({ interactive }) => interactive)) ?? single(list);
  return one && { element: one, why: 'an open option' };
}

/** Types the start of a text and clicks the only suggestion that has the given end. */
export async function* autocomplete(state: ExecutionState, instruction: InstructionOf<'autocomplete'>): Execution {
  const fields = state.turn.observation.elements.filter((element) => isField(element) || element.kind === 'combobox');
  const field = instruction.target ? (yield* waitForTarget(state, instruction.target, 'field')).element : fields[0];
  if (!field || (!instruction.target && fields.length > 1))
    throw instruction.target ? notFound(instruction.target, []) : ambiguous(instruction.clause, fields);
  yield* performCall(state, instruction.clause, `${field.id} is the field; typing "${instruction.starts}".`, {
    tool: 'type',
    input: { selector: field.id, text: instruction.starts, clear: true },
  });
  const before = instruction.starts.toLowerCase();
  const after = (instruction.ends ?? '').toLowerCase();
  const fits = ({ id, name }: Element): boolean =>
    id !== field.id &&
    name.toLowerCase().startsWith(before) &&
    name.toLowerCase().endsWith(after) &&
    !name.includes('"');
  await waitUntil(state, () => state.turn.observation.elements.find(fits));
  const fitting = state.turn.observation.elements.filter(fits);
  const names = new Set(fitting.map(({ name }) => name));
  const one = fitting.find(({ interactive }) => interactive) ?? fitting[0];
  if (!one || names.size > 1) throw one ? ambiguous(instruction.clause, fitting) : notFound(instruction.clause, []);
  yield* performCall(state, instruction.clause, `${one.id} "${one.name}" has this start and end.`, {
    tool: 'click',
    input: { selector: one.id },
  });
}
