import { HandrailError } from '../../../core/errors.js';
import type { XConnection } from '../protocol/connection.js';
import { alone } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { readU32s, u32 } from '../protocol/wire.js';
import { coreKeyboard, type Xkb } from '../protocol/xkb.js';
import type { KeyMap } from './key-map.js';

/** Keys without a meaning that are given characters which the layout lacks. */
export interface SpareKeys {
  /** How many characters can have a key at the same time. */
  room(map: KeyMap): number;
  /**
   * Gives each symbol a key. Programs learn of it before they hear of the next key, because the server tells both in order; but those
   * pressed before must have been read (`read`) before a key can mean something else. False when all of them had one.
   */
  give(wanted: readonly number[], map: KeyMap, read: () => Promise<void>): Promise<boolean>;
  /** Takes all of them back. */
  restore(): Promise<void>;
  inUse(): boolean;
  /** It has a meaning that was given to it here. */
  owns(keycode: number): boolean;
}

/** On the root: keys that were given meanings, so that those of a process that was killed are found. */
const markName = '_HANDRAIL_KEYS';

export function createSpareKeys(x: XConnection, xkb: Xkb, properties: Properties): SpareKeys {
  /** By key: the symbols it has, level by level and group by group. */
  const rows = new Map<number, number[]>();
  let used: number[] = []; // symbols, longest unused first

  const symbolsGiven = (): Set<number> => new Set([...rows.values()].flat());
  /** Those that are still ours: another layout may have been chosen in between, and then they are gone. */
  const forgetLost = (map: KeyMap): void => {
    for (const [keycode, row] of rows) {
      const now = map.symbolsAt(keycode);
      if (row.some((symbol, index) => symbol !== 0 && symbol !== now[index])) rows.delete(keycode);
    }
  };
  const usable = (map: KeyMap): number[] => {
    forgetLost(map);
    return [...rows.keys(), ...map.spare.filter((code) => code !== x.keycodes.least)];
  };
  const room = (map: KeyMap): number => usable(map).length * map.roomiest.levels.length * map.groups;

  const place = (symbols: readonly number[], map: KeyMap): void => {
    const { type, levels } = map.roomiest;
    const width = levels.length;
    const codes = usable(map);
    const touched = new Set<number>();
    let left = [...symbols];
    for (let slot = 0; slot < width * map.groups && left.length > 0; slot += 1) {
      for (const code of codes) {
        const row = rows.get(code) ?? Array.from({ length: width * map.groups }, () => 0);
        if (row[slot] !== 0 || left.length === 0) continue;
        row[slot] = left[0] ?? 0;
        left = left.slice(1);
        rows.set(code, row);
        touched.add(code);
      }
    }
    for (const code of touched) xkb.setKey(code, { type, width, symbols: rows.get(code) ?? [] });
  };

  return {
    room,
    inUse: () => rows.size > 0,
    owns: (keycode) => rows.has(keycode),
    async give(wanted, map, read) {
      forgetLost(map);
      const have = symbolsGiven();
      const missing = wanted.filter((symbol) => !have.has(symbol));
      const keep = new Set(wanted);
      used = [...used.filter((symbol) => !keep.has(symbol)), ...wanted];
      if (missing.length === 0) return false;
      if (wanted.length > room(map)) {
        throw new HandrailError(
          'unsupported',
          `The keyboard has ${room(map)} spare places, and ${wanted.length} are needed.`,
        );
      }
      let free = room(map) - [...rows.values()].flat().filter((symbol) => symbol !== 0).length;
      if (free < missing.length) {
        await read();
        for (const symbol of used.filter((one) => have.has(one) && !keep.has(one))) {
          if (free >= missing.length) break;
          for (const row of rows.values()) {
            const at = row.indexOf(symbol);
            if (at < 0) continue;
            row[at] = 0;
            free += 1;
          }
          used = used.filter((one) => one !== symbol);
        }
      }
      const [name, type] = await Promise.all([properties.atom(markName), properties.atom('CARDINAL')]);
      const others = await properties.numbers(x.root, markName);
      alone(x, () => {
        place(missing, map);
        properties.write(x.root, name, type, 32, u32(...new Set([...others, ...rows.keys()])));
      });
      return true;
    },
    async restore() {
      if (rows.size === 0) return;
      const { map } = await xkb.map(coreKeyboard);
      forgetLost(map);
      const ours = [...rows.keys()];
      rows.clear();
      used = [];
      await takeBack(x, xkb, properties, ours);
    },
  };
}

async function takeBack(x: XConnection, xkb: Xkb, properties: Properties, keycodes: readonly number[]): Promise<void> {
  const [name, type] = await Promise.all([properties.atom(markName), properties.atom('CARDINAL')]);
  const left = (await properties.numbers(x.root, markName)).filter((code) => !keycodes.includes(code));
  alone(x, () => {
    for (const keycode of keycodes) xkb.setKey(keycode, { type: 0, width: 0, symbols: [] });
    if (left.length === 0) properties.remove(x.root, name);
    else properties.write(x.root, name, type, 32, u32(...left));
  });
  await x.roundTrip();
}

/** Takes back what a process that was killed has left on the keyboard. */
export async function sweepSpareKeys(x: XConnection, xkb: Xkb, properties: Properties): Promise<void> {
  const property = await properties.read(x.root, markName);
  if (property) await takeBack(x, xkb, properties, readU32s(property.data));
}
