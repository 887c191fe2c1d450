import type { Element } from '../../../core/element.js';
import { type Execution, type PlannedCall, performPlanned } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { matchEvery } from '../../resolver/match-phrase.js';
import { isCheckable } from '../../resolver/purpose.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { checkCall, clickMatch } from '../element-calls.js';
import { findEvery } from '../every.js';
import { performOnEach } from './pointer.js';

/** Checks or unchecks boxes, switches and toggle buttons. */
export async function* setChecked(state: ExecutionState, instruction: InstructionOf<'check'>): Execution {
  const { checked, clause } = instruction;
  if (instruction.every) {
    const phrases = [instruction.whole, `checkbox in ${instruction.whole}`];
    const match = (elements: readonly Element[]): readonly Element[] =>
      phrases
        .map((phrase) => matchEvery(phrase, elements, 'check').filter(isCheckable))
        .find(({ length }) => length > 0) ?? [];
    const all = yield* findEvery(state, { phrase: instruction.whole, clause, match });
    const phrase = instruction.whole;
    if (all.length === 0) throw notFound(phrase, [(await resolveTarget(state, phrase, 'check')).element]);
    return yield* performOnEach(state, { phrase, elements: all, clause }, (element) => checkCall(element, checked));
  }
  const whole = instruction.targets.length > 1 ? await matchTarget(state, instruction.whole, 'check') : undefined;
  const targets = whole?.one && !whole.one.isPrefix ? [instruction.whole] : instruction.targets;
  const [first] = targets;
  if (first !== undefined && targets.length === 1 && !(await matchTarget(state, first, 'check')).one) {
    const sentence = await matchTarget(state, clause, 'check');
    if (sentence.one && isCheckable(sentence.one.element)) {
      const plan = { thought: describeMatch(clause, sentence.one), call: checkCall(sentence.one.element, checked) };
      return yield* performPlanned(state, [{ clause, prepare: async () => plan }]);
    }
    const button = await switchButton(state, first, clause);
    if (button) {
      yield* clickMatch(state, clause, first, button);
      return;
    }
    yield* waitForTarget(state, first, 'check');
  }
  yield* performPlanned(
    state,
    targets.map(
      (target): PlannedCall => ({
        clause,
        async prepare() {
          const found = await resolveTarget(state, target, 'check');
          return { thought: describeMatch(target, found), call: checkCall(found.element, checked) };
        },
      }),
    ),
  );
}

/** A button "Turn on" or "Enable" that belongs to the target. */
async function switchButton(state: ExecutionState, target: string, clause: string): Promise<Match | undefined> {
  const verb = /^(turn\s+on|turn\s+off|enable|disable|activate|deactivate|switch\s+on|switch\s+off)\b/iu.exec(
    clause.trim(),
  )?.[1];
  if (!verb) return undefined;
  for (const phrase of [`${verb} ${target}`, `"${verb}" next to ${target}`, `"${verb}" below ${target}`]) {
    const { one } = await matchTarget(state, phrase, 'click');
    if (one?.element.name.toLowerCase().startsWith(verb.toLowerCase())) return one;
  }
  const { one } = await matchTarget(state, `"${verb}"`, 'click');
  return one?.element.role === 'Button' && !one.isPrefix ? one : undefined;
}
