/** Bits of the modifiers in the state of a keyboard. */
export const modifierBits = { shift: 1, lock: 2, control: 4 } as const;

/** How to type a symbol: a key, its layout, and the modifiers to hold. */
export interface KeyPosition {
  keycode: number;
  group: number;
  modifiers: number;
}

interface KeyType {
  mask: number;
  /** Modifier combinations and the level that each selects. Other combinations select level 0. */
  entries: { modifiers: number; level: number }[];
}

interface Key {
  types: number[];
  groups: number;
  width: number;
  symbols: number[];
}

/** The meanings of the keys of a keyboard. */
export interface KeyMap {
  /** The position of a symbol that takes the fewest modifiers. */
  find(symbol: number): KeyPosition | undefined;
  /** The symbols of a key, level by level and layout by layout. */
  symbolsAt(keycode: number): readonly number[];
  /** Keys without symbols. */
  unusedKeys: number[];
  /** Number of layouts. */
  groups: number;
  /** The key type with the most levels, for keys that get temporary symbols: its number, and the modifiers of each level. */
  widestType: { type: number; levels: number[] };
  /** The modifier bits that a key sets while it is held (Shift, AltGr …). */
  modifiersOf(keycode: number): number;
}

const symbols = { numLock: 0xff7f, level3: 0xfe03, level5: 0xfe11 } as const;

/** Parses the reply to a GetMap request for all parts. */
export function parseKeyMap(body: Buffer): KeyMap {
  const byteAt = (offset: number) => body[offset - 8] ?? 0; // offsets of the protocol specification
  const parts = body.subarray(32);
  const types = parseTypes(parts, byteAt(15));
  const keys = parseKeys(parts, types.end, byteAt(17), byteAt(20));
  let next = keys.end;
  next += padded(byteAt(24)) + body.readUInt16LE(22 - 8) * 8; // actions
  next += byteAt(27) * 4; // behaviours
  next += padded(bitCount(body.readUInt16LE(38 - 8))); // virtual modifiers
  next += padded(byteAt(30) * 2); // explicit components
  const held = new Map<number, number>();
  for (let pair = 0; pair < byteAt(33); pair += 1)
    held.set(parts[next + pair * 2] ?? 0, parts[next + pair * 2 + 1] ?? 0);
  return createKeyMap(types.types, keys.keys, held);
}

function createKeyMap(types: KeyType[], keys: Map<number, Key>, held: Map<number, number>): KeyMap {
  const bitOf = (symbol: number): number => {
    for (const [keycode, key] of keys) if (key.symbols.includes(symbol)) return held.get(keycode) ?? 0;
    return 0;
  };
  // Modifiers that typing may use. Num Lock costs least: with Shift, a number pad key may mean something else.
  const costs = new Map<number, number>([
    [bitOf(symbols.numLock), 1],
    [modifierBits.shift, 2],
    [bitOf(symbols.level3), 4],
    [bitOf(symbols.level5), 8],
  ]);
  costs.delete(0);
  const cost = (modifiers: number): number => {
    let sum = 0;
    for (let bit = 1; bit < 256; bit <<= 1) if (modifiers & bit) sum += costs.get(bit) ?? Number.POSITIVE_INFINITY;
    return sum;
  };
  const positions = new Map<number, KeyPosition & { cost: number }>();
  for (const [keycode, key] of keys) {
    for (let group = 0; group < key.groups; group += 1) {
      const type = types[key.types[group] ?? 0];
      for (let level = 0; level < key.width; level += 1) {
        const symbol = key.symbols[group * key.width + level];
        if (!symbol || !type) continue;
        for (const modifiers of modifiersFor(type, level)) {
          const position = { keycode, group, modifiers, cost: cost(modifiers) + group * 16 };
          const known = positions.get(symbol);
          if (position.cost < (known?.cost ?? Number.POSITIVE_INFINITY)) positions.set(symbol, position);
        }
      }
    }
  }
  return {
    find: (symbol) => positions.get(symbol),
    symbolsAt: (keycode) => keys.get(keycode)?.symbols ?? [],
    groups: Math.max(1, ...[...keys.values()].map((key) => key.groups)),
    widestType: findWidestType(types, bitOf(symbols.level3)),
    unusedKeys: [...keys].filter(([, key]) => key.symbols.every((symbol) => symbol === 0)).map(([keycode]) => keycode),
    modifiersOf: (keycode) => held.get(keycode) ?? 0,
  };
}

/** A type with four levels (Shift and AltGr). Without one, the second type, which has two levels (Shift) by the protocol. */
function findWidestType(types: readonly KeyType[], level3: number): KeyMap['widestType'] {
  const levels = [0, modifierBits.shift, level3, modifierBits.shift | level3];
  const fits = (type: KeyType): boolean =>
    type.mask === levels[3] &&
    type.entries.length === 3 &&
    type.entries.every(({ modifiers, level }) => levels[level] === modifiers);
  const four = level3 === 0 ? -1 : types.findIndex(fits);
  return four >= 0 ? { type: four, levels } : { type: 1, levels: levels.slice(0, 2) };
}

function modifiersFor(type: KeyType, level: number): number[] {
  const entries = type.entries.filter((entry) => entry.level === level).map(({ modifiers }) => modifiers);
  const isUnmodifiedFree = !type.entries.some((entry) => entry.modifiers === 0);
  return level === 0 && isUnmodifiedFree ? [0, ...entries] : entries;
}

function parseTypes(parts: Buffer, count: number): { types: KeyType[]; end: number } {
  const types: KeyType[] = [];
  let offset = 0;
  for (let type = 0; type < count; type += 1) {
    const total = parts[offset + 5] ?? 0;
    const preserve = parts[offset + 6] ? total : 0;
    const mask = parts[offset] ?? 0;
    offset += 8;
    const entries: KeyType['entries'] = [];
    for (let entry = 0; entry < total; entry += 1) {
      if (parts[offset]) entries.push({ modifiers: parts[offset + 1] ?? 0, level: parts[offset + 2] ?? 0 });
      offset += 8;
    }
    offset += preserve * 4;
    types.push({ mask, entries });
  }
  return { types, end: offset };
}

function parseKeys(
  parts: Buffer,
  start: number,
  first: number,
  count: number,
): { keys: Map<number, Key>; end: number } {
  const keys = new Map<number, Key>();
  let offset = start;
  for (let index = 0; index < count; index += 1) {
    const total = parts.readUInt16LE(offset + 6);
    const found: number[] = [];
    for (let symbol = 0; symbol < total; symbol += 1) found.push(parts.readUInt32LE(offset + 8 + symbol * 4));
    keys.set(first + index, {
      types: [...parts.subarray(offset, offset + 4)],
      groups: (parts[offset + 4] ?? 0) & 0x0f,
      width: parts[offset + 5] ?? 0,
      symbols: found,
    });
    offset += 8 + total * 4;
  }
  return { keys, end: offset };
}

function padded(length: number): number {
  return length + ((4 - (length % 4)) % 4);
}

function bitCount(bits: number): number {
  return bits.toString(2).replaceAll('0', '').length;
}
