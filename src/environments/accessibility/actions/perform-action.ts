import { withTimeout } from '../../../core/deadline.js';
import { type AtspiCall, ignoreMissing, isTimeout } from '../atspi/atspi.js';
import { hasInterface, type ObjectFacts } from '../atspi/object-facts.js';
import { toList, toText } from '../dbus/bus-values.js';

const replyTimeoutMs = 800;

/** Performs the first of the named actions that an object has. False when it has none of them, or refuses. */
export async function performAction(call: AtspiCall, facts: ObjectFacts, names: readonly string[]): Promise<boolean> {
  if (!hasInterface(facts, 'Action')) return false;
  const reply = await ignoreMissing(call(facts.ref, 'Action', 'GetActions'));
  const available = toList(reply?.[0]).map((action) =>
    toText(toList(action)[0])
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
  const named = names.map((name) => available.indexOf(name)).find((index) => index >= 0);
  const index = named ?? (available[0] === '' ? 0 : undefined); // the only action of LibreOffice objects has no name
  if (index === undefined) return false;
  try {
    const [isDone] = await withTimeout(replyTimeoutMs, 'The action', call(facts.ref, 'Action', 'DoAction', 'i', index));
    return isDone === true;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return true; // the program answered a moment ago, so it is busy with the action: Qt replies after the dialog is closed
  }
}
