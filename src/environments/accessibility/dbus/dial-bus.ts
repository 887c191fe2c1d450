import { connect, type NetConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import { cancelled, within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';

const dialMs = 5000;

/** Reaches a message bus of this machine by its address: 'unix:path=/run/user/1000/bus'. */
export async function dialBus(address: string, signal?: AbortSignal): Promise<Duplex> {
  const places = address.split(';').flatMap((one) => placeOf(one) ?? []);
  if (!places.length) throw unreachable(address, 'no socket of this machine is named in it');
  let reason: unknown;
  for (const place of places) {
    if (signal?.aborted) throw cancelled(signal);
    try {
      return await dial(place, signal);
    } catch (error) {
      reason = error;
    }
  }
  throw reason instanceof HandrailError ? reason : unreachable(address, String(reason), reason);
}

/** The socket path that an address names, on this machine or in a container; abstract names begin with a zero character. */
export function socketPath(address: string): string | undefined {
  const [kind, rest = ''] = address.split(/:(.*)/s);
  if (kind !== 'unix') return undefined;
  const settings = new Map(rest.split(',').map((setting) => split(setting)));
  const path = settings.get('path');
  if (path) return path;
  const abstract = settings.get('abstract');
  return abstract && `\0${abstract}`;
}

function placeOf(address: string): NetConnectOpts | undefined {
  const path = socketPath(address);
  return path ? { path } : undefined;
}

function split(setting: string): [string, string] {
  const at = setting.indexOf('=');
  return [setting.slice(0, at), decodeURIComponent(setting.slice(at + 1))];
}

async function dial(place: NetConnectOpts, signal?: AbortSignal): Promise<Duplex> {
  const socket = connect(place);
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  try {
    await within(dialMs, 'Reaching the message bus', connected, signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function unreachable(address: string, reason: string, cause?: unknown): HandrailError {
  return new HandrailError(
    'desktop_missing',
    `The message bus at ${address.slice(0, 200)} cannot be reached: ${reason}.`,
    'Start the desktop session, or use a private one.',
    { cause },
  );
}
