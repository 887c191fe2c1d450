import type { Duplex } from 'node:stream';
import { HandrailError } from '../../../core/errors.js';

const maxReplyLength = 4096;
const maxQuotedLength = 120;

/** Authenticates as a user with the mechanism EXTERNAL. Throws `desktop_missing` when the bus refuses. */
export function authenticate(stream: Duplex, uid: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    const settle = (done: () => void) => {
      stream.off('data', onData);
      stream.off('error', onEnd);
      stream.off('close', onEnd);
      done();
    };
    const onEnd = () => settle(() => reject(refused(uid, 'it closed the connection')));
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n');
      if (end < 0 && received.length < maxReplyLength) return;
      const line = received.slice(0, Math.max(0, end));
      if (!line.startsWith('OK '))
        return settle(() => reject(refused(uid, line.slice(0, maxQuotedLength) || 'its reply is too long')));
      stream.write('BEGIN\r\n');
      settle(resolve);
    };
    stream.on('data', onData);
    stream.on('error', onEnd);
    stream.on('close', onEnd);
    stream.write(`\0AUTH EXTERNAL ${Buffer.from(String(uid)).toString('hex')}\r\n`);
  });
}

function refused(uid: number, reason: string): HandrailError {
  return new HandrailError(
    'desktop_missing',
    `The message bus does not accept user ${uid}: ${reason}.`,
    'Run as the user that started the desktop session.',
  );
}
