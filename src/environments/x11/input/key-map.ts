/** Bits of the modifiers in the state of a keyboard. */
export const modifierBits = { shift: 1, lock: 2, control: 4 } as const;

/** Where a symbol is on a keyboard: a key, the layout, and the modifiers it takes. */
export interface KeyPlace {
  keycode: number;
  group: number;
  modifiers: number;
}

interface KeyType {
  mask: number;
  /** Modifiers and the level they lead to; without any, the first. */
  entries: { modifiers: number; level: number }[];
}

interface Key {
  types: number[];
  groups: number;
  width: number;
  symbols: number[];
}

/** What the keys of a keyboard mean. */
export interface KeyMap {
  /** The easiest way to a symbol. */
  place(symbol: number): KeyPlace | undefined;
  /** All that a key means, level by level and layout by layout. */
  symbolsAt(keycode: number): readonly number[];
  /** Keys without any meaning. */
  spare: number[];
  /** How many layouts there are. */
  groups: number;
  /** What a key that takes other meanings for a while is made like: the number of a type, and the modifiers that lead to each level. */
  roomiest: { type: number; levels: number[] };
  /** Bits that a key sets while it is held: those of Shift, AltGr … */
  modifiersOf(keycode: number): number;
}

const symbols = { numLock: 0xff7f, level3: 0xfe03, level5: 0xfe11 } as const;

/** Reads the answer to a GetMap of everything. */
export function parseKeyMap(body: Buffer): KeyMap {
  const at = (offset: number) => body[offset - 8] ?? 0; // offsets as the protocol counts them
  const parts = body.subarray(32);
  const types = readTypes(parts, at(15));
  const keys = readKeys(parts, types.end, at(17), at(20));
  let next = keys.end;
  next += padded(at(24)) + body.readUInt16LE(22 - 8) * 8; // actions
  next += at(27) * 4; // behaviours
  next += padded(bitCount(body.readUInt16LE(38 - 8))); // virtual modifiers
  next += padded(at(30) * 2); // explicit components
  const held = new Map<number, number>();
  for (let pair = 0; pair < at(33); pair += 1) held.set(parts[next + pair * 2] ?? 0, parts[next + pair * 2 + 1] ?? 0);
  return mapOf(types.types, keys.keys, held);
}

function mapOf(types: KeyType[], keys: Map<number, Key>, held: Map<number, number>): KeyMap {
  const bitOf = (symbol: number): number => {
    for (const [keycode, key] of keys) if (key.symbols.includes(symbol)) return held.get(keycode) ?? 0;
    return 0;
  };
  // What typing may switch on, and what it costs: a program may take Shift on a number pad for something else.
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
  const places = new Map<number, KeyPlace & { cost: number }>();
  for (const [keycode, key] of keys) {
    for (let group = 0; group < key.groups; group += 1) {
      const type = types[key.types[group] ?? 0];
      for (let level = 0; level < key.width; level += 1) {
        const symbol = key.symbols[group * key.width + level];
        if (!symbol || !type) continue;
        for (const modifiers of waysTo(type, level)) {
          const place = { keycode, group, modifiers, cost: cost(modifiers) + group * 16 };
          const known = places.get(symbol);
          if (place.cost < (known?.cost ?? Number.POSITIVE_INFINITY)) places.set(symbol, place);
        }
      }
    }
  }
  return {
    place: (symbol) => places.get(symbol),
    symbolsAt: (keycode) => keys.get(keycode)?.symbols ?? [],
    groups: Math.max(1, ...[...keys.values()].map((key) => key.groups)),
    roomiest: roomiest(types, bitOf(symbols.level3)),
    spare: [...keys].filter(([, key]) => key.symbols.every((symbol) => symbol === 0)).map(([keycode]) => keycode),
    modifiersOf: (keycode) => held.get(keycode) ?? 0,
  };
}

/** Four levels by Shift and AltGr where there is such a type; two by Shift (the second type, by the protocol) where not. */
function roomiest(types: readonly KeyType[], level3: number): KeyMap['roomiest'] {
  const levels = [0, modifierBits.shift, level3, modifierBits.shift | level3];
  const fits = (type: KeyType): boolean =>
    type.mask === levels[3] &&
    type.entries.length === 3 &&
    type.entries.every(({ modifiers, level }) => levels[level] === modifiers);
  const four = level3 === 0 ? -1 : types.findIndex(fits);
  return four >= 0 ? { type: four, levels } : { type: 1, levels: levels.slice(0, 2) };
}

function waysTo(type: KeyType, level: number): number[] {
  const entries = type.entries.filter((entry) => entry.level === level).map(({ modifiers }) => modifiers);
  const bare = !type.entries.some((entry) => entry.modifiers === 0);
  return level === 0 && bare ? [0, ...entries] : entries;
}

function readTypes(parts: Buffer, count: number): { types: KeyType[]; end: number } {
  const types: KeyType[] = [];
  let at = 0;
  for (let type = 0; type < count; type += 1) {
    const total = parts[at + 5] ?? 0;
    const preserve = parts[at + 6] ? total : 0;
    const mask = parts[at] ?? 0;
    at += 8;
    const entries: KeyType['entries'] = [];
    for (let entry = 0; entry < total; entry += 1) {
      if (parts[at]) entries.push({ modifiers: parts[at + 1] ?? 0, level: parts[at + 2] ?? 0 });
      at += 8;
    }
    at += preserve * 4;
    types.push({ mask, entries });
  }
  return { types, end: at };
}

function readKeys(parts: Buffer, start: number, first: number, count: number): { keys: Map<number, Key>; end: number } {
  const keys = new Map<number, Key>();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    const total = parts.readUInt16LE(at + 6);
    const found: number[] = [];
    for (let symbol = 0; symbol < total; symbol += 1) found.push(parts.readUInt32LE(at + 8 + symbol * 4));
    keys.set(first + index, {
      types: [...parts.subarray(at, at + 4)],
      groups: (parts[at + 4] ?? 0) & 0x0f,
      width: parts[at + 5] ?? 0,
      symbols: found,
    });
    at += 8 + total * 4;
  }
  return { keys, end: at };
}

function padded(length: number): number {
  return length + ((4 - (length % 4)) % 4);
}

function bitCount(bits: number): number {
  return bits.toString(2).replaceAll('0', '').length;
}
