import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow, readSelectionOwner } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { readU32s, u32 } from '../protocol/raw-request.js';
import type { Devices, FakeEvent } from './devices.js';

/** A property of the root window that lists the keys and buttons which a session holds down on the core devices. */
const markName = '_HANDRAIL_HELD';
/** A session that holds something owns this selection. The server ends the ownership with the process. */
const ownerName = '_HANDRAIL_HOLDER';
/** Buttons are listed with this number added, keys without. */
const buttonBase = 0x100;

interface MarkOptions {
  x: XConnection;
  properties: Properties;
}

/** Lists what is held, so that a later session can release what a killed session left held. */
export interface HeldInputMark {
  note(event: FakeEvent, detail: number): void;
  /** Writes the list if it changed. */
  save(): Promise<void>;
}

export function createHeldInputMark({ x, properties }: MarkOptions): HeldInputMark {
  const held = new Set<number>();
  let written = '';
  let window: number | undefined;
  return {
    note(event, detail) {
      const code = event.startsWith('button') ? detail + buttonBase : detail;
      if (event.endsWith('down')) held.add(code);
      else held.delete(code);
    },
    async save() {
      const list = [...held];
      if (list.join() === written) return;
      written = list.join();
      const [mark, cardinal, selection] = await properties.atoms(markName, 'CARDINAL', ownerName);
      const owner = window ?? createHiddenWindow(x);
      window = owner;
      x.send((client) => client.SetSelectionOwner(owner, selection, 0));
      properties.write(x.root, mark, cardinal, 32, Buffer.concat(list.map((code) => u32(code))));
      await x.sync();
    },
  };
}

/** Releases what a killed session left held. */
export async function releaseStaleInput({ x, properties, devices }: MarkOptions & { devices: Devices }): Promise<void> {
  const stale = await properties.read(x.root, markName);
  if (!stale || stale.data.length === 0) return;
  const [mark, cardinal, selection] = await properties.atoms(markName, 'CARDINAL', ownerName);
  if ((await readSelectionOwner(x, selection)) !== 0) return;
  for (const code of readU32s(stale.data)) {
    if (code >= buttonBase) devices.fakeUserEvent('button up', code - buttonBase);
    else devices.fakeUserEvent('key up', code);
  }
  properties.write(x.root, mark, cardinal, 32, Buffer.alloc(0));
  await x.sync();
}
