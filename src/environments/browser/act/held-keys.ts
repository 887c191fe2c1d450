import { type Action, type Modifier, modifiers } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import { type KeyChord, keyDefinition } from '../../../core/keys.js';
import type { Tab } from '../tabs/tab.js';
import { type ActionContext, doing, type PreparedAction } from './action-context.js';
import { mainDocument } from './locate.js';

type HeldKey = Extract<Action, { type: 'key' }>;

/** The modifiers that stay down until an action lets them go. */
export function heldModifiers({ heldKeys }: Pick<Tab, 'heldKeys'>): Modifier[] {
  return modifiers.filter((modifier) => heldKeys.has(modifier));
}

/** Presses keys down that stay down, or lets them go again. */
export function holdOrRelease(hands: ActionContext, action: HeldKey, chords: readonly KeyChord[]): PreparedAction {
  const { tab } = hands;
  const [chord] = chords;
  if (!chord || chords.length > 1 || action.repeat !== undefined || action.holdMs !== undefined) {
    throw new HandrailError(
      'invalid_action',
      'key: a phase goes with one chord, without repeat and holdMs.',
      "For example { keys: 'Shift', phase: 'down' }.",
    );
  }
  const keys = [...chord.modifiers, chord.key];
  const unknown = keys.find((key) => !keyDefinition(key));
  if (unknown !== undefined) {
    throw new HandrailError('unsupported', `"${unknown}" is on no key that could be held.`, 'Use type for such text.');
  }
  if (action.phase === 'up' && !keys.some((key) => tab.heldKeys.has(key))) {
    throw new HandrailError('invalid_action', `${chord.normal} is not held.`, "Use key with phase 'down' first.");
  }
  const go = () => (action.phase === 'down' ? press(tab, keys) : release(tab, keys));
  return doing(go, { documents: [mainDocument(hands)], patient: true, byItself: true, focuses: true });
}

async function press(tab: Tab, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    tab.heldKeys.add(key);
    await tab.page.keyboard.down(key);
  }
}

async function release(tab: Tab, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].reverse()) {
    if (!tab.heldKeys.delete(key)) continue;
    await tab.page.keyboard.up(key);
  }
}

/** Lets everything go that is still held. */
export function releaseAll(tab: Tab): Promise<void> {
  return release(tab, [...tab.heldKeys]);
}

/** Does something with modifiers held around it. Those that are held anyway stay so. */
export async function holding(
  tab: Tab,
  wanted: readonly Modifier[] | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const { keyboard } = tab.page;
  const extra = (wanted ?? []).filter((modifier) => !tab.heldKeys.has(modifier));
  const down: Modifier[] = [];
  try {
    for (const modifier of extra) {
      down.push(modifier);
      await keyboard.down(modifier);
    }
    await work();
  } finally {
    for (const modifier of down.reverse()) await keyboard.up(modifier);
  }
}
