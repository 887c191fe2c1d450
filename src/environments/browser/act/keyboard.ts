import type { CDPSession } from 'playwright-core';
import type { Modifier } from '../../../core/action.js';
import { type KeyChord, keyDefinition } from '../../../core/keys.js';

const bits: Record<Modifier, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

export function modifierMask(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((mask, modifier) => mask | bits[modifier], 0);
}

type KeyEvent = Parameters<CDPSession['send']>[1] & { type: 'keyDown' | 'rawKeyDown' | 'keyUp' };

/** One key going down or up, as Chromium takes it. */
function keyEvent(key: string, down: boolean, mask: number): KeyEvent | undefined {
  const definition = keyDefinition(key);
  if (!definition) return undefined;
  const types = (mask & ~bits.Shift) === 0;
  const text = down && types ? (key === 'Enter' ? '\r' : definition.text) : undefined;
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

async function send(session: CDPSession, event: KeyEvent | undefined): Promise<void> {
  if (event) await session.send('Input.dispatchKeyEvent', event as never);
}

/** Presses the modifiers down, in order, and gives back how to let them go. Those held before stay held. */
export function holdModifiers(
  session: CDPSession,
  wanted: readonly Modifier[],
  before: readonly Modifier[],
): { down: Promise<void>[]; up: () => Promise<void>[] } {
  let mask = modifierMask(before);
  const modifiers = wanted.filter((modifier) => !before.includes(modifier));
  const down = modifiers.map((modifier) => {
    mask |= bits[modifier];
    return send(session, keyEvent(modifier, true, mask));
  });
  const up = () =>
    [...modifiers].reverse().map((modifier) => {
      mask &= ~bits[modifier];
      return send(session, keyEvent(modifier, false, mask));
    });
  return { down, up };
}

/** How a chord is pressed. */
export interface Pressing {
  repeat?: number | undefined;
  /** Waited for while it is down. */
  hold?: (() => Promise<void>) | undefined;
  /** Modifiers that are held anyway. */
  before?: readonly Modifier[];
}

/** Presses a chord. Events are sent in one go: the browser keeps their order. */
export async function pressChord(
  session: CDPSession,
  chord: KeyChord,
  { repeat = 1, hold, before = [] }: Pressing = {},
): Promise<void> {
  const definition = keyDefinition(chord.key);
  if (!definition) {
    await session.send('Input.insertText', { text: chord.key.repeat(repeat) });
    return;
  }
  const isModifier = (bits as Record<string, number>)[chord.key] !== undefined;
  const shifted = definition.needsShift && !chord.modifiers.includes('Shift');
  const modifiers: Modifier[] = [...before, ...chord.modifiers, ...(shifted ? (['Shift'] as const) : [])];
  const others = modifiers.filter((modifier) => modifier !== chord.key);
  const held = holdModifiers(session, others, before);
  const sent = [...held.down];
  const mask = modifierMask(modifiers) | (isModifier ? ((bits as Record<string, number>)[chord.key] ?? 0) : 0);
  for (let turn = 1; turn < repeat; turn += 1) {
    sent.push(send(session, keyEvent(chord.key, true, mask)));
    sent.push(send(session, keyEvent(chord.key, false, modifierMask(others))));
  }
  sent.push(send(session, keyEvent(chord.key, true, mask)));
  try {
    if (hold) await hold();
  } finally {
    sent.push(send(session, keyEvent(chord.key, false, modifierMask(others))), ...held.up());
    await Promise.all(sent);
  }
}

/** Lets a key go that nobody saw go down. */
export function releaseKey(session: CDPSession, key: string): Promise<void> {
  return send(session, keyEvent(key, false, 0));
}

const longestTyped = 400;

/** Types text: by keys where a US keyboard has them, as inserted text where not, and in one piece where it is long. */
export async function typeText(session: CDPSession, text: string): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const byKeys = text.length <= longestTyped;
  let plain = '';
  const flush = () => {
    if (plain) sent.push(session.send('Input.insertText', { text: plain }));
    plain = '';
  };
  for (const part of text.match(/\r\n|[\s\S]/gu) ?? []) {
    const key = part === '\n' || part === '\r\n' || part === '\r' ? 'Enter' : part === '\t' ? 'Tab' : part;
    const definition = keyDefinition(key);
    if (definition && (byKeys || key === 'Enter' || key === 'Tab')) {
      flush();
      const mask = definition.needsShift ? bits.Shift : 0;
      sent.push(send(session, keyEvent(key, true, mask)), send(session, keyEvent(key, false, mask)));
    } else plain += part;
  }
  flush();
  await Promise.all(sent);
}
