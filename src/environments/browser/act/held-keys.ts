import { type Modifier, modifiers } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import { type KeyChord, keyDefinition } from '../../../core/keys/keys.js';
import type { ActionContext, ActionOf, InputPage } from './action-context.js';
import { recordedDocuments } from './locate-target.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';

type Keyboard = Pick<ActionContext, 'input' | 'page'>;

/** The modifiers that an earlier action left pressed. */
export function heldModifiers({ heldKeys }: Pick<InputPage, 'heldKeys'>): Modifier[] {
  return modifiers.filter((modifier) => heldKeys.has(modifier));
}

/** Prepares a key action with a phase: presses keys that stay down, or releases them. */
export async function prepareHeldKey(
  context: ActionContext,
  action: ActionOf<'key'>,
  chords: readonly KeyChord[],
): Promise<PreparedAction> {
  const { page } = context;
  const [chord] = chords;
  if (!chord || chords.length > 1 || action.repeat !== undefined || action.holdMs !== undefined) {
    throw new HandrailError(
      'invalid_action',
      'key: a phase takes one chord, without repeat and holdMs.',
      "For example { keys: 'Shift', phase: 'down' }.",
    );
  }
  const keys = [...chord.modifiers, chord.key];
  const unknown = keys.find((key) => !keyDefinition(key));
  if (unknown !== undefined) {
    throw new HandrailError('unsupported', `No key produces "${unknown}", so it cannot be held.`, 'Use type for it.');
  }
  if (action.phase === 'up' && !keys.some((key) => page.heldKeys.has(key))) {
    throw new HandrailError('invalid_action', `${chord.canonical} is not held.`, "Use key with phase 'down' first.");
  }
  return preparedAction(() => (action.phase === 'down' ? pressKeys(context, keys) : releaseKeys(context, keys)), {
    documents: await recordedDocuments(context),
    awaitsLateEffects: true,
    hasNativeEffect: true,
    movesFocus: true,
  });
}

async function pressKeys({ input, page }: Keyboard, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    page.heldKeys.add(key);
    await input.pressKey(key);
  }
}

async function releaseKeys({ input, page }: Keyboard, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].reverse()) {
    if (!page.heldKeys.delete(key)) continue;
    await input.releaseKey(key);
  }
}

/** Runs `work` with modifiers pressed. Modifiers that were held before stay held. */
export async function withModifiers(
  { input, page }: Pick<ActionContext, 'input'> & { page: Pick<InputPage, 'heldKeys'> },
  wanted: readonly Modifier[] | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const pressed: Modifier[] = [];
  try {
    for (const modifier of wanted ?? []) {
      if (page.heldKeys.has(modifier) || pressed.includes(modifier)) continue;
      pressed.push(modifier);
      await input.pressKey(modifier);
    }
    await work();
  } finally {
    for (const modifier of pressed.reverse()) await input.releaseKey(modifier);
  }
}
