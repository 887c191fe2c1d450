import type { ScreenNode } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing, isTimeout } from '../atspi/atspi.js';
import { hasState, parseStates } from '../atspi/object-facts.js';
import { resolveObject } from '../sheets/cell-keys.js';

/** Whether a program still has a node. True when the program is too busy to answer. */
export async function nodeExists(call: AtspiCall, { key }: ScreenNode): Promise<boolean> {
  if (!key.startsWith(':')) return true; // a window, or a text in a picture: not an object of a program
  try {
    const ref = await resolveObject(call, key);
    const reply = ref && (await ignoreMissing(call(ref, 'Accessible', 'GetState')));
    return reply !== undefined && !hasState({ states: parseStates(reply[0]) }, 'defunct');
  } catch (error) {
    if (isTimeout(error)) return true;
    throw error;
  }
}
