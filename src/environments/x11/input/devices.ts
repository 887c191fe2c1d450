import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow } from '../protocol/core-requests.js';
import { padded, rawQuery, rawRequest, u8, u16, u32 } from '../protocol/raw-request.js';

export interface Device {
  id: number;
  use: 'master pointer' | 'master keyboard' | 'slave pointer' | 'slave keyboard' | 'floating';
  name: string;
}

const deviceUses: Record<number, Device['use']> = {
  1: 'master pointer',
  2: 'master keyboard',
  3: 'slave pointer',
  4: 'slave keyboard',
};

/** The first pointer and keyboard of every server. */
export const userPointer = 2;
export const userKeyboard = 3;

const allDevices = 0;
const allMasters = 1;
const anyModifier = u32(0x80000000);
const anyKey = 0;
/** XInput requests that the package lacks. SetDeviceFocus is of XInput 1. */
const minorOpcodes = {
  setDeviceFocus: 21,
  warpPointer: 41,
  changeHierarchy: 43,
  setClientPointer: 44,
  getFocus: 50,
  grabDevice: 51,
  ungrabDevice: 52,
  allowEvents: 53,
  passiveGrab: 54,
  passiveUngrab: 55,
} as const;
const xtestFakeInput = 2;
const grabTypes = { button: 0, key: 1 } as const;
const grabModes = { frozen: 0, running: 1 } as const;
const xiEvents = { keyPress: 2, buttonPress: 4 } as const;
const coreMotion = 6;

/** The events that a fake device can send, with their XInput numbers. The core numbers are higher by 1. */
const fakeEvents = { 'key down': 1, 'key up': 2, 'button down': 3, 'button up': 4 } as const;
export type FakeEvent = keyof typeof fakeEvents;

/** Pointers and keyboards of a server (XInput 2), and fake input events (XTEST). */
export interface Devices {
  /** Why the server cannot have pointers and keyboards beside the user's. Then only the `fakeUser…` methods work. */
  missing?: string;
  list(): Promise<Device[]>;
  /** Adds a pointer and its keyboard. The devices '<name> XTEST pointer' and '<name> XTEST keyboard' send their events. */
  addMaster(name: string): Promise<void>;
  /** Removes a pointer and its keyboard. Attached devices float. */
  removeMaster(pointer: number): void;
  /** Throws XRefusal for a window that is not shown. */
  checkedSetFocus(window: number, keyboard: number): Promise<void>;
  /** As `checkedSetFocus`, but does not wait for errors. For a window that certainly exists. */
  setFocus(window: number, keyboard: number): void;
  /** The window that has the focus of this keyboard. 0 and 1 are none. */
  readFocus(keyboard: number): Promise<number>;
  /** Gives the window this keyboard without delivering its keys to any program, until `ungrab`. */
  grabKeyboard(window: number, keyboard: number): Promise<void>;
  ungrab(device: number): void;
  /** Whether another program receives all events of this device, as one with an open menu does. */
  isGrabbed(device: number): Promise<boolean>;
  movePointer(pointer: number, to: Point): void;
  fake(event: FakeEvent, detail: number, sender: number): void;
  /** Sends an event as the user's own pointer and keyboard. */
  fakeUserEvent(event: FakeEvent, detail: number): void;
  fakeUserMotion(to: Point): void;
  /** Sets the pointer, and with it the keyboard, that the program of a window uses by default. */
  setClientPointer(window: number, pointer: number): void;
  /** Receives presses of a button before other grabs on this window, and freezes the pointer. */
  grabButton(window: number, button: number, pointer: number): Promise<void>;
  ungrabButton(window: number, button: number, pointer: number): void;
  /** Holds every key of this keyboard that arrives at the window, until `replay`. */
  grabKeys(window: number, keyboard: number): Promise<void>;
  ungrabKeys(window: number, keyboard: number): void;
  onHeldKey(listener: (keyboard: number, window: number) => void): void;
  /** Reports every key and button that goes down anywhere, with its master device. */
  onInput(listener: (device: number, what: 'key' | 'button') => void): void;
  /** Makes `onFocusOut` report this window. */
  selectFocusOut(window: number): void;
  /** Reports keyboards that leave a selected window, except by a grab. */
  onFocusOut(listener: (keyboard: number, window: number) => void): void;
  /** Delivers the held button or key as if its grab, and grabs above it, did not exist. */
  replay(device: number): void;
}

