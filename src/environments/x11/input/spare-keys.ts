import { HandrailError } from '../../../core/errors.js';
import type { XConnection } from '../protocol/connection.js';
import { withServerGrab } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { readU32s, u32 } from '../protocol/raw-request.js';
import { coreKeyboard, type Xkb } from '../protocol/xkb.js';
import type { KeyMap } from './key-map.js';

/** Unused keys of the user's keyboard that temporarily get symbols which the layout lacks. */
export interface SpareKeys {
  /** How many symbols can have a key at the same time. */
  capacity(map: KeyMap): number;
  /**
   * Gives each symbol a key. False when all of them had one. Programs learn of the change before the next key, because the server sends both
   * in order. Keys that were pressed before must have been read (`keysRead`) before a key gets another symbol.
   */
  assign(symbols: readonly number[], map: KeyMap, keysRead: () => Promise<void>): Promise<boolean>;
  /** Removes all assigned symbols. */
  restore(): Promise<void>;
  inUse(): boolean;
  /** Whether the symbols of this key were assigned here. */
  owns(keycode: number): boolean;
}

/** A property of the root window that lists the assigned keys, so that those of a killed process are found. */
const markName = '_HANDRAIL_KEYS';

export function createSpareKeys(x: XConnection, xkb: Xkb, properties: Properties): SpareKeys {
  /** Symbols by key, level by level and group by group. 0 is a free slot. */
  const rows = new Map<number, number[]>();
  let recentlyUsed: number[] = []; // symbols, the least recently used first

  /** Forgets keys that lost their symbols because the layout was changed. */
  const forgetLostKeys = (map: KeyMap): void => {
    for (const [keycode, row] of rows) {
      const now = map.symbolsAt(keycode);
      if (row.some((symbol, index) => symbol !== 0 && symbol !== now[index])) rows.delete(keycode);
    }
  };
  const usableKeys = (map: KeyMap): number[] => {
    forgetLostKeys(map);
    return [...rows.keys(), ...map.unusedKeys.filter((code) => code !== x.keycodes.min)];
  };
  const slotsPerKey = (map: KeyMap): number => map.widestType.levels.length * map.groups;
  const capacity = (map: KeyMap): number => usableKeys(map).length * slotsPerKey(map);
  const assignedSymbols = (): number[] => [...rows.values()].flat().filter((symbol) => symbol !== 0);

  /** Writes the symbols to free slots. */
  function fillSlots(symbols: readonly number[], map: KeyMap): void {
    const { type, levels } = map.widestType;
    const keycodes = usableKeys(map);
    const changed = new Set<number>();
    const left = [...symbols];
    for (let slot = 0; slot < slotsPerKey(map); slot += 1) {
      for (const code of keycodes) {
        const row = rows.get(code) ?? Array.from({ length: slotsPerKey(map) }, () => 0);
        const symbol = row[slot] === 0 ? left.shift() : undefined;
        if (symbol === undefined) continue;
        row[slot] = symbol;
        rows.set(code, row);
        changed.add(code);
      }
    }
    for (const code of changed) xkb.setKey(code, { type, width: levels.length, symbols: rows.get(code) ?? [] });
  }

  /** Frees slots of symbols that are not wanted, the least recently used first, until `count` slots are free. */
  function freeSlots(count: number, wanted: ReadonlySet<number>, map: KeyMap): void {
    const assigned = new Set(assignedSymbols());
    let free = capacity(map) - assigned.size;
    for (const symbol of recentlyUsed.filter((one) => assigned.has(one) && !wanted.has(one))) {
      if (free >= count) return;
      for (const row of rows.values()) {
        const slot = row.indexOf(symbol);
        if (slot < 0) continue;
        row[slot] = 0;
        free += 1;
      }
      recentlyUsed = recentlyUsed.filter((one) => one !== symbol);
    }
  }

  return {
    capacity,
    inUse: () => rows.size > 0,
    owns: (keycode) => rows.has(keycode),
    async assign(symbols, map, keysRead) {
      forgetLostKeys(map);
      const assigned = new Set(assignedSymbols());
      const missing = symbols.filter((symbol) => !assigned.has(symbol));
      const wanted = new Set(symbols);
      recentlyUsed = [...recentlyUsed.filter((symbol) => !wanted.has(symbol)), ...symbols];
      if (missing.length === 0) return false;
      if (symbols.length > capacity(map)) {
        throw new HandrailError(
          'unsupported',
          `The keyboard can hold ${capacity(map)} additional symbols, but the text needs ${symbols.length}.`,
        );
      }
      if (capacity(map) - assigned.size < missing.length) {
        await keysRead();
        freeSlots(missing.length, wanted, map);
      }
      const [name, type] = await properties.atoms(markName, 'CARDINAL');
      const marked = await properties.numbers(x.root, markName);
      withServerGrab(x, () => {
        fillSlots(missing, map);
        properties.write(x.root, name, type, 32, u32(...new Set([...marked, ...rows.keys()])));
      });
      return true;
    },
    async restore() {
      if (rows.size === 0) return;
      const { map } = await xkb.readMap(coreKeyboard);
      forgetLostKeys(map);
      const keycodes = [...rows.keys()];
      rows.clear();
      recentlyUsed = [];
      await clearKeys(x, xkb, properties, keycodes);
    },
  };
}

async function clearKeys(x: XConnection, xkb: Xkb, properties: Properties, keycodes: readonly number[]): Promise<void> {
  const [name, type] = await properties.atoms(markName, 'CARDINAL');
  const remaining = (await properties.numbers(x.root, markName)).filter((code) => !keycodes.includes(code));
  withServerGrab(x, () => {
    for (const keycode of keycodes) xkb.setKey(keycode, { type: 0, width: 0, symbols: [] });
    if (remaining.length === 0) properties.remove(x.root, name);
    else properties.write(x.root, name, type, 32, u32(...remaining));
  });
  await x.sync();
}

/** Removes symbols that a killed process left on the keyboard. */
export async function removeStaleSpareKeys(x: XConnection, xkb: Xkb, properties: Properties): Promise<void> {
  const property = await properties.read(x.root, markName);
  if (property) await clearKeys(x, xkb, properties, readU32s(property.data));
}
