import type { Duplex } from 'node:stream';
import { HandrailError } from '../../../core/errors.js';

/** Says who we are, the way message buses ask for it. Gives back what came after the login, if anything did. */
export function logIn(stream: Duplex, uid: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const leave = (settle: () => void) => {
      stream.off('data', onData);
      stream.off('error', onEnd);
      stream.off('close', onEnd);
      settle();
    };
    const onEnd = () => leave(() => reject(refused(uid, 'it hung up')));
    const onData = (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      const end = heard.indexOf('\r\n');
      if (end < 0 && heard.length < 4096) return;
      const line = heard.slice(0, Math.max(0, end));
      if (!line.startsWith('OK ')) return leave(() => reject(refused(uid, line.slice(0, 120) || 'it said too much')));
      stream.write('BEGIN\r\n');
      leave(resolve);
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
    `The message bus does not let user ${uid} in: ${reason}.`,
    'Use the session of a user that may: the one the desktop was started by.',
  );
}