/** Throws `background_unavailable` when the server accepts no fake input. */
export async function openDevices(x: XConnection): Promise<Devices> {
  const [xinput, xtest] = await Promise.all([x.extension('xinput'), x.extension('xtest')]);
  if (!xtest) throw noSecondSeat('the X server lacks XTEST');
  const isXi2 = xinput?.xi2 != null && xinput.xi2.majorVersion >= 2;
  const opcode = xinput?.majorOpcode ?? 0;
  const send = (minorOpcode: number, ...fields: Buffer[]) => x.send(rawRequest(opcode, minorOpcode, ...fields));
  // FakeInput of the package has no field for the sending device.
  const fake = (type: number, detail: number, { x: left, y: top }: Point, sender: number) => {
    const event = [u8(type, detail), Buffer.alloc(18), u16(left, top), Buffer.alloc(7), u8(sender)];
    x.send(rawRequest(xtest.majorOpcode, xtestFakeInput, ...event));
  };
  const origin = { x: 0, y: 0 };
  // XInput 1 can leave the keyboard without a focus when the window is destroyed. Window managers notice every other window that gets it.
  const focusRequest = (window: number, keyboard: number) =>
    rawRequest(opcode, minorOpcodes.setDeviceFocus, u32(window, 0), u8(0, keyboard, 0, 0));

  return {
    missing: isXi2 ? undefined : 'the X server lacks XInput 2',
    async list() {
      if (!xinput) return [];
      const devices = await x.query<{ deviceId: number; use: number; name: string }[]>((_client, callback) =>
        xinput.XIQueryDevice(allDevices, callback),
      );
      return devices.map(({ deviceId, use, name }) => ({ id: deviceId, use: deviceUses[use] ?? 'floating', name }));
    },
    ...hierarchyRequests(x, opcode),
    checkedSetFocus: (window, keyboard) => x.check(focusRequest(window, keyboard)),
    setFocus: (window, keyboard) => x.send(focusRequest(window, keyboard)),
    async readFocus(keyboard) {
      return (await x.query(rawQuery(opcode, minorOpcodes.getFocus, u16(keyboard, 0)))).readUInt32LE(0);
    },
    movePointer(pointer, to) {
      const fixedPoint = (value: number) => Math.round(value * 65536);
      const target = u32(fixedPoint(to.x), fixedPoint(to.y));
      send(minorOpcodes.warpPointer, u32(0, x.root, 0, 0, 0), target, u16(pointer, 0));
    },
    fake: (event, detail, sender) => fake((xinput?.firstEvent ?? 0) + fakeEvents[event], detail, origin, sender),
    fakeUserEvent: (event, detail) => fake(fakeEvents[event] + 1, detail, origin, 0),
    fakeUserMotion: (to) => fake(coreMotion, 0, { x: Math.round(to.x), y: Math.round(to.y) }, 0),
    setClientPointer: (window, pointer) => send(minorOpcodes.setClientPointer, u32(window), u16(pointer, 0)),
    ...grabRequests(x, opcode),
    onInput(listener) {
      if (!isXi2) return;
      x.send(() => xinput.XISelectEvents(x.root, { deviceId: allMasters, mask: ['RawKeyPress', 'RawButtonPress'] }));
      x.onEvent((event) => {
        if (event.name === 'XIRawKeyPress') listener(event.deviceId, 'key');
        else if (event.name === 'XIRawButtonPress') listener(event.deviceId, 'button');
      });
    },
    selectFocusOut(window) {
      if (isXi2) x.send(() => xinput.XISelectEvents(window, { deviceId: allMasters, mask: ['FocusOut'] }));
    },
    onFocusOut(listener) {
      const [grabbed, ungrabbed] = [1, 2];
      x.onEvent((event) => {
        if (event.name !== 'XIFocusOut') return;
        const mode = event.data[10];
        if (mode !== grabbed && mode !== ungrabbed) listener(event.deviceId, event.data.readUInt32LE(16));
      });
    },
  };
}

