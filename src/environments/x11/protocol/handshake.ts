import type { Duplex } from 'node:stream';
import { HandrailError } from '../../../core/errors.js';
import type { Cookie } from './authority.js';
import { type X11Display, x11 } from './x11-package.js';

const setUpMs = 5000;

/** The other side went without a word. */
export class HangUp extends Error {}

/** The first exchange with a server, in which it takes the connection or not. */
export function setUp(stream: Duplex, display: string, auth: Cookie): Promise<X11Display> {
  return new Promise<X11Display>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${setUpMs} ms`)), setUpMs);
    const done = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    const options = { display, stream, auth, disableBigRequests: true, bufferRequests: { flushOnReply: false } };
    const client = x11.createClient(options, (error, opened) =>
      done(() => (error ? reject(new HangUp(error.message)) : resolve(opened))),
    );
    client.on('error', (error) => done(() => reject(error)));
  });
}

export function refused(display: string, error: unknown): HandrailError {
  if (error instanceof HandrailError) return error;
  const why = error instanceof Error ? error.message.trim() : String(error);
  return new HandrailError(
    'desktop_missing',
    `The X server of display ${display} did not take the connection: ${why}.`,
  );
}
