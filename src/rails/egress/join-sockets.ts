import type { Duplex } from 'node:stream';

/** Passes everything on in both directions, without holding it back. When one side ends or fails, the other does too. */
export function joinSockets(one: Duplex, other: Duplex): void {
  passOn(one, other);
  passOn(other, one);
}

function passOn(from: Duplex, to: Duplex): void {
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
  from.pipe(to);
}
