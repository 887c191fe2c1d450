import type { Element } from '../../../core/element.js';
import { type Execution, performCall } from '../../calls.js';
import { fillFields } from '../../executor/browser/fields.js';
import { click, clickMatch } from '../../executor/element-calls.js';
import { isSubmittedNext, pressSubmit } from '../../executor/form-request.js';
import type { InstructionOf } from '../../instruction.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';

/** Replies to or forwards the last found mail. */
export async function* answerMail(step: Step, instruction: InstructionOf<'answer_mail'>): Execution<unknown> {
  const box = instruction.act === 'reply' && instruction.text ? replyBox(step) : undefined;
  if (box && instruction.text) {
    yield* performCall(step, `${box.id} "${box.name}" is the field for the reply.`, 'type', {
      selector: box.id,
      text: await resolveValue(step, instruction.text),
      clear: true,
    });
    if (await isSubmittedNext(step)) return;
    return yield* pressSubmit(step, ['post', 'send', 'reply', 'submit', 'comment'], box);
  }
  let control = await matchTarget(step, instruction.act, 'click');
  if (!control.one && step.discourse.target?.element) {
    yield* click(
      step,
      `Opening ${step.discourse.target.element.id} "${step.discourse.target.element.name}" to ${instruction.act}.`,
      step.discourse.target.element,
    );
    control = await matchTarget(step, instruction.act, 'click');
  }
  const button = control.one ?? (yield* waitForTarget(step, instruction.act, 'click'));
  yield* clickMatch(step, instruction.act, button);
  if (instruction.to !== undefined) yield* fillFields(step, [['to', { kind: 'text', text: instruction.to }]]);
  if (instruction.text) {
    const text = await resolveValue(step, instruction.text);
    const fields = step.screen.turn.observation.elements.filter(
      (element) => isField(element) && !element.states.includes('disabled'),
    );
    const long = fields.filter(({ states }) => states.includes('multiline'));
    const named = fields.filter(({ name }) => /\b(?:message|body|reply|text|comment)\b/iu.test(name));
    const focused = fields.filter(({ states }) => states.includes('focused'));
    const [field] = [long, named, focused, fields].find(({ length }) => length === 1) ?? [];
    if (!field) throw ambiguous(step.clause, fields);
    yield* performCall(step, `${field.id} "${field.name}" is the field for the text.`, 'type', {
      selector: field.id,
      text,
      clear: true,
    });
  }
  const send = yield* waitForTarget(step, 'send', 'click');
  yield* clickMatch(step, 'send', send);
}

/** The open field for a reply. */
function replyBox({ screen: { turn } }: Step): Element | undefined {
  const fields = turn.observation.elements.filter(
    (element) => isField(element) && /\b(?:reply|comment|respon[ds]e?|answer)\b/iu.test(element.name),
  );
  return single(fields);
}
