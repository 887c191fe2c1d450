import { parseKeySequence } from '../../../core/keys/keys.js';
import type { ActionContext, ActionOf } from './action-context.js';
import { heldModifiers, prepareHeldKey } from './held-keys.js';
import { recordedDocuments } from './locate-target.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';

export async function prepareKey(context: ActionContext, action: ActionOf<'key'>): Promise<PreparedAction> {
  const chords = parseKeySequence(action.keys);
  if (action.phase) return prepareHeldKey(context, action, chords);
  const { repeat, holdMs } = action;
  const hold = holdMs ? { ms: holdMs, wait: () => waitWhileOpen(context, holdMs) } : undefined;
  const heldBefore = heldModifiers(context.page);
  const execute = async () => {
    for (const chord of chords) await context.input.pressChord(chord, { repeat, hold, heldBefore });
  };
  return preparedAction(execute, {
    documents: await recordedDocuments(context),
    awaitsLateEffects: true,
    hasNativeEffect: true,
    movesFocus: true,
  });
}

/** Waits for `ms`, but no longer than the page is open. */
async function waitWhileOpen({ page, signal }: ActionContext, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  for (let left = ms; left > 0 && !page.closed && !page.crashed; left = deadline - performance.now())
    await page.changeSignal.wait(left, signal);
}
