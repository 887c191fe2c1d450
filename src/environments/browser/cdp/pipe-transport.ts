import type { Readable, Writable } from 'node:stream';
import type { Transport } from './connection.js';

const separator = 0;
/** A longer message is dropped: a page can make the browser send one that does not fit into a string. */
const maxMessageBytes = 256 * 1024 * 1024;

/** Talks to a browser that was started with --remote-debugging-pipe. A zero byte ends each message. */
export function createPipeTransport(toBrowser: Writable, fromBrowser: Readable): Transport {
  let started: Buffer[] = [];
  let startedBytes = 0;
  let onMessage: (message: string) => void = () => undefined;
  fromBrowser.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(separator); end !== -1; end = chunk.indexOf(separator, start)) {
      const last = chunk.subarray(start, end);
      const isTooLong = startedBytes + last.length > maxMessageBytes;
      const message = started.length > 0 && !isTooLong ? Buffer.concat([...started, last]) : last;
      started = [];
      startedBytes = 0;
      start = end + 1;
      if (!isTooLong) onMessage(message.toString('utf8'));
    }
    if (start === chunk.length) return;
    startedBytes += chunk.length - start;
    if (startedBytes > maxMessageBytes) started = [];
    else started.push(chunk.subarray(start));
  });
  // A browser that ends closes its side first. `close` of the other stream reports it.
  toBrowser.on('error', () => undefined);
  return {
    send(message) {
      if (toBrowser.writable) toBrowser.write(`${message}\0`);
    },
    onMessage(listener) {
      onMessage = listener;
    },
    onClose: (listener) => void fromBrowser.once('close', listener),
  };
}
