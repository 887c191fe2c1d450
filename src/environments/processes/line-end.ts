import type { Duplex } from 'node:stream';
import type { HandrailError } from '../../core/errors.js';

/** The one moment at which a line to another program is gone. */
export interface LineEnd {
  /** Why it is gone, once it is. */
  readonly gone: HandrailError | undefined;
  /** Settles when it is gone, with the reason. Never rejects. */
  readonly lost: Promise<HandrailError>;
  /** The line ends; only the first reason counts. */
  end(reason: HandrailError): void;
  /** Calls `fail` when the line ends, at once if it has. Gives back how to say that nothing is waited for any more. */
  whileWaiting(fail: (reason: HandrailError) => void): () => void;
}

export function createLineEnd(stream: Duplex): LineEnd {
  const waiting = new Set<(reason: HandrailError) => void>();
  let gone: HandrailError | undefined;
  let tellLost: (reason: HandrailError) => void = () => undefined;
  const lost = new Promise<HandrailError>((resolve) => {
    tellLost = resolve;
  });
  return {
    get gone() {
      return gone;
    },
    lost,
    end(reason) {
      if (gone) return;
      gone = reason;
      stream.destroy();
      tellLost(reason);
      for (const fail of [...waiting]) fail(reason);
      waiting.clear();
    },
    whileWaiting(fail) {
      waiting.add(fail);
      if (gone) fail(gone);
      return () => waiting.delete(fail);
    },
  };
}
