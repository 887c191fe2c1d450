import { cancelled } from '../../core/deadline.js';
import type { CaretMoves, ChangeSignal } from '../screen/screen.js';
import { keyOf } from './atspi/atspi.js';
import type { BusMessage } from './dbus/bus-message.js';
import { numberOf, textOf } from './dbus/bus-values.js';
import type { MessageBus } from './dbus/message-bus.js';

/** What programs say by themselves. */
export interface Events {
  stir: ChangeSignal;
  /** Key of the object that last said it has the keys, by the program's name on the bus. */
  focused: Map<string, string>;
  /** Carets that were moved: how often, and in what the last one was. */
  carets: CaretMoves;
  /** How often each program has said something. */
  rings: ReadonlyMap<string, number>;
}

const families = ['Object', 'Window', 'Focus', 'Document'];

/** Listens to all programs. */
export async function listenToPrograms(bus: MessageBus): Promise<Events> {
  const waiting = new Set<() => void>();
  const focused = new Map<string, string>();
  const rings = new Map<string, number>();
  const carets: CaretMoves = { count: 0 };
  let count = 0;
  const ring = () => {
    count += 1;
    for (const wake of [...waiting]) wake();
  };
  const heard = (message: BusMessage) => {
    if (!message.interface.startsWith('org.a11y.atspi.Event.')) return;
    if (message.member === 'StateChanged') noteFocus(message, focused);
    if (message.member === 'TextCaretMoved') {
      carets.count += 1;
      carets.last = keyOf({ bus: message.sender, path: message.path });
    }
    rings.set(message.sender, (rings.get(message.sender) ?? 0) + 1);
    ring();
  };
  // One listener for all: each rule only makes the bus send more.
  await bus.listen(ruleOf('Object'), heard);
  for (const family of families.slice(1)) await bus.listen(ruleOf(family), () => undefined);
  void bus.lost.then(ring);
  const stir: ChangeSignal = { next: (ms, signal) => nextRing(waiting, ms, signal), count: () => count };
  return { stir, focused, carets, rings };
}

function ruleOf(family: string): string {
  return `type='signal',interface='org.a11y.atspi.Event.${family}'`;
}

function noteFocus(message: BusMessage, focused: Map<string, string>): void {
  const [what, on] = message.body();
  if (textOf(what) === 'focused' && numberOf(on) === 1)
    focused.set(message.sender, keyOf({ bus: message.sender, path: message.path }));
}

function nextRing(waiting: Set<() => void>, ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(cancelled(signal));
      return;
    }
    const leave = (settle: () => void) => {
      clearTimeout(timer);
      waiting.delete(wake);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const wake = () => leave(() => resolve(true));
    const abort = () => leave(() => signal && reject(cancelled(signal)));
    const timer = setTimeout(() => leave(() => resolve(false)), Math.max(0, ms));
    waiting.add(wake);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
