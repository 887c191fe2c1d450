import { HandrailError } from '../../../core/errors.js';
import { type XConnection, XRefusal } from '../protocol/connection.js';
import { createHiddenWindow } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { type Devices, noSecondSeat } from './devices.js';

export interface SeatDevices {
  pointer: number;
  keyboard: number;
  /** The devices that send the events of the pointer and the keyboard. */
  sendingPointer: number;
  sendingKeyboard: number;
  /** A keyboard that never types, with its pointer. Undefined when the server has no room for more devices. */
  cover?: { pointer: number; keyboard: number };
  /** Marks the seat. The server destroys it with the process, unlike the devices. */
  window: number;
  /** This display has no other seat of Handrail. */
  isOnlySeat: boolean;
}

interface SeatDevicesOptions {
  x: XConnection;
  properties: Properties;
  devices: Devices;
}

const prefix = 'handrail ';
const coverPrefix = `${prefix}cover `;
const layoutRulesName = '_XKB_RULES_NAMES';
const markName = '_HANDRAIL_SEAT';

const coverName = (name: string): string => name.replace(prefix, coverPrefix);

/** Adds a pointer and a keyboard, and removes those of processes that are gone. Throws `background_unavailable`. */
export async function addSeatDevices({ x, properties, devices }: SeatDevicesOptions): Promise<SeatDevices> {
  if (devices.missing) throw noSecondSeat(devices.missing);
  const isOnlySeat = !(await removeStaleSeats({ x, properties, devices }));
  const window = createHiddenWindow(x);
  x.send((client) => client.MapWindow(window)); // outside the screen: only a mapped window can have a keyboard
  const name = `${prefix}${process.pid} ${window.toString(16)}`;
  const [mark, text] = await properties.atoms(markName, 'UTF8_STRING');
  properties.write(window, mark, text, 8, Buffer.from(name));
  const layoutRules = await properties.read(x.root, layoutRulesName);
  await devices.addMaster(name).catch((error: unknown) => {
    if (!(error instanceof XRefusal)) throw error;
    throw noSecondSeat('the X server has reached its maximum number of devices');
  });
  await devices.addMaster(coverName(name)).catch((error: unknown) => {
    if (!(error instanceof XRefusal)) throw error;
  });
  // The server overwrites this property with the layout of the new keyboard, and desktops take it for the user's layout.
  if (layoutRules)
    properties.write(x.root, await properties.atom(layoutRulesName), layoutRules.type, 8, layoutRules.data);
  const all = await devices.list();
  const findId = (deviceName: string) => all.find((device) => device.name === deviceName)?.id;
  const requireId = (suffix: string): number => {
    const id = findId(`${name} ${suffix}`);
    if (id === undefined)
      throw new HandrailError('background_unavailable', `The X server did not create the device "${name} ${suffix}".`);
    return id;
  };
  const coverPointer = findId(`${coverName(name)} pointer`);
  const coverKeyboard = findId(`${coverName(name)} keyboard`);
  return {
    cover: coverPointer && coverKeyboard ? { pointer: coverPointer, keyboard: coverKeyboard } : undefined,
    pointer: requireId('pointer'),
    keyboard: requireId('keyboard'),
    sendingPointer: requireId('XTEST pointer'),
    sendingKeyboard: requireId('XTEST keyboard'),
    window,
    isOnlySeat,
  };
}

/** Removes the seats of processes that are gone, whose mark windows no longer exist. True when other seats remain. */
async function removeStaleSeats({ x, properties, devices }: SeatDevicesOptions): Promise<boolean> {
  const masters = (await devices.list()).filter(({ use, name }) => use === 'master pointer' && name.startsWith(prefix));
  const alive = await Promise.all(
    masters.map(async ({ id, name }) => {
      const seat = name.replace(coverPrefix, prefix).replace(/ pointer$/, '');
      const window = Number.parseInt(seat.split(' ').at(-1) ?? '', 16);
      const isAlive = Number.isSafeInteger(window) && (await properties.text(window, markName)) === seat;
      if (!isAlive) devices.removeMaster(id);
      return isAlive;
    }),
  );
  await x.sync();
  return alive.includes(true);
}
