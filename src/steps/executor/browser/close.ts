import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { isWithin } from '../../resolver/layout.js';
import { matchTarget } from '../../resolver/target.js';
import { click, pressKey } from '../element-calls.js';
import { pressControlFor } from '../named-control.js';

/** Closes a dialog, a banner or a menu with its button, else with Escape. */
export async function* closeOnPage(state: ExecutionState, { what, clause }: InstructionOf<'close'>): Execution {
  const { modal, elements } = state.turn.observation;
  const isDialog =
    /\b(?:dialog|popup|pop-up|modal|window|alert|prompt|message|box|banner|notification|overlay)\b/iu.test(what);
  if (modal && isDialog) {
    yield* performCall(state, clause, `The open ${modal.kind} shows "${modal.text.slice(0, 60)}".`, {
      tool: 'handle_dialog',
      input: { accept: modal.kind === 'alert' },
    });
    return;
  }
  const names = /^(?:close|dismiss|×|✕|✖|x|got it|no thanks|hide)(?:\s|$)|^[×✕✖]$/iu;
  const buttons = elements.filter(
    ({ name, description, interactive }) => interactive && (names.test(name.trim()) || names.test(description ?? '')),
  );
  const box = elements.find(({ role }) => role === 'Dialog');
  const inside = box ? buttons.filter((button) => isWithin(button, box, 1)) : buttons;
  const named = await matchTarget(state, `close ${what}`, 'click');
  const [first] = inside.length > 0 ? inside : buttons;
  const element =
    named.one && named.one.score >= 0.8 && named.one.element.interactive
      ? named.one.element
      : isDialog &&
          (inside.length === 1 ||
            buttons.length === 1 ||
            (inside.length > 1 && inside.every(({ name }) => names.test(name))))
        ? first
        : undefined;
  if (element) {
    yield* click(state, clause, `${element.id} ${element.role} "${element.name}" closes it.`, element);
    return;
  }
  if (box || /\bmenu\b/iu.test(what)) {
    yield* pressKey(state, clause, 'No button closes it: pressing Escape.', 'Escape');
    return;
  }
  yield* pressControlFor(state, 'close', what, clause);
}
