import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { AccessibilityOptions } from '../accessibility.js';
import { rootPath } from '../atspi/atspi.js';
import { numberOf, textOf } from '../dbus/bus-values.js';
import { type MessageBus, openPeer } from '../dbus/message-bus.js';

/** Ways to a program for what it is told to do. */
export interface Actors {
  call: MessageBus['call'];
  close(): void;
}

interface Peer {
  bus: MessageBus;
  isBusy: boolean;
  /** Windows of the program when it was last told something here that may have opened a dialog. */
  windows?: number;
}

const mostPeers = 16;
/** Said on a line of their own: no dialog comes of them. */
const mild = new Set(['InsertText', 'DeleteText', 'SetTextContents', 'SetCaretOffset', 'GrabFocus']);
const addressMs = 1000;
const usualMs = 5000;
/**
 * A program may be busy with what it was told on a line for as long as a dialog is open, though GTK answers at once. A word more on that
 * line hangs it for good at its next key: that asks the registry, and listens to all lines meanwhile. So a line is left alone until the
 * program has no more windows than before.
 */
const longestMs = 24 * 3600 * 1000;

/**
 * A GTK program that is told to open a dialog waits in it, deaf to the line it was told on. So it is told on a line of its own, straight to
 * the program, and the one that its windows are read on stays open. A program without such lines is told over the bus.
 */
export function createActors(bus: MessageBus, { dial, uid }: AccessibilityOptions): Actors {
  const peers = new Map<string, Peer[]>();
  const isWithout = new Set<string>();

  const open = async (program: string): Promise<Peer | undefined> => {
    const known = peers.get(program) ?? [];
    if (isWithout.has(program) || known.length >= mostPeers) return undefined;
    const address = await addressOf(bus, program);
    if (!address) {
      isWithout.add(program);
      return undefined;
    }
    const opened = await openPeer(await dial(address), uid);
    const peer: Peer = { bus: opened, isBusy: false };
    peers.set(program, [...known, peer]);
    void opened.lost.then(() => {
      peers.set(
        program,
        (peers.get(program) ?? []).filter((one) => one !== peer),
      );
    });
    return peer;
  };

  const find = async (program: string, windows: number | undefined): Promise<Peer | undefined> => {
    const idle = (peers.get(program) ?? []).filter((one) => !one.isBusy);
    const free = idle.find((one) =>
      windows === undefined ? one.windows === undefined : one.windows !== undefined && windows <= one.windows,
    );
    if (free) return free;
    try {
      return await open(program);
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code === 'cancelled') throw error;
      isWithout.add(program);
      return undefined;
    }
  };

  return {
    async call(call, limits = {}) {
      const windows = mild.has(call.member) ? undefined : await countWindows(bus, call.to);
      const peer = await find(call.to, windows);
      if (!peer) return bus.call(call, limits);
      peer.isBusy = true;
      if (windows !== undefined) peer.windows = windows;
      const answered = peer.bus.call(call, { ms: longestMs });
      const free = () => {
        peer.isBusy = false;
      };
      answered.then(free, free);
      try {
        return await within(limits.ms ?? usualMs, call.member, answered, limits.signal);
      } catch (error) {
        if (error instanceof HandrailError && error.code === 'display_died') throw ended(error);
        throw error;
      }
    },
    close() {
      for (const peer of [...peers.values()].flat()) peer.bus.close();
    },
  };
}

async function addressOf(bus: MessageBus, program: string): Promise<string> {
  const call = {
    to: program,
    path: rootPath,
    interface: 'org.a11y.atspi.Application',
    member: 'GetApplicationBusAddress',
  };
  const [address] = await bus.call(call, { ms: addressMs });
  return textOf(address);
}

async function countWindows(bus: MessageBus, program: string): Promise<number> {
  const get = { interface: 'org.freedesktop.DBus.Properties', member: 'Get', signature: 'ss' };
  const body = ['org.a11y.atspi.Accessible', 'ChildCount'];
  const [count] = await bus.call({ to: program, path: rootPath, ...get, body }, { ms: addressMs });
  return numberOf(count);
}

function ended(cause: HandrailError): HandrailError {
  return new HandrailError('stale_element', 'The program ended while it was told to do something.', 'Look again.', {
    cause,
  });
}
