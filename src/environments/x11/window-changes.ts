import { cancelled } from '../../core/deadline.js';
import type { HandrailError } from '../../core/errors.js';
import type { ChangeSignal } from '../screen/screen.js';
import { extension, type XConnection } from './protocol/connection.js';
import { events, listenTo, masks } from './protocol/core-requests.js';
import type { Properties } from './protocol/properties.js';
import { request, u8, u32 } from './protocol/wire.js';

const telling: readonly number[] = [
  events.destroyed,
  events.unmapped,
  events.mapped,
  events.configured,
  events.property,
];
const nonEmpty = 3;

export interface WindowStir extends ChangeSignal {
  /** Rings from now on, too, when this window is drawn on where nobody sees it. The server must keep its picture. */
  watch(number: number): void;
}

/** Rings when anything was drawn, a window came, went or moved, or one says something else of itself. */
export async function createStir(x: XConnection, properties: Properties): Promise<WindowStir> {
  const busySign = await properties.atom('_NET_WM_USER_TIME'); // nothing is to be seen of it, and it is told again and again
  const damage = await extension(x, 'DAMAGE');
  const watch = (drawable: number): void => {
    if (damage) x.send(request(damage.opcode, 1, u32(x.newId(), drawable), u8(nonEmpty, 0, 0, 0)));
  };
  if (damage) await x.ask(request(damage.opcode, 0, u32(1, 1)));
  watch(x.root);
  // Answers to a ping come here, too: those of GTK to whoever hears of windows, those of Qt to whoever hears of the screen itself.
  listenTo(x, x.root, masks.substructure | masks.structure | masks.property);
  const waiters = new Set<{ wake(): void; fail(error: HandrailError): void }>();
  const ourselves = x.ownerOf(x.newId());
  let count = 0;
  let gone: HandrailError | undefined;
  x.listen((event) => {
    const type = (event[0] ?? 0) % 128;
    const drawn = damage !== undefined && type === damage.firstEvent;
    // Told once, and again only after it was taken note of.
    if (drawn) x.send(request(damage.opcode, 3, u32(event.readUInt32LE(8), 0, 0)));
    if (!drawn && !telling.includes(type)) return;
    if (type === events.property && event.readUInt32LE(8) === busySign) return;
    // What is asked and answered on windows of our own is nobody's doing.
    if (type === events.property && x.ownerOf(event.readUInt32LE(4)) === ourselves) return;
    count += 1;
    for (const waiter of [...waiters]) waiter.wake();
  });
  void x.lost.then((error) => {
    gone = error;
    for (const waiter of [...waiters]) waiter.fail(error);
  });

  return {
    watch,
    count: () => count,
    next(ms, signal) {
      return new Promise((resolve, reject) => {
        if (gone) return reject(gone);
        const done = (settle: () => void) => {
          waiters.delete(waiter);
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          settle();
        };
        const waiter = {
          wake: () => done(() => resolve(true)),
          fail: (error: HandrailError) => done(() => reject(error)),
        };
        const abort = () => done(() => reject(signal ? cancelled(signal) : new Error('cancelled')));
        const timer = setTimeout(() => done(() => resolve(false)), Math.max(0, ms));
        waiters.add(waiter);
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
