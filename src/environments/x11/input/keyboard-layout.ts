import { HandrailError } from '../../../core/errors.js';
import type { XConnection } from '../protocol/connection.js';
import { coreKeyboard, type Xkb } from '../protocol/xkb.js';
import type { KeyMap, KeyPosition } from './key-map.js';
import { keysymsOf } from './keysyms.js';
import type { SpareKeys } from './spare-keys.js';

/** The current layout of the user's keyboard, which programs use for every keyboard. */
export interface KeyboardLayout {
  read(): Promise<KeyMap>;
  /** A layout in which each of these keys and characters has a position. `keysRead` resolves when the program has read all keys so far. */
  readWith(keys: readonly string[], keysRead: () => Promise<void>): Promise<KeyMap>;
  /** Whether the layout itself has the key, without a spare key. */
  includes(map: KeyMap, key: string): boolean;
}

export interface KeyboardLayoutOptions {
  x: XConnection;
  xkb: Xkb;
  spareKeys: SpareKeys;
  /** Keyboards that get a copy of the layout. */
  copies: readonly number[];
}

export function createKeyboardLayout({ x, xkb, spareKeys, copies }: KeyboardLayoutOptions): KeyboardLayout {
  let cached: KeyMap | undefined;
  let cachedWithSpareKeys = false;
  xkb.onMapChange(() => {
    cached = undefined;
  });

  async function read(): Promise<KeyMap> {
    await x.sync(); // an event for a changed layout arrives before the reply
    if (cached && cachedWithSpareKeys === spareKeys.inUse()) return cached; // spare keys may have been released in between
    const { map, reply } = await xkb.readMap(coreKeyboard);
    for (const keyboard of copies) xkb.writeMap(keyboard, reply);
    cached = map;
    cachedWithSpareKeys = spareKeys.inUse();
    return map;
  }

  const includes = (map: KeyMap, key: string): boolean => {
    const position = findKey(map, key);
    return position !== undefined && !spareKeys.owns(position.keycode);
  };

  return {
    read,
    includes,
    async readWith(keys, keysRead) {
      const map = await read();
      const missing = keys.filter((key) => !includes(map, key));
      if (missing.length === 0) return map;
      const symbols = new Set(missing.flatMap((key) => keysymsOf(key)[0] ?? []));
      if (!(await spareKeys.assign([...symbols], map, keysRead))) return map;
      cached = undefined;
      return read();
    },
  };
}

/** The position of a key or character in a layout. */
export function findKey(map: KeyMap, key: string): KeyPosition | undefined {
  for (const symbol of keysymsOf(key)) {
    const position = map.find(symbol);
    if (position) return position;
  }
  return undefined;
}

/** As `findKey`. Throws `unknown_key` when the layout lacks the key. */
export function requireKey(map: KeyMap, key: string): KeyPosition {
  const position = findKey(map, key);
  if (!position) throw new HandrailError('unknown_key', `The keyboard layout has no key ${key}.`, 'Use another key.');
  return position;
}
