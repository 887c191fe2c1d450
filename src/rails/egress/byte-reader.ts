import type { Socket } from 'node:net';

/** Reads the first bytes of a connection. */
export interface ByteReader {
  /** Waits for so many bytes. Throws if the connection ends before. */
  read(count: number): Promise<Buffer>;
  /** Waits for bytes that end with `mark`. Throws if the connection ends, or more than `maxBytes` come before. */
  readTo(mark: string, maxBytes: number): Promise<Buffer>;
  /** Leaves what follows in the socket, for the next reader. */
  release(): void;
}

/** `first`: bytes that were read already. */
export function createByteReader(socket: Socket, first: Buffer = Buffer.alloc(0)): ByteReader {
  let bytes: Buffer = first;
  let hasEnded = false;
  let wake = (): void => undefined;
  const onData = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    wake();
  };
  const onEnd = (): void => {
    hasEnded = true;
    wake();
  };
  socket.on('data', onData).on('end', onEnd).on('close', onEnd);
  socket.resume();

  async function take(findLength: () => number | undefined): Promise<Buffer> {
    for (;;) {
      const length = findLength();
      if (length !== undefined) {
        const taken = bytes.subarray(0, length);
        bytes = bytes.subarray(length);
        return taken;
      }
      if (hasEnded || socket.destroyed) throw new Error('The connection ended.');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    read: (count) => take(() => (bytes.length >= count ? count : undefined)),
    readTo: (mark, maxBytes) =>
      take(() => {
        const at = bytes.indexOf(mark);
        if (at < 0 && bytes.length > maxBytes) throw new Error('The answer is too long.');
        return at < 0 ? undefined : at + mark.length;
      }),
    release() {
      socket.off('data', onData).off('end', onEnd).off('close', onEnd);
      socket.pause();
      if (bytes.length > 0) socket.unshift(bytes);
    },
  };
}
