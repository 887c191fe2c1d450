import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { AccessibilityOptions } from '../accessibility.js';
import { rootPath } from '../atspi/atspi.js';
import { toNumber, toText } from '../dbus/bus-values.js';
import { type MessageBus, openPeer } from '../dbus/message-bus.js';

/** Connections to programs for actions. */
export interface ActionConnections {
  call: MessageBus['call'];
  close(): void;
}

interface Peer {
  bus: MessageBus;
  isBusy: boolean;
  /** Number of windows of the program before the last call on this connection that may have opened a dialog. */
  windowCount?: number;
}

const maxPeersPerProgram = 16;
/** Methods that open no dialog. They have a connection of their own. */
const textMethods = new Set(['InsertText', 'DeleteText', 'SetTextContents', 'SetCaretOffset', 'GrabFocus']);
const lookupTimeoutMs = 1000;
const defaultTimeoutMs = 5000;
/**
 * A program may be busy with a call for as long as a dialog is open, although GTK replies at once. Another call on that connection would hang
 * it for good at its next key, when it calls the registry and processes all connections meanwhile. So a connection is not used again until
 * the program has no more windows than before.
 */
const maxCallMs = 24 * 3600 * 1000;

/**
 * A GTK program that opens a dialog on a call does not read that connection until the dialog is closed. So actions use direct connections to
 * the program, and the bus connection stays free for reading. A program without direct connections is called over the bus.
 */
export function createActionConnections(bus: MessageBus, { dial, uid }: AccessibilityOptions): ActionConnections {
  const peers = new Map<string, Peer[]>();
  const busOnlyPrograms = new Set<string>();

  async function openConnection(program: string): Promise<Peer | undefined> {
    const known = peers.get(program) ?? [];
    if (busOnlyPrograms.has(program) || known.length >= maxPeersPerProgram) return undefined;
    const address = await readPeerAddress(bus, program);
    if (!address) {
      busOnlyPrograms.add(program);
      return undefined;
    }
    const opened = await openPeer(await dial(address), uid);
    const peer: Peer = { bus: opened, isBusy: false };
    peers.set(program, [...known, peer]);
    void opened.lost.then(() => {
      const remaining = (peers.get(program) ?? []).filter((one) => one !== peer);
      peers.set(program, remaining);
    });
    return peer;
  }

  /** A free connection. `windowCount` is undefined for methods that open no dialog. */
  async function findPeer(program: string, windowCount: number | undefined): Promise<Peer | undefined> {
    const isFree = (peer: Peer): boolean => {
      if (peer.isBusy) return false;
      if (windowCount === undefined) return peer.windowCount === undefined;
      return peer.windowCount !== undefined && windowCount <= peer.windowCount;
    };
    const free = peers.get(program)?.find(isFree);
    if (free) return free;
    try {
      return await openConnection(program);
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code === 'cancelled') throw error;
      busOnlyPrograms.add(program);
      return undefined;
    }
  }

  return {
    async call(call, limits = {}) {
      const windowCount = textMethods.has(call.member) ? undefined : await countWindows(bus, call.to);
      const peer = await findPeer(call.to, windowCount);
      if (!peer) return bus.call(call, limits);
      peer.isBusy = true;
      if (windowCount !== undefined) peer.windowCount = windowCount;
      const reply = peer.bus.call(call, { ms: maxCallMs });
      const release = () => {
        peer.isBusy = false;
      };
      reply.then(release, release);
      try {
        return await withTimeout(limits.ms ?? defaultTimeoutMs, call.member, reply, limits.signal);
      } catch (error) {
        if (error instanceof HandrailError && error.code === 'display_died') throw programEnded(error);
        throw error;
      }
    },
    close() {
      for (const peer of [...peers.values()].flat()) peer.bus.close();
    },
  };
}

async function readPeerAddress(bus: MessageBus, program: string): Promise<string> {
  const call = {
    to: program,
    path: rootPath,
    interface: 'org.a11y.atspi.Application',
    member: 'GetApplicationBusAddress',
  };
  const [address] = await bus.call(call, { ms: lookupTimeoutMs });
  return toText(address);
}

async function countWindows(bus: MessageBus, program: string): Promise<number> {
  const get = { interface: 'org.freedesktop.DBus.Properties', member: 'Get', signature: 'ss' };
  const body = ['org.a11y.atspi.Accessible', 'ChildCount'];
  const [count] = await bus.call({ to: program, path: rootPath, ...get, body }, { ms: lookupTimeoutMs });
  return toNumber(count);
}

function programEnded(cause: HandrailError): HandrailError {
  return new HandrailError('stale_element', 'The program ended during the action.', 'Observe again.', { cause });
}
