import { within } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import type { AccessibilityOptions } from './accessibility.js';
import { rootPath } from './atspi.js';
import { textOf } from './bus-values.js';
import { type MessageBus, openPeer } from './message-bus.js';

/** Ways to a program for what it is told to do. */
export interface Actors {
  call: MessageBus['call'];
  close(): void;
}

interface Peer {
  bus: MessageBus;
  isBusy: boolean;
}

const mostPeers = 8;
const addressMs = 1000;
const usualMs = 5000;
/**
 * A line is used by nobody else until the program has answered on it, and that may be when a dialog is closed after an hour. A word more on
 * a line that it is still busy with hangs a GTK program for good at its next key: that asks the registry, and listens to all lines meanwhile.
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

  const find = async (program: string): Promise<Peer | undefined> => {
    const free = peers.get(program)?.find((one) => !one.isBusy);
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
      const peer = await find(call.to);
      if (!peer) return bus.call(call, limits);
      peer.isBusy = true;
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

function ended(cause: HandrailError): HandrailError {
  return new HandrailError('stale_element', 'The program ended while it was told to do something.', 'Look again.', {
    cause,
  });
}
