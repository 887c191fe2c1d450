import { HandrailError } from '../../../core/errors.js';
import { type KeyMap, parseKeyMap } from '../input/key-map.js';
import { extension, type XConnection } from './connection.js';
import { request, u8, u16, u32 } from './wire.js';

/** What modifiers and layout a keyboard has on now. */
export interface KeyboardState {
  lockedModifiers: number;
  lockedGroup: number;
}

/** The keyboard extension of a server (XKB): what keys mean, and what is switched on. */
export interface Xkb {
  /** What the keys of a keyboard mean, and the answer it was read from. */
  map(keyboard: number): Promise<{ map: KeyMap; raw: Buffer }>;
  /** Makes the keys of a keyboard mean what those of another one do. */
  copyMap(raw: Buffer, to: number): void;
  state(keyboard: number): Promise<KeyboardState>;
  /** Switches modifiers on and off without a key, and the layout where one is given. */
  lock(keyboard: number, modifiers: { affect: number; on: number }, group?: number): void;
  /** Gives a key other meanings, on the person's own keyboard and for all programs: they read no other one. None for `symbols: []`. */
  setKey(keycode: number, key: { type: number; width: number; symbols: readonly number[] }): void;
  /** Rings when the keys of the person's own keyboard mean something else. */
  onChange(heard: () => void): () => void;
}

/** The person's own keyboard. */
export const coreKeyboard = 0x100;

const everything = 0xff;
const keySymbols = 2;
const newKeyboardAndMap = 3;

export async function openXkb(x: XConnection): Promise<Xkb> {
  const xkb = await extension(x, 'XKEYBOARD');
  if (!xkb) {
    throw new HandrailError('background_unavailable', 'The X server lacks XKEYBOARD, so nothing can be typed there.');
  }
  await x.ask(request(xkb.opcode, 0, u16(1, 0)));
  x.send(request(xkb.opcode, 1, u16(coreKeyboard, newKeyboardAndMap, 0, newKeyboardAndMap, 0, 0)));

  return {
    async map(keyboard) {
      const { body } = await x.ask(request(xkb.opcode, 8, u16(keyboard, everything, 0), Buffer.alloc(18)));
      return { map: parseKeyMap(body), raw: body };
    },
    copyMap: (raw, to) => x.send(setMapRequest(xkb.opcode, raw, to)),
    async state(keyboard) {
      const { body } = await x.ask(request(xkb.opcode, 4, u16(keyboard, 0)));
      return { lockedModifiers: body[3] ?? 0, lockedGroup: body[5] ?? 0 };
    },
    lock(keyboard, { affect, on }, group) {
      const layout = group === undefined ? [0, 0] : [1, group];
      x.send(request(xkb.opcode, 5, u16(keyboard), u8(affect, on, ...layout, 0, 0, 0, 0), u16(0)));
    },
    setKey(keycode, { type, width, symbols }) {
      const groups = symbols.length / Math.max(1, width);
      x.send(
        request(
          xkb.opcode,
          9,
          u16(coreKeyboard, keySymbols, 0),
          u8(x.keycodes.least, x.keycodes.most, 0, 0, keycode, 1),
          u16(symbols.length),
          Buffer.alloc(18),
          u8(type, type, type, type, groups, groups === 0 ? 0 : width),
          u16(symbols.length),
          u32(...symbols),
        ),
      );
    },
    onChange: (heard) =>
      x.listen((event) => {
        if ((event[0] ?? 0) === xkb.firstEvent && (event[1] ?? 0) <= 1) heard();
      }),
  };
}

/** The answer to GetMap as a SetMap request: the same parts in the same order, but for the fields before and the shape of types. */
function setMapRequest(opcode: number, raw: Buffer, keyboard: number): Buffer {
  const head = raw.subarray(0, 32);
  const at = (offset: number) => head[offset - 8] ?? 0; // offsets as the protocol counts them
  const totalSymbols = head.readUInt16LE(18 - 8);
  const totalActions = head.readUInt16LE(22 - 8);
  const { types, rest } = typesForSetting(raw.subarray(32), at(15));
  return request(
    opcode,
    9,
    u16(keyboard, everything, 1), // 1: types may change their size
    u8(at(10), at(11), at(14), at(15), at(17), at(20)),
    u16(totalSymbols),
    u8(at(21), at(24)),
    u16(totalActions),
    u8(at(25), at(26), at(27), at(28), at(29), at(30), at(31), at(32), at(33), at(34), at(35), at(36)),
    u16(head.readUInt16LE(38 - 8)),
    types,
    rest,
  );
}

/** An entry of a type has eight bytes in an answer and four in a request. */
function typesForSetting(parts: Buffer, count: number): { types: Buffer; rest: Buffer } {
  const types: Buffer[] = [];
  let at = 0;
  for (let type = 0; type < count; type += 1) {
    const entries = parts[at + 5] ?? 0;
    const preserve = parts[at + 6] ? entries : 0;
    types.push(parts.subarray(at, at + 8));
    at += 8;
    for (let entry = 0; entry < entries; entry += 1) {
      types.push(parts.subarray(at + 2, at + 6));
      at += 8;
    }
    types.push(parts.subarray(at, at + preserve * 4));
    at += preserve * 4;
  }
  return { types: Buffer.concat(types), rest: parts.subarray(at) };
}
