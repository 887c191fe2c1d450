import type { XConnection } from '../protocol/connection.js';
import type { Xkb } from '../protocol/xkb.js';
import { type KeyMap, type KeyPosition, modifierBits } from './key-map.js';
import { findKey } from './keyboard-layout.js';

/** Switches the keyboard to one of its layouts. */
export type SelectGroup = (group: number) => void;

/** Switches the modifiers and the layout of a keyboard. */
export interface Modifiers {
  /** Holds the modifiers of a position, with their keys where the layout has such keys. Returns the function that releases them. */
  holdModifiersOf(map: KeyMap, position: KeyPosition): () => void;
  /** Runs `work` with Caps Lock off and with a selectable layout, and restores both. */
  withPlainState(work: (selectGroup: SelectGroup) => Promise<void>): Promise<void>;
}

export interface ModifierOptions {
  x: XConnection;
  xkb: Xkb;
  keyboard: number;
  fake(event: 'key down' | 'key up', keycode: number): void;
}

export function createModifiers({ x, xkb, keyboard, fake }: ModifierOptions, heldKeys: ReadonlySet<number>): Modifiers {
  return {
    holdModifiersOf(map, position) {
      const pressed: number[] = [];
      let missing = position.modifiers;
      for (const code of heldKeys) missing &= ~map.modifiersOf(code);
      for (const key of ['Shift', 'AltGraph']) {
        const keycode = findKey(map, key)?.keycode;
        const bits = keycode === undefined ? 0 : map.modifiersOf(keycode);
        if (keycode === undefined || (missing & bits) === 0) continue;
        fake('key down', keycode);
        pressed.unshift(keycode);
        missing &= ~bits;
      }
      if (missing) xkb.lock(keyboard, { affected: missing, locked: missing });
      return () => {
        if (missing) xkb.lock(keyboard, { affected: missing, locked: 0 });
        for (const code of pressed) fake('key up', code);
      };
    },
    async withPlainState(work) {
      const before = await xkb.readState(keyboard);
      let group = before.lockedGroup;
      const capsLock = before.lockedMods & modifierBits.lock;
      if (capsLock) xkb.lock(keyboard, { affected: modifierBits.lock, locked: 0 });
      try {
        await work((wanted) => {
          if (wanted !== group) xkb.lock(keyboard, { affected: 0, locked: 0 }, wanted);
          group = wanted;
        });
      } finally {
        const modifiers = { affected: capsLock, locked: capsLock };
        if (capsLock || group !== before.lockedGroup) xkb.lock(keyboard, modifiers, before.lockedGroup);
        await x.sync();
      }
    },
  };
}
