import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { isWithin } from '../../resolver/layout.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { ambiguous } from '../../resolver/target-errors.js';
import type { Step } from '../../step.js';

/** Answers the open browser dialog, else clicks the button of a dialog of the page. */
export async function* answerDialog(step: Step, instruction: InstructionOf<'answer_dialog'>): Execution {
  const { modal, elements } = step.screen.turn.observation;
  const text = instruction.text === undefined ? undefined : await resolveValue(step, instruction.text);
  if (modal) {
    yield* performCall(step, `The open ${modal.kind} shows "${modal.text.slice(0, 80)}".`, 'handle_dialog', {
      accept: instruction.accept || modal.kind === 'alert',
      text,
    });
    return;
  }
  const names = instruction.accept
    ? /^(?:ok|okay|yes|accept|confirm|agree|allow|continue|got it|proceed)\b/iu
    : /^(?:cancel|no|dismiss|reject|decline|close|×|x)\b|^[×✕]$/iu;
  const dialogs = elements.filter(({ role }) => role === 'Dialog');
  const buttons = elements.filter(
    (one) => one.role === 'Button' && names.test(one.name) && dialogs.some((box) => isWithin(one, box, 1)),
  );
  const [button] = buttons;
  if (buttons.length > 1) throw ambiguous(step.clause, buttons);
  if (!button)
    throw new HandrailError(
      'not_found',
      `"${step.clause}": no dialog is open.`,
      'State in the task what opens it first.',
    );
  yield* performCall(step, `${button.id} "${button.name}" is the button of the open dialog.`, 'click', {
    selector: button.id,
  });
}
