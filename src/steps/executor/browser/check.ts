import type { Element } from '../../../core/element.js';
import { type Execution, performPlanned } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { matchEvery } from '../../resolver/match-phrase.js';
import { isCheckable } from '../../resolver/purpose.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import type { Step } from '../../step.js';
import { checkCall, clickMatch } from '../element-calls.js';
import { findEvery } from '../every.js';
import { performOnEach } from './pointer.js';

/** Checks or unchecks boxes, switches and toggle buttons. */
export async function* setChecked(step: Step, instruction: InstructionOf<'check'>): Execution {
  const { checked, whole } = instruction;
  if (instruction.every) {
    const elements = yield* findEvery(step, { phrase: whole, match: (all) => everyBox(whole, all) });
    if (elements.length === 0) throw notFound(whole, [(await resolveTarget(step, whole, 'check')).element]);
    return yield* performOnEach(step, { phrase: whole, elements }, (element) => checkCall(element, checked));
  }
  const asOne = instruction.targets.length > 1 ? await matchTarget(step, whole, 'check') : undefined;
  const targets = asOne?.one && !asOne.one.isPrefix ? [whole] : instruction.targets;
  const [first] = targets;
  if (first !== undefined && targets.length === 1 && !(await matchTarget(step, first, 'check')).one) {
    const { one: sentence } = await matchTarget(step, step.clause, 'check');
    if (sentence && isCheckable(sentence.element)) return yield* checkAll(step, [step.clause], checked);
    const button = await switchButton(step, first);
    if (button) return yield* clickMatch(step, first, button);
    yield* waitForTarget(step, first, 'check');
  }
  yield* checkAll(step, targets, checked);
}

function everyBox(phrase: string, elements: readonly Element[]): readonly Element[] {
  const found = [phrase, `checkbox in ${phrase}`].map((one) => matchEvery(one, elements, 'check').filter(isCheckable));
  return found.find(({ length }) => length > 0) ?? [];
}

function checkAll(step: Step, phrases: readonly string[], checked: boolean): Execution {
  return performPlanned(
    step,
    phrases.map((phrase) => async () => {
      const found = await resolveTarget(step, phrase, 'check');
      return { thought: describeMatch(phrase, found), call: checkCall(found.element, checked) };
    }),
  );
}

const switchVerb = /^(turn\s+on|turn\s+off|enable|disable|activate|deactivate|switch\s+on|switch\s+off)\b/iu;

/** A button "Turn on" or "Enable" that belongs to the target. */
async function switchButton(step: Step, target: string): Promise<Match | undefined> {
  const verb = switchVerb.exec(step.clause.trim())?.[1];
  if (!verb) return undefined;
  for (const phrase of [`${verb} ${target}`, `"${verb}" next to ${target}`, `"${verb}" below ${target}`]) {
    const { one } = await matchTarget(step, phrase, 'click');
    if (one?.element.name.toLowerCase().startsWith(verb.toLowerCase())) return one;
  }
  const { one } = await matchTarget(step, `"${verb}"`, 'click');
  return one?.element.role === 'Button' && !one.isPrefix ? one : undefined;
}