function hierarchyRequests(x: XConnection, opcode: number): Pick<Devices, 'addMaster' | 'removeMaster'> {
  const oneChange = u8(1, 0, 0, 0);
  const [add, remove] = [1, 2];
  return {
    addMaster(name) {
      const bytes = padded(Buffer.from(name, 'utf8'));
      const sendsCoreAndEnabled = u8(1, 1);
      const change = [u16(add, 2 + bytes.length / 4, Buffer.byteLength(name)), sendsCoreAndEnabled, bytes];
      return x.check(rawRequest(opcode, minorOpcodes.changeHierarchy, oneChange, ...change));
    },
    removeMaster(pointer) {
      const float = 2;
      const change = [u16(remove, 3, pointer), u8(float, 0), u16(0, 0)];
      x.send(rawRequest(opcode, minorOpcodes.changeHierarchy, oneChange, ...change));
    },
  };
}

function grabRequests(
  x: XConnection,
  opcode: number,
): Pick<
  Devices,
  | 'grabKeyboard'
  | 'ungrab'
  | 'isGrabbed'
  | 'grabButton'
  | 'ungrabButton'
  | 'grabKeys'
  | 'ungrabKeys'
  | 'onHeldKey'
  | 'replay'
> {
  let hiddenWindow: number | undefined;
  /** Freezes the grabbed device but not its partner, and receives all of its events. */
  const passiveGrab = (window: number, device: number, type: number, detail: number, event: number) => {
    const modes = u8(type, grabModes.frozen, grabModes.running, 0, 0, 0);
    const fields = [u32(0, window, 0, detail), u16(device, 1, 1), modes, u32(1 << event), anyModifier];
    return rawQuery(opcode, minorOpcodes.passiveGrab, ...fields);
  };
  const passiveUngrab = (window: number, device: number, type: number, detail: number) =>
    x.send(
      rawRequest(
        opcode,
        minorOpcodes.passiveUngrab,
        u32(window, detail),
        u16(device, 1),
        u8(type, 0, 0, 0),
        anyModifier,
      ),
    );
  return {
    async grabKeyboard(window, keyboard) {
      const modes = u8(grabModes.running, grabModes.running, 0, 0);
      const fields = [u32(window, 0, 0), u16(keyboard), modes, u16(1), u32(0)];
      await x.query(rawQuery(opcode, minorOpcodes.grabDevice, ...fields));
    },
    ungrab: (device) => x.send(rawRequest(opcode, minorOpcodes.ungrabDevice, u32(0), u16(device, 0))),
    async isGrabbed(device) {
      // The server refuses a grab for a window that is not shown, but reports the grab of another program first.
      hiddenWindow ??= createHiddenWindow(x);
      const modes = u8(grabModes.running, grabModes.running, 0, 0);
      const fields = [u32(hiddenWindow, 0, 0), u16(device), modes, u16(1), u32(0)];
      const reply = await x.query(rawQuery(opcode, minorOpcodes.grabDevice, ...fields));
      const alreadyGrabbed = 1;
      return reply[0] === alreadyGrabbed;
    },
    async grabButton(window, button, pointer) {
      await x.query(passiveGrab(window, pointer, grabTypes.button, button, xiEvents.buttonPress));
    },
    ungrabButton: (window, button, pointer) => passiveUngrab(window, pointer, grabTypes.button, button),
    async grabKeys(window, keyboard) {
      await x.tryQuery(passiveGrab(window, keyboard, grabTypes.key, anyKey, xiEvents.keyPress)); // a destroyed window gets no keys
    },
    ungrabKeys: (window, keyboard) => passiveUngrab(window, keyboard, grabTypes.key, anyKey),
    onHeldKey(listener) {
      x.onEvent((event) => {
        if (event.name === 'XIKeyPress') listener(event.deviceId, event.wid);
      });
    },
    replay(device) {
      const replayDevice = 2;
      x.send(rawRequest(opcode, minorOpcodes.allowEvents, u32(0), u16(device), u8(replayDevice, 0), u32(0, 0)));
    },
  };
}

/** The error for a server without a second pointer and keyboard. */
export function noSecondSeat(why: string): HandrailError {
  return new HandrailError(
    'background_unavailable',
    `The display has no second pointer and keyboard: ${why}.`,
    'Work in the foreground: raise the window first.',
  );
}
