import type { Button, Modifier } from '../../../core/action.js';
import { type KeyChord, keyDefinition } from '../../../core/keys/keys.js';
import type { ChordOptions } from '../act/action-context.js';
import type { CdpSession } from '../handles.js';

export const modifierBits: Record<Modifier, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

export const buttonBits: Record<Button, number> = { left: 1, right: 2, middle: 4, back: 8, forward: 16 };

export function modifierMask(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((mask, modifier) => mask | modifierBits[modifier], 0);
}

type KeyEvent = Parameters<CdpSession['send']>[1] & { type: 'keyDown' | 'rawKeyDown' | 'keyUp' };

/** The CDP event of a key that goes down or up. Undefined for a character that no key produces. */
function toKeyEvent(key: string, down: boolean, mask: number): KeyEvent | undefined {
  const definition = keyDefinition(key);
  if (!definition) return undefined;
  const producesText = (mask & ~modifierBits.Shift) === 0;
  const text = down && producesText ? (key === 'Enter' ? '\r' : definition.text) : undefined;
  return {
    type: down ? (text ? 'keyDown' : 'rawKeyDown') : 'keyUp',
    key: definition.key,
    code: definition.code,
    windowsVirtualKeyCode: definition.keyCode,
    location: definition.location,
    isKeypad: definition.location === 3,
    modifiers: mask,
    ...(text ? { text, unmodifiedText: text } : {}),
  } as KeyEvent;
}

export async function sendKey(session: CdpSession, key: string, down: boolean, mask: number): Promise<void> {
  const event = toKeyEvent(key, down, mask);
  if (event) await session.send('Input.dispatchKeyEvent', event as never);
}

/** Presses modifiers in order. `up` releases those that were not held before. */
export function pressModifiers(
  session: CdpSession,
  wanted: readonly Modifier[],
  heldBefore: readonly Modifier[],
): { down: Promise<void>[]; up: () => Promise<void>[] } {
  let mask = modifierMask(heldBefore);
  const modifiers = wanted.filter((modifier) => !heldBefore.includes(modifier));
  const down = modifiers.map((modifier) => {
    mask |= modifierBits[modifier];
    return sendKey(session, modifier, true, mask);
  });
  const up = () =>
    [...modifiers].reverse().map((modifier) => {
      mask &= ~modifierBits[modifier];
      return sendKey(session, modifier, false, mask);
    });
  return { down, up };
}

/** Presses a chord. All events are sent without waiting in between: the browser keeps their order. */
export async function pressChord(
  session: CdpSession,
  { key, modifiers }: KeyChord,
  { repeat = 1, hold, heldBefore = [] }: ChordOptions = {},
): Promise<void> {
  const definition = keyDefinition(key);
  if (!definition) {
    await session.send('Input.insertText', { text: key.repeat(repeat) });
    return;
  }
  const ownBit = (modifierBits as Record<string, number>)[key] ?? 0;
  const all: Modifier[] = [...heldBefore, ...modifiers];
  if (definition.needsShift && !modifiers.includes('Shift')) all.push('Shift');
  const others = all.filter((modifier) => modifier !== key);
  const upMask = modifierMask(others);
  const downMask = modifierMask(all) | ownBit;
  const pressed = pressModifiers(session, others, heldBefore);
  const sent = [...pressed.down];
  for (let count = 1; count < repeat; count += 1)
    sent.push(sendKey(session, key, true, downMask), sendKey(session, key, false, upMask));
  sent.push(sendKey(session, key, true, downMask));
  try {
    await hold?.wait();
  } finally {
    sent.push(sendKey(session, key, false, upMask), ...pressed.up());
    await Promise.all(sent);
  }
}

/** Sends the keyup event of a key that was not pressed. */
export function releaseKey(session: CdpSession, key: string): Promise<void> {
  return sendKey(session, key, false, 0);
}

const maxCharactersByKeys = 400;

/** Types text with keys of a US keyboard. Other characters, tabs and longer text are inserted: the Tab key would leave the field. */
export async function typeText(session: CdpSession, text: string): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const byKeys = text.length <= maxCharactersByKeys;
  let inserted = '';
  const flush = () => {
    if (inserted) sent.push(session.send('Input.insertText', { text: inserted }));
    inserted = '';
  };
  for (const part of text.match(/\r\n|[\s\S]/gu) ?? []) {
    const key = part === '\n' || part === '\r\n' || part === '\r' ? 'Enter' : part;
    const definition = keyDefinition(key);
    if (definition && (byKeys || key === 'Enter')) {
      flush();
      const mask = definition.needsShift ? modifierBits.Shift : 0;
      sent.push(sendKey(session, key, true, mask), sendKey(session, key, false, mask));
    } else inserted += part;
  }
  flush();
  await Promise.all(sent);
}
