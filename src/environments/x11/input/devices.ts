import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import { extension, type XConnection } from '../protocol/connection.js';
import { padded, request, u8, u16, u32 } from '../protocol/wire.js';

export interface Device {
  id: number;
  use: 'master pointer' | 'master keyboard' | 'slave pointer' | 'slave keyboard' | 'floating';
  /** Of a master: its other half. Of a slave: its master. */
  attachment: number;
  name: string;
}

const uses: Record<number, Device['use']> = {
  1: 'master pointer',
  2: 'master keyboard',
  3: 'slave pointer',
  4: 'slave keyboard',
};

const allMasters = 1;
/** The first pointer of every server. */
export const personsPointer = 2;
const genericEvent = 35;
const keyPress = 2;
const focusOut = 10;
const rawDowns: Record<number, 'key' | 'button'> = { 13: 'key', 15: 'button' };

/** What a fake event is about. */
export type Fake = 'key down' | 'key up' | 'button down' | 'button up';
const fakeNumbers: Record<Fake, number> = { 'key down': 1, 'key up': 2, 'button down': 3, 'button up': 4 };

/** Pointers and keyboards of a server (XInput 2), and events that they send when told to (XTEST). */
export interface Devices {
  /** Why there can be no pointers and keyboards beside the person's: then only `fakeCore…` are to be used. */
  lacks?: string;
  list(): Promise<Device[]>;
  /** A pointer and a keyboard that belong together. Others send for them: '<name> XTEST pointer', '<name> XTEST keyboard'. */
  addMaster(name: string): Promise<void>;
  /** By the id of the pointer. What hangs on it floats, or goes with it. */
  removeMaster(pointer: number): void;
  /** Refused for a window that is not shown. */
  focus(window: number, keyboard: number): Promise<void>;
  /** As `focus`, without waiting: to a window that is sure to be there. */
  giveKeyboard(window: number, keyboard: number): void;
  /** The window that has this keyboard; 0 and 1 are none. */
  focusOf(keyboard: number): Promise<number>;
  /** The window has this keyboard, and nobody hears its keys, until `ungrab`. */
  grabKeyboard(window: number, keyboard: number): Promise<void>;
  ungrab(device: number): void;
  warp(pointer: number, to: Point): void;
  fake(what: Fake, detail: number, slave: number): void;
  /** As the person's own pointer and keyboard would. */
  fakeCore(what: Fake, detail: number): void;
  fakeCoreMotion(to: Point): void;
  /** Which pointer, with its keyboard, the program of a window takes for the one there is. */
  setPointerOf(window: number, pointer: number): void;
  /** Hears of a button before anyone else whose grab sits on this window, and holds the pointer still. */
  grabButton(window: number, button: number, pointer: number): Promise<void>;
  ungrabButton(window: number, button: number, pointer: number): void;
  /** Holds every key of this keyboard that comes to the window, until `replay`. */
  grabKeys(window: number, keyboard: number): Promise<void>;
  ungrabKeys(window: number, keyboard: number): void;
  /** Hears of a key that is held. */
  onHeldKey(heard: (keyboard: number, window: number) => void): void;
  /** Hears of every key and button that goes down, whoever it is meant for: with the master it came from. */
  listenToInput(heard: (device: number, what: 'key' | 'button') => void): void;
  /** Hears when a keyboard leaves this window; not when a grab borrows it. */
  listenToFocus(window: number): void;
  onFocusOut(heard: (keyboard: number, window: number) => void): void;
  /** Lets the held button or key go on as if neither that grab nor any above it were there. */
  replay(pointer: number): void;
}

