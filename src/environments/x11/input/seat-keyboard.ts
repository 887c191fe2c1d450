import { setTimeout as delay } from 'node:timers/promises';
import type { Modifier } from '../../../core/action.js';
import { toCancelledError } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { KeyChord } from '../../../core/keys/keys.js';
import type { XConnection } from '../protocol/connection.js';
import type { Xkb } from '../protocol/xkb.js';
import type { FakeEvent } from './devices.js';
import { createHeldKeys } from './held-keys.js';
import type { KeyMap, KeyPosition } from './key-map.js';
import { createKeyboardLayout, findKey, requireKey } from './keyboard-layout.js';
import { createModifiers, type SelectGroup } from './keyboard-modifiers.js';
import type { SpareKeys } from './spare-keys.js';

/** A keyboard that types for Handrail. */
export interface SeatKeyboard {
  /** `keysRead` resolves when the program has read all keys so far. */
  type(text: string, keysRead: () => Promise<void>, signal?: AbortSignal): Promise<void>;
  key(chord: KeyChord, how: KeyPress, keysRead: () => Promise<void>, signal?: AbortSignal): Promise<void>;
  /** Runs `work` while the modifiers are held. */
  holding(modifiers: readonly Modifier[], work: () => Promise<void>): Promise<void>;
  releaseAll(): void;
}

export interface KeyPress {
  repeat: number;
  holdMs?: number;
  phase?: 'down' | 'up';
  /** Called when all keys are sent, before any program can have reacted. */
  onSent?: () => void;
}

export interface SeatKeyboardOptions {
  x: XConnection;
  xkb: Xkb;
  spareKeys: SpareKeys;
  /** The keyboard whose modifiers and layout are switched. */
  keyboard: number;
  /** Keyboards that get the layout of the user's keyboard, because programs read that one. */
  copies: readonly number[];
  fake(event: FakeEvent & `key ${string}`, keycode: number): void;
}

/** After this many characters, typing waits for the server and checks for cancellation. */
const batchLength = 64;

export function createSeatKeyboard(options: SeatKeyboardOptions): SeatKeyboard {
  const { x, spareKeys, fake } = options;
  const held = createHeldKeys(x, fake);
  const layout = createKeyboardLayout(options);
  const { withPlainState, holdModifiersOf } = createModifiers(options, held.codes);

  function typeKey(map: KeyMap, position: KeyPosition, selectGroup: SelectGroup): void {
    selectGroup(position.group);
    const releaseModifiers = holdModifiersOf(map, position);
    fake('key down', position.keycode);
    fake('key up', position.keycode);
    releaseModifiers();
  }

  async function typeBatch(characters: string[], map: KeyMap, selectGroup: SelectGroup, signal?: AbortSignal) {
    for (const [index, character] of characters.entries()) {
      const position = findKey(map, character);
      if (!position)
        throw new HandrailError('unknown_key', `The keyboard cannot type "${character}".`, 'Leave the character out.');
      typeKey(map, position, selectGroup);
      if (index % batchLength !== batchLength - 1) continue;
      await x.sync();
      if (signal?.aborted) throw toCancelledError(signal);
    }
  }

  /** Presses and releases one key several times. */
  async function pressRepeatedly(
    map: KeyMap,
    position: KeyPosition,
    { repeat, holdMs }: KeyPress,
    selectGroup: SelectGroup,
    signal?: AbortSignal,
  ): Promise<void> {
    for (let count = 0; count < repeat; count += 1) {
      if (signal?.aborted) throw toCancelledError(signal);
      selectGroup(position.group);
      const releaseModifiers = holdModifiersOf(map, position);
      held.press(position.keycode);
      try {
        if (holdMs) await pause(holdMs, signal);
      } finally {
        held.release(position.keycode);
        releaseModifiers();
      }
    }
  }

  return {
    async type(text, keysRead, signal) {
      let rest = splitCharacters(text);
      await withPlainState(async (selectGroup) => {
        while (rest.length > 0) {
          const map = await layout.read();
          const length = typableLength(rest, spareKeys.capacity(map), (key) => layout.includes(map, key));
          if (length === 0) {
            throw new HandrailError(
              'unsupported',
              `The keyboard has no key for "${rest[0]}", and no spare key.`,
              'Leave the character out.',
            );
          }
          const batch = rest.slice(0, length);
          const complete = await layout.readWith([...new Set(batch)], keysRead);
          await typeBatch(batch, complete, selectGroup, signal);
          rest = rest.slice(length);
        }
      });
    },
    async key(chord, how, keysRead, signal) {
      const map = await layout.readWith([chord.key], keysRead);
      const modifiers = chord.modifiers.map((modifier) => requireKey(map, modifier).keycode);
      const position = requireKey(map, chord.key);
      if (how.phase === 'up') {
        for (const code of [position.keycode, ...modifiers.reverse()]) held.release(code);
        return x.sync();
      }
      if (how.phase === 'down') {
        for (const code of modifiers.filter((one) => !held.codes.has(one))) held.press(code);
        held.press(position.keycode);
        return x.sync();
      }
      const isCharacter = chord.key.length === 1 && chord.modifiers.length === 0;
      const pressKeys = (selectGroup: SelectGroup) => pressRepeatedly(map, position, how, selectGroup, signal);
      await held.holding(
        modifiers,
        () => (isCharacter || position.group > 0 ? withPlainState(pressKeys) : pressKeys(() => undefined)),
        how.onSent,
      );
    },
    async holding(modifiers, work) {
      const map = await layout.read();
      await held.holding(
        modifiers.map((modifier) => requireKey(map, modifier).keycode),
        work,
      );
    },
    releaseAll: held.releaseAll,
  };
}

/** The characters of a text. A CRLF is one line feed. */
function splitCharacters(text: string): string[] {
  return (text.match(/\r\n|[\s\S]/gu) ?? []).map((part) => (part === '\r\n' ? '\n' : part));
}

/** How many of the characters can be typed with this many spare symbols. */
function typableLength(characters: readonly string[], capacity: number, isKnown: (key: string) => boolean): number {
  const missing = new Set<string>();
  for (const [index, character] of characters.entries()) {
    if (isKnown(character)) continue;
    missing.add(character);
    if (missing.size > capacity) return index;
  }
  return characters.length;
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    throw signal?.aborted ? toCancelledError(signal) : error;
  }
}
