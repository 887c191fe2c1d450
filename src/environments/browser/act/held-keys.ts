import { type Modifier, modifiers } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import { type KeyChord, keyDefinition } from '../../../core/keys.js';
import type { ActionContext, ActionOf, InputPage } from './action-context.js';
import { recordedDocuments } from './locate-target.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';

type KeyboardPage = Pick<InputPage, 'page' | 'heldKeys'>;

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
  return preparedAction(() => (action.phase === 'down' ? pressKeys(page, keys) : releaseKeys(page, keys)), {
    documents: await recordedDocuments(context),
    awaitsLateEffects: true,
    hasNativeEffect: true,
    movesFocus: true,
  });
}

async function pressKeys({ page, heldKeys }: KeyboardPage, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    heldKeys.add(key);
    await page.keyboard.down(key);
  }
}

async function releaseKeys({ page, heldKeys }: KeyboardPage, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].reverse()) {
    if (!heldKeys.delete(key)) continue;
    await page.keyboard.up(key);
  }
}

/** Releases every key that is still held. */
export function releaseAllKeys(page: KeyboardPage): Promise<void> {
  return releaseKeys(page, [...page.heldKeys]);
}

/** Runs `work` with modifiers pressed. Modifiers that were held before stay held. */
export async function withModifiers(
  { page, heldKeys }: KeyboardPage,
  wanted: readonly Modifier[] | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const pressed: Modifier[] = [];
  try {
    for (const modifier of wanted ?? []) {
      if (heldKeys.has(modifier) || pressed.includes(modifier)) continue;
      pressed.push(modifier);
      await page.keyboard.down(modifier);
    }
    await work();
  } finally {
    for (const modifier of pressed.reverse()) await page.keyboard.up(modifier);
  }
}