/** Throws `background_unavailable` where the server lets nobody send input. Why there can be no second pointer is in `lacks`. */
export async function openDevices(x: XConnection): Promise<Devices> {
  const [found, test] = await Promise.all([extension(x, 'XInputExtension'), extension(x, 'XTEST')]);
  if (!test) throw unavailable('the X server lacks XTEST');
  const version = found ? (await x.ask(request(found.opcode, 47, u16(2, 2)))).body.readUInt16LE(0) : 0;
  const input = found ?? { opcode: 0, firstEvent: 0 };
  const ask = (minor: number, ...fields: Buffer[]) => x.ask(request(input.opcode, minor, ...fields));
  const send = (minor: number, ...fields: Buffer[]) => x.send(request(input.opcode, minor, ...fields));
  const fake = (type: number, detail: number, place: Point, slave: number) => {
    const event = Buffer.alloc(32);
    event[0] = type;
    event[1] = detail;
    event.writeInt16LE(place.x, 20);
    event.writeInt16LE(place.y, 22);
    event[31] = slave;
    x.send(request(test.opcode, 2, event));
  };
  const nowhere = { x: 0, y: 0 };
  /** Of XInput 1, where it can be said that nobody gets the keyboard when the window goes: window managers hear of everybody who does. */
  const focusRequest = (window: number, keyboard: number) =>
    request(input.opcode, 21, u32(window, 0), u8(0, keyboard, 0, 0));

  return {
    ...(version < 2 ? { lacks: 'the X server lacks XInput 2' } : {}),
    list: async () => readDevices((await ask(48, u16(0, 0))).body),
    async addMaster(name) {
      const title = padded(Buffer.from(name, 'utf8'));
      const change = Buffer.concat([u16(1, 2 + title.length / 4, Buffer.byteLength(name)), u8(1, 1), title]);
      await x.check(request(input.opcode, 43, u8(1, 0, 0, 0), change));
    },
    removeMaster(pointer) {
      send(43, u8(1, 0, 0, 0), u16(2, 3, pointer), u8(2, 0), u16(0, 0)); // 2: what hangs on it floats
    },
    focus: (window, keyboard) => x.check(focusRequest(window, keyboard)),
    giveKeyboard: (window, keyboard) => x.send(focusRequest(window, keyboard)),
    focusOf: async (keyboard) => (await ask(50, u16(keyboard, 0))).body.readUInt32LE(0),
    async grabKeyboard(window, keyboard) {
      const running = u8(1, 1, 0, 0); // holds neither this keyboard nor its pointer still
      await ask(51, u32(window, 0, 0), u16(keyboard), running, u16(1), u32(0));
    },
    ungrab: (device) => send(52, u32(0), u16(device, 0)),
    warp(pointer, to) {
      const fixed = (value: number) => Math.round(value * 65536);
      send(41, u32(0, x.root, 0, 0, 0), u32(fixed(to.x), fixed(to.y)), u16(pointer, 0));
    },
    fake: (what, detail, slave) => fake(input.firstEvent + fakeNumbers[what], detail, nowhere, slave),
    fakeCore: (what, detail) => fake(fakeNumbers[what] + 1, detail, nowhere, 0),
    fakeCoreMotion: (to) => fake(6, 0, { x: Math.round(to.x), y: Math.round(to.y) }, 0),
    setPointerOf: (window, pointer) => send(44, u32(window), u16(pointer, 0)),
    async grabButton(window, button, pointer) {
      const modes = u8(0, 0, 1, 0, 0, 0); // a button; hold the pointer, not the keyboard; all events are ours
      const mask = u32(1 << 4); // button press
      const anyModifier = u32(0x80000000);
      await ask(54, u32(0, window, 0, button), u16(pointer, 1, 1), modes, mask, anyModifier);
    },
    ungrabButton(window, button, pointer) {
      send(55, u32(window, button), u16(pointer, 1), u8(0, 0, 0, 0), u32(0x80000000));
    },
    async grabKeys(window, keyboard) {
      const modes = u8(1, 0, 1, 0, 0, 0); // a key; hold the keyboard, not the pointer; all events are ours
      const anyKey = 0;
      const fields = [u32(0, window, 0, anyKey), u16(keyboard, 1, 1), modes, u32(1 << keyPress), u32(0x80000000)];
      await x.tryAsk(request(input.opcode, 54, ...fields)); // a window that is gone gets no keys
    },
    ungrabKeys(window, keyboard) {
      send(55, u32(window, 0), u16(keyboard, 1), u8(1, 0, 0, 0), u32(0x80000000));
    },
    onHeldKey(heard) {
      x.listen((event) => {
        if (event[0] !== genericEvent || event[1] !== input.opcode || event.readUInt16LE(8) !== keyPress) return;
        heard(event.readUInt16LE(10), event.readUInt32LE(24));
      });
    },
    listenToInput(heard) {
      if (version < 2) return;
      const downs = u32((1 << 13) | (1 << 15)); // raw key and button presses
      send(46, u32(x.root), u16(1, 0), u16(allMasters, 1), downs);
      x.listen((event) => {
        if (event[0] !== genericEvent || event[1] !== input.opcode) return;
        const what = rawDowns[event.readUInt16LE(8)];
        if (what) heard(event.readUInt16LE(10), what);
      });
    },
    listenToFocus(window) {
      if (version >= 2) send(46, u32(window), u16(1, 0), u16(allMasters, 1), u32(1 << focusOut));
    },
    onFocusOut(heard) {
      x.listen((event) => {
        if (event[0] !== genericEvent || event[1] !== input.opcode || event.readUInt16LE(8) !== focusOut) return;
        const byGrab = event[18] === 1 || event[18] === 2;
        if (!byGrab) heard(event.readUInt16LE(10), event.readUInt32LE(24));
      });
    },
    replay: (pointer) => send(53, u32(0), u16(pointer), u8(2, 0), u32(0, 0)),
  };
}

function readDevices(body: Buffer): Device[] {
  const devices: Device[] = [];
  let at = 24;
  for (let left = body.readUInt16LE(0); left > 0; left -= 1) {
    const [id, use, attachment, classes, length] = [0, 2, 4, 6, 8].map((offset) => body.readUInt16LE(at + offset));
    if (id === undefined || use === undefined || attachment === undefined || length === undefined) break;
    const name = body.toString('utf8', at + 12, at + 12 + length);
    devices.push({ id, use: uses[use] ?? 'floating', attachment, name });
    at += 12 + length + ((4 - (length % 4)) % 4);
    for (let one = 0; one < (classes ?? 0); one += 1) at += body.readUInt16LE(at + 2) * 4;
  }
  return devices;
}

/** There is no second seat. */
export function unavailable(why: string): HandrailError {
  return new HandrailError(
    'background_unavailable',
    `There is no second pointer and keyboard to be had: ${why}.`,
    'Work in the foreground: raise the window first.',
  );
}
