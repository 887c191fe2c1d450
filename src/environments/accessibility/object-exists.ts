import type { ScreenNode } from '../screen/screen.js';
import { type Ask, ifThere, isSlow } from './atspi/atspi.js';
import { has, stateWords } from './atspi/object-facts.js';
import { objectOf } from './sheets/sheet.js';

/** Whether a program still has what it told of. One that is too busy to say is believed to. */
export async function isThere(ask: Ask, { key }: ScreenNode): Promise<boolean> {
  if (!key.startsWith(':')) return true; // a window, or words in a picture: no program told of it
  try {
    const ref = await objectOf(ask, key);
    const answer = ref && (await ifThere(ask(ref, 'Accessible', 'GetState')));
    return answer !== undefined && !has({ states: stateWords(answer[0]) }, 'defunct');
  } catch (error) {
    if (isSlow(error)) return true;
    throw error;
  }
}
