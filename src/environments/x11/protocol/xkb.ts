import { HandrailError } from '../../../core/errors.js';
import { type KeyMap, parseKeyMap } from '../input/key-map.js';
import type { XConnection } from './connection.js';
import { rawQuery, rawRequest, u8, u16, u32 } from './raw-request.js';

/** The locked modifiers and the locked layout of a keyboard. */
export interface KeyboardState {
  lockedMods: number;
  lockedGroup: number;
}

/** The meanings of one key. */
export interface KeySymbols {
  type: number;
  /** Symbols of each group. */
  width: number;
  symbols: readonly number[];
}

/** The keyboard extension of the server (XKB). */
export interface Xkb {
  /** The key map of a keyboard, parsed and as the server sent it. */
  readMap(keyboard: number): Promise<{ map: KeyMap; reply: Buffer }>;
  /** Gives a keyboard the key map of another keyboard. */
  writeMap(keyboard: number, reply: Buffer): void;
  readState(keyboard: number): Promise<KeyboardState>;
  /** Locks and unlocks modifiers, and the layout where `group` is given. */
  lock(keyboard: number, modifiers: { affected: number; locked: number }, group?: number): void;
  /** Changes the meanings of a key of the user's keyboard. An empty list removes them. Programs read no other keyboard's map. */
  setKey(keycode: number, key: KeySymbols): void;
  /** Calls the listener when the key map of the user's keyboard changes. */
  onMapChange(listener: () => void): () => void;
}

/** The device number of the user's keyboard. */
export const coreKeyboard = 0x100;

const minorOpcodes = { getMap: 8, setMap: 9 } as const;
const allMapParts = 0xff;
const keySymbolsPart = 2;
const eventTypes = { newKeyboard: 0, map: 1 } as const;

/** Throws `background_unavailable` when the server lacks XKB. */
export async function openXkb(x: XConnection): Promise<Xkb> {
  const xkb = await x.extension('xkb');
  if (!xkb) {
    throw new HandrailError(
      'background_unavailable',
      'The X server lacks XKEYBOARD, so no text can be typed.',
      'Use an X server that has it, such as Xvfb.',
    );
  }
  const selected = (1 << eventTypes.newKeyboard) | (1 << eventTypes.map);
  x.send(() => xkb.SelectEvents(coreKeyboard, selected, 0, selected, 0, 0));

  // The package lacks GetMap and SetMap.
  return {
    async readMap(keyboard) {
      const fields = [u16(keyboard, allMapParts, 0), Buffer.alloc(18)];
      const reply = await x.query(rawQuery(xkb.majorOpcode, minorOpcodes.getMap, ...fields));
      return { map: parseKeyMap(reply), reply };
    },
    writeMap: (keyboard, reply) =>
      x.send(rawRequest(xkb.majorOpcode, minorOpcodes.setMap, ...toSetMapFields(reply, keyboard))),
    readState: (keyboard) => x.query((_client, callback) => xkb.GetState(keyboard, callback)),
    lock: (keyboard, { affected, locked }, group) =>
      x.send(() => xkb.LatchLockState(keyboard, affected, locked, group !== undefined, group ?? 0, 0, 0, false, 0)),
    setKey(keycode, { type, width, symbols }) {
      const groups = symbols.length / Math.max(1, width);
      const fields = [
        u16(coreKeyboard, keySymbolsPart, 0),
        u8(x.keycodes.min, x.keycodes.max, 0, 0, keycode, 1),
        u16(symbols.length),
        Buffer.alloc(18),
        u8(type, type, type, type, groups, groups === 0 ? 0 : width),
        u16(symbols.length),
        u32(...symbols),
      ];
      x.send(rawRequest(xkb.majorOpcode, minorOpcodes.setMap, ...fields));
    },
    onMapChange: (listener) =>
      x.onEvent((event) => {
        if (event.name === 'XkbEvent' && event.xkbType <= eventTypes.map) listener();
      }),
  };
}

/** Converts a GetMap reply to the fields of a SetMap request. Both have the same parts in the same order; headers and key types differ. */
function toSetMapFields(reply: Buffer, keyboard: number): Buffer[] {
  const header = reply.subarray(0, 32);
  const byteAt = (offset: number) => header[offset - 8] ?? 0; // offsets of the protocol specification
  const totalSymbols = header.readUInt16LE(18 - 8);
  const totalActions = header.readUInt16LE(22 - 8);
  const { types, rest } = toSetMapTypes(reply.subarray(32), byteAt(15));
  const resizeTypes = 1;
  return [
    u16(keyboard, allMapParts, resizeTypes),
    u8(byteAt(10), byteAt(11), byteAt(14), byteAt(15), byteAt(17), byteAt(20)),
    u16(totalSymbols),
    u8(byteAt(21), byteAt(24)),
    u16(totalActions),
    u8(...[25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36].map(byteAt)),
    u16(header.readUInt16LE(38 - 8)),
    types,
    rest,
  ];
}

/** An entry of a key type has eight bytes in a reply and four in a request. */
function toSetMapTypes(parts: Buffer, count: number): { types: Buffer; rest: Buffer } {
  const types: Buffer[] = [];
  let offset = 0;
  for (let type = 0; type < count; type += 1) {
    const entries = parts[offset + 5] ?? 0;
    const preserved = parts[offset + 6] ? entries : 0;
    types.push(parts.subarray(offset, offset + 8));
    offset += 8;
    for (let entry = 0; entry < entries; entry += 1) {
      types.push(parts.subarray(offset + 2, offset + 6));
      offset += 8;
    }
    types.push(parts.subarray(offset, offset + preserved * 4));
    offset += preserved * 4;
  }
  return { types: Buffer.concat(types), rest: parts.subarray(offset) };
}
