import type { Execution } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { matchTarget } from '../../resolver/target.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import { click, clickMatch } from '../element-calls.js';

/** Expands or collapses a section, unless it already is. */
export async function* expandOrCollapse(
  state: ExecutionState,
  instruction: InstructionOf<'expand' | 'collapse'>,
): Execution {
  const { elements } = state.turn.observation;
  const [current, wanted] =
    instruction.kind === 'expand' ? (['collapsed', 'expanded'] as const) : (['expanded', 'collapsed'] as const);
  const isPlain =
    /^(?:the\s+)?(?:sections?|panels?|accordion|details|menu|tree|pie menu|item|pie)(?:\s+below)?$/iu.test(
      instruction.target,
    );
  const candidates = elements.filter(({ states, interactive }) => states.includes(current) && interactive);
  const only = single(candidates);
  if (isPlain && only) {
    yield* click(state, instruction.clause, `${only.id} "${only.name}" is the only ${current} element.`, only);
    return;
  }
  const matches = await matchTarget(state, instruction.target, 'expand');
  const usable =
    isPlain && !matches.one
      ? elements.filter(
          ({ interactive, role }) => interactive && role !== 'Button' && role !== 'Link' && role !== 'TextInput',
        )
      : [];
  const loose = single(usable);
  const found =
    matches.one ??
    (loose
      ? { element: loose, score: 0.7, why: 'the only element that can be expanded' }
      : yield* waitForTarget(state, instruction.target, 'expand'));
  if (found.element.states.includes(wanted)) return;
  yield* clickMatch(state, instruction.clause, instruction.target, found);
}
