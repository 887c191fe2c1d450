import { HandrailError } from '../../../core/errors.js';
import { type XConnection, XRefusal } from '../protocol/connection.js';
import { createHiddenWindow, mapWindow } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { type Devices, unavailable } from './devices.js';

export interface SeatDevices {
  pointer: number;
  keyboard: number;
  /** What sends for them. */
  sendingPointer: number;
  sendingKeyboard: number;
  /** A keyboard that never types, with its pointer; none where the server has no room for more devices. */
  cover?: { pointer: number; keyboard: number };
  /** Stands for the seat: it goes with the process, which the devices do not. */
  window: number;
  /** No other seat of ours is on this display. */
  isAlone: boolean;
}

interface SeatDevicesParts {
  x: XConnection;
  properties: Properties;
  devices: Devices;
}

const prefix = 'handrail ';
const coverPrefix = `${prefix}cover `;
const rulesName = '_XKB_RULES_NAMES';
const markName = '_HANDRAIL_SEAT';

const coverOf = (name: string): string => name.replace(prefix, coverPrefix);

/** Adds a pointer and a keyboard, and removes those of processes that are gone. Throws `background_unavailable`. */
export async function addSeatDevices({ x, properties, devices }: SeatDevicesParts): Promise<SeatDevices> {
  if (devices.lacks) throw unavailable(devices.lacks);
  const isAlone = !(await sweep({ x, properties, devices }));
  const window = createHiddenWindow(x);
  mapWindow(x, window); // outside of the screen: what has a keyboard has to be shown
  const name = `${prefix}${process.pid} ${window.toString(16)}`;
  const [mark, text] = await Promise.all([properties.atom(markName), properties.atom('UTF8_STRING')]);
  properties.write(window, mark, text, 8, Buffer.from(name));
  const rules = await properties.read(x.root, rulesName);
  await devices.addMaster(name).catch((error: unknown) => {
    if (!(error instanceof XRefusal)) throw error;
    throw unavailable('the X server holds as many devices as it can');
  });
  await devices.addMaster(coverOf(name)).catch((error: unknown) => {
    if (!(error instanceof XRefusal)) throw error;
  });
  // The server writes down the layout of the newest keyboard there, and desktops take it for the person's.
  if (rules) properties.write(x.root, await properties.atom(rulesName), rules.type, 8, rules.data);
  const all = await devices.list();
  const find = (suffix: string): number => {
    const found = all.find((device) => device.name === `${name} ${suffix}`);
    if (!found) throw new HandrailError('background_unavailable', `The X server made no device "${name} ${suffix}".`);
    return found.id;
  };
  const [coverPointer, coverKeyboard] = ['pointer', 'keyboard'].map(
    (half) => all.find((device) => device.name === `${coverOf(name)} ${half}`)?.id,
  );
  return {
    ...(coverPointer && coverKeyboard ? { cover: { pointer: coverPointer, keyboard: coverKeyboard } } : {}),
    pointer: find('pointer'),
    keyboard: find('keyboard'),
    sendingPointer: find('XTEST pointer'),
    sendingKeyboard: find('XTEST keyboard'),
    window,
    isAlone,
  };
}

/** Removes the seats of processes that are gone: the window in their name went with them. True when others are still there. */
async function sweep({ x, properties, devices }: SeatDevicesParts): Promise<boolean> {
  const masters = (await devices.list()).filter(({ use, name }) => use === 'master pointer' && name.startsWith(prefix));
  const alive = await Promise.all(
    masters.map(async ({ id, name }) => {
      const title = name.replace(coverPrefix, prefix).replace(/ pointer$/, '');
      const window = Number.parseInt(title.split(' ').at(-1) ?? '', 16);
      const isAlive = Number.isSafeInteger(window) && (await properties.text(window, markName)) === title;
      if (!isAlive) devices.removeMaster(id);
      return isAlive;
    }),
  );
  await x.roundTrip();
  return alive.includes(true);
}
