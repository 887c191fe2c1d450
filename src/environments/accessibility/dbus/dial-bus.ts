import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { toCancelledError, withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';

const connectTimeoutMs = 5000;

/** Connects to a message bus of this machine by its address: 'unix:path=/run/user/1000/bus'. Throws `desktop_missing`. */
export async function dialBus(address: string, signal?: AbortSignal): Promise<Duplex> {
  const paths = address.split(';').flatMap((one) => socketPath(one) ?? []);
  if (!paths.length) throw unreachable(address, 'it names no socket of this machine');
  let reason: unknown;
  for (const path of paths) {
    if (signal?.aborted) throw toCancelledError(signal);
    try {
      return await connectTo(path, signal);
    } catch (error) {
      reason = error;
    }
  }
  throw reason instanceof HandrailError ? reason : unreachable(address, String(reason), reason);
}

/** The socket path in an address, on this machine or in a container. An abstract name starts with a zero character. */
export function socketPath(address: string): string | undefined {
  const [transport, rest = ''] = address.split(/:(.*)/s);
  if (transport !== 'unix') return undefined;
  const settings = new Map(rest.split(',').map(parseSetting));
  const path = settings.get('path');
  if (path) return path;
  const abstract = settings.get('abstract');
  return abstract && `\0${abstract}`;
}

function parseSetting(setting: string): [key: string, value: string] {
  const equals = setting.indexOf('=');
  return [setting.slice(0, equals), decodeURIComponent(setting.slice(equals + 1))];
}

async function connectTo(path: string, signal?: AbortSignal): Promise<Duplex> {
  const socket = connect({ path });
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  try {
    await withTimeout(connectTimeoutMs, 'Connecting to the message bus', connected, signal);
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
