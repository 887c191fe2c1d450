import type { Element } from '../../../core/element.js';
import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import { fillFields } from '../../executor/browser/fill.js';
import { submitForm } from '../../executor/browser/submit.js';
import { click, clickMatch } from '../../executor/element-calls.js';
import { isSubmittedNext, pressSubmit } from '../../executor/form-request.js';
import type { InstructionOf } from '../../instruction.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';

/** Replies to or forwards the last found mail. */
export async function* answerMail(state: ExecutionState, instruction: InstructionOf<'answer_mail'>): Execution {
  const { clause } = instruction;
  const box = instruction.act === 'reply' && instruction.text ? replyBox(state) : undefined;
  if (box && instruction.text) {
    yield* performCall(state, clause, `${box.id} "${box.name}" is the field for the reply.`, {
      tool: 'type',
      input: { selector: box.id, text: await resolveValue(state, instruction.text), clear: true },
    });
    if (await isSubmittedNext(state)) return;
    return yield* pressSubmit(state, clause, ['post', 'send', 'reply', 'submit', 'comment'], box);
  }
  let control = await matchTarget(state, instruction.act, 'click');
  if (!control.one && state.lastTarget?.element) {
    yield* click(
      state,
      clause,
      `Opening ${state.lastTarget.element.id} "${state.lastTarget.element.name}" to ${instruction.act}.`,
      state.lastTarget.element,
    );
    control = await matchTarget(state, instruction.act, 'click');
  }
  const button = control.one ?? (yield* waitForTarget(state, instruction.act, 'click'));
  yield* clickMatch(state, clause, instruction.act, button);
  if (instruction.to !== undefined) yield* fillFields(state, [['to', { kind: 'text', text: instruction.to }]], clause);
  if (instruction.text) {
    const text = await resolveValue(state, instruction.text);
    const fields = state.turn.observation.elements.filter(
      (element) => isField(element) && !element.states.includes('disabled'),
    );
    const long = fields.filter(({ states }) => states.includes('multiline'));
    const named = fields.filter(({ name }) => /\b(?:message|body|reply|text|comment)\b/iu.test(name));
    const focused = fields.filter(({ states }) => states.includes('focused'));
    const [field] = [long, named, focused, fields].find(({ length }) => length === 1) ?? [];
    if (!field) throw ambiguous(clause, fields);
    yield* performCall(state, clause, `${field.id} "${field.name}" is the field for the text.`, {
      tool: 'type',
      input: { selector: field.id, text, clear: true },
    });
  }
  const send = yield* waitForTarget(state, 'send', 'click');
  yield* clickMatch(state, clause, 'send', send);
}

/** The open field for a reply. */
function replyBox({ turn }: ExecutionState): Element | undefined {
  const fields = turn.observation.elements.filter(
    (element) => isField(element) && /\b(?:reply|comment|respon[ds]e?|answer)\b/iu.test(element.name),
  );
  return single(fields);
}

const composers = ['compose', 'new message', 'new email', 'write'];

/** Opens the editor for a new mail if necessary, and fills it in. */
export async function* composeMail(
  state: ExecutionState,
  { fields, send, clause }: InstructionOf<'compose_mail'>,
): Execution {
  const [label] = fields[0] ?? [''];
  const isOpen = (await matchTarget(state, label, 'field')).one;
  for (const name of isOpen ? [] : composers) {
    const { one } = await matchTarget(state, name, 'click');
    if (!one) continue;
    yield* clickMatch(state, clause, name, one);
    break;
  }
  yield* fillFields(state, fields, clause);
  if (send) yield* submitForm(state, { kind: 'submit', clause });
}
