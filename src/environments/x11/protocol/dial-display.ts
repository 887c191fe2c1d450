import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { HandrailError } from '../../../core/errors.js';

const connectTimeoutMs = 5000;

/** Connects to a display of this machine: ':99' is the socket /tmp/.X11-unix/X99. Throws `desktop_missing`. */
export function dialDisplay(display: string): Promise<Duplex> {
  const [, host, number] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? [];
  if (number === undefined) {
    throw new HandrailError('desktop_missing', `"${display}" is not a display name.`, 'Use a name such as :0 or :99.');
  }
  return new Promise((resolve, reject) => {
    const isLocal = !host || host === 'unix';
    const socket = isLocal ? connect(`/tmp/.X11-unix/X${number}`) : connect(6000 + Number(number), host);
    const fail = (why: string) => {
      socket.destroy();
      reject(
        new HandrailError(
          'desktop_missing',
          `There is no display ${display} (${why}).`,
          'Start one with `handrail desktop up`, or set DISPLAY to a running display.',
        ),
      );
    };
    socket.setTimeout(connectTimeoutMs, () => fail(`no response within ${connectTimeoutMs} ms`));
    socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}
