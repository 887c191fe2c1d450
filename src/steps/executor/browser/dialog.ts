import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { ambiguous } from '../../resolver/target-errors.js';

/** Answers the open browser dialog, else clicks the button of a dialog of the page. */
export async function* answerDialog(state: ExecutionState, instruction: InstructionOf<'answer_dialog'>): Execution {
  const { modal, elements } = state.turn.observation;
  const text = instruction.text === undefined ? undefined : await resolveValue(state, instruction.text);
  if (modal) {
    yield* performCall(state, instruction.clause, `The open ${modal.kind} shows "${modal.text.slice(0, 80)}".`, {
      tool: 'handle_dialog',
      input: { accept: instruction.accept || modal.kind === 'alert', text },
    });
    state.hasAnsweredDialog = true;
    return;
  }
  const names = instruction.accept
    ? /^(?:ok|okay|yes|accept|confirm|agree|allow|continue|got it|proceed)\b/iu
    : /^(?:cancel|no|dismiss|reject|decline|close|×|x)\b|^[×✕]$/iu;
  const inside = elements.filter(({ role }) => role === 'Dialog');
  const buttons = elements.filter(
    ({ role, name, bounds }) =>
      role === 'Button' &&
      names.test(name) &&
      inside.some(
        (box) =>
          bounds.x >= box.bounds.x &&
          bounds.y >= box.bounds.y &&
          bounds.x <= box.bounds.x + box.bounds.width &&
          bounds.y <= box.bounds.y + box.bounds.height,
      ),
  );
  const [button] = buttons;
  if (buttons.length > 1) throw ambiguous(instruction.clause, buttons);
  if (!button)
    throw new HandrailError(
      'not_found',
      `"${instruction.clause}": no dialog is open.`,
      'State in the task what opens it first.',
    );
  yield* performCall(state, instruction.clause, `${button.id} "${button.name}" is the button of the open dialog.`, {
    tool: 'click',
    input: { selector: button.id },
  });
}
