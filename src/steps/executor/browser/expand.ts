import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { Execution } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import type { Matches } from '../../resolver/match.js';
import { isField } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { waitUntil } from '../../resolver/wait-until.js';
import type { Step } from '../../step.js';
import { clickMatch } from '../element-calls.js';

/** Expands or collapses a section, unless it already is. */
export async function* expandOrCollapse(step: Step, instruction: InstructionOf<'expand' | 'collapse'>): Execution {
  const [current, wanted] =
    instruction.kind === 'expand' ? (['collapsed', 'expanded'] as const) : (['expanded', 'collapsed'] as const);
  const { one } = await matchSection(step, instruction);
  const found = one ?? (yield* waitForTarget(step, instruction.target, 'expand'));
  if (isPlainField(found.element)) throw notFound(step.clause, [found.element]);
  if (found.element.states.includes(wanted)) return;
  yield* clickMatch(step, instruction.target, found);
  if (!found.element.states.includes(current)) return;
  const isStill = (): boolean =>
    step.screen.turn.observation.elements.some(({ id, states }) => id === found.element.id && states.includes(current));
  if (await waitUntil(step, () => !isStill() || undefined)) return;
  throw new HandrailError(
    'expectation_failed',
    `"${step.clause}": ${found.element.id} "${found.element.name}" was clicked, and is still ${current}.`,
    'State in the task what to click.',
  );
}

/** The control of the sentence, such as "Show password", or the section that it names. */
async function matchSection(step: Step, { target }: InstructionOf<'expand' | 'collapse'>): Promise<Matches> {
  const named = await matchTarget(step, target, 'expand');
  const isSection = named.several || (named.one && !isPlainField(named.one.element));
  return isSection ? named : matchTarget(step, step.clause, 'expand');
}

/** A field that opens nothing: a click on it shows nothing. */
function isPlainField(element: Element): boolean {
  return isField(element) && !element.states.includes('collapsed') && !element.states.includes('expanded');
}
