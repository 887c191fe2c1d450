import type { Duplex } from 'node:stream';
import type { HandrailError } from '../../core/errors.js';

/** The end of a connection to another program. */
export interface ConnectionEnd {
  /** Why the connection ended, once it has. */
  readonly reason: HandrailError | undefined;
  /** Resolves with the reason when the connection ends. Never rejects. */
  readonly lost: Promise<HandrailError>;
  /** Ends the connection. Only the first reason counts. */
  end(reason: HandrailError): void;
  /** Calls `fail` when the connection ends, at once if it already has. Returns a function that removes the callback. */
  onEnd(fail: (reason: HandrailError) => void): () => void;
}

export function createConnectionEnd(stream: Duplex): ConnectionEnd {
  const callbacks = new Set<(reason: HandrailError) => void>();
  let endReason: HandrailError | undefined;
  let resolveLost: (reason: HandrailError) => void = () => undefined;
  const lost = new Promise<HandrailError>((resolve) => {
    resolveLost = resolve;
  });
  return {
    get reason() {
      return endReason;
    },
    lost,
    end(reason) {
      if (endReason) return;
      endReason = reason;
      stream.destroy();
      resolveLost(reason);
      for (const fail of [...callbacks]) fail(reason);
      callbacks.clear();
    },
    onEnd(fail) {
      callbacks.add(fail);
      if (endReason) fail(endReason);
      return () => callbacks.delete(fail);
    },
  };
}
