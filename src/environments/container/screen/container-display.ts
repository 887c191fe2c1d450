import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toFault } from '../../../core/errors.js';
import { openXDisplay } from '../../x11/open-x-display.js';
import type { Seat, XDisplay } from '../../x11/x-display.js';
import { type Bridge, type BridgeProgram, openBridge } from '../exec/bridge.js';
import type { ExecTarget } from '../exec/exec.js';
import type { Runner } from '../exec/runner.js';
import type { ContainerFacts } from './probe-container.js';

/** An X connection to the display of a container. */
export interface ContainerDisplay {
  x: XDisplay;
  /** The display's own pointer and keyboard. */
  seat: Seat;
  /** After the connection ended: true when only the bridge was killed. */
  wasKilled(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ContainerDisplayOptions {
  target: ExecTarget;
  bridgeProgram: BridgeProgram | undefined;
  facts: ContainerFacts;
  runner: Runner;
  displayName: string;
  note?: (text: string) => void;
}

/** Connects to the display over a bridge. Undefined when that is not possible; then programs in the container are used. */
export async function openContainerDisplay(options: ContainerDisplayOptions): Promise<ContainerDisplay | undefined> {
  const { target, bridgeProgram, facts, runner, displayName, note } = options;
  const { socket } = facts;
  if (!bridgeProgram || !socket) return undefined;
  const authority = facts.authority ? await copyAuthority(runner, facts.authority) : undefined;
  let bridge: Bridge | undefined;
  const dial = async () => {
    bridge = await openBridge(target, bridgeProgram, socket);
    return bridge;
  };
  try {
    const x = await openXDisplay({ display: displayName, dial, authority });
    const seat = await x.openCoreSeat();
    return {
      x,
      seat,
      wasKilled: async () => (await bridge?.wasKilled()) ?? false,
      async close() {
        await seat.close();
        await x.close();
      },
    };
  } catch (error) {
    bridge?.destroy();
    note?.(`No connection to the display of the container (${toFault(error).message}): its own programs are used.`);
    return undefined;
  } finally {
    if (authority) await rm(dirname(authority), { recursive: true, force: true });
  }
}

/** Copies the display's cookie file out of the container. */
async function copyAuthority(runner: Runner, path: string): Promise<string | undefined> {
  const { code, stdout } = await runner.run({ args: ['cat', path], maxBytes: 1024 * 1024 });
  if (code !== 0 || stdout.length === 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'handrail-cookie-'));
  const file = join(folder, 'Xauthority');
  await writeFile(file, stdout, { mode: 0o600 });
  return file;
}
