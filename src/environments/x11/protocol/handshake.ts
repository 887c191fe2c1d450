import type { Duplex } from 'node:stream';
import { HandrailError } from '../../../core/errors.js';
import type { Cookie } from './authority.js';
import { type X11Display, x11 } from './x11-package.js';

const setupTimeoutMs = 5000;

/** The server closed the connection before the setup was complete. */
export class ClosedDuringSetup extends Error {}

/** Runs the connection setup of the X protocol. Rejects when the server refuses, closes or does not answer. */
export function setUpConnection(stream: Duplex, display: string, auth: Cookie): Promise<X11Display> {
  return new Promise<X11Display>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no response within ${setupTimeoutMs} ms`)), setupTimeoutMs);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      done();
    };
    const options = { display, stream, auth, disableBigRequests: true, bufferRequests: { flushOnReply: false } };
    const client = x11.createClient(options, (error, opened) =>
      settle(() => (error ? reject(new ClosedDuringSetup(error.message)) : resolve(opened))),
    );
    client.on('error', (error) => settle(() => reject(error)));
  });
}

/** The error for a connection that the server did not accept. */
export function connectionRefused(display: string, error: unknown): HandrailError {
  if (error instanceof HandrailError) return error;
  const why = error instanceof Error ? error.message.trim() : String(error);
  return new HandrailError(
    'desktop_missing',
    `The X server of display ${display} did not accept the connection: ${why}.`,
    'Check that XAUTHORITY names a file with the cookie of this display.',
  );
}
