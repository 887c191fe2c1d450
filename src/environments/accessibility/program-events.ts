import type { CaretMoves, ChangeSignal } from '../screen/screen.js';
import { createChangeNotifier } from '../screen/settle/change-notifier.js';
import { objectKey } from './atspi/atspi.js';
import { toNumber, toText } from './dbus/bus-values.js';
import type { MessageBus } from './dbus/message-bus.js';
import type { BusMessage } from './dbus/messages.js';

/** The AT-SPI events of all programs. */
export interface ProgramEvents {
  changes: ChangeSignal;
  /** Key of the object that last got the focus, by the program's name on the bus. */
  focused: Map<string, string>;
  caretMoves: CaretMoves;
  eventCounts: ReadonlyMap<string, number>;
}

const eventInterface = 'org.a11y.atspi.Event.';
const eventClasses = ['Window', 'Focus', 'Document'];

export async function subscribeToPrograms(bus: MessageBus): Promise<ProgramEvents> {
  const notifier = createChangeNotifier();
  const focused = new Map<string, string>();
  const eventCounts = new Map<string, number>();
  const caretMoves: CaretMoves = { count: 0 };
  const onSignal = (message: BusMessage) => {
    if (!message.interface.startsWith(eventInterface)) return;
    const key = objectKey({ bus: message.sender, path: message.path });
    if (message.member === 'StateChanged' && isFocusGained(message)) focused.set(message.sender, key);
    if (message.member === 'TextCaretMoved') {
      caretMoves.count += 1;
      caretMoves.lastNode = key;
    }
    eventCounts.set(message.sender, (eventCounts.get(message.sender) ?? 0) + 1);
    notifier.notify();
  };
  // One listener receives all signals: a further rule only makes the bus send more of them.
  await bus.subscribe(matchRule('Object'), onSignal);
  for (const eventClass of eventClasses) await bus.subscribe(matchRule(eventClass), () => undefined);
  void bus.lost.then(notifier.notify);
  return { changes: notifier, focused, caretMoves, eventCounts };
}

function matchRule(eventClass: string): string {
  return `type='signal',interface='${eventInterface}${eventClass}'`;
}

function isFocusGained(message: BusMessage): boolean {
  const [state, isSet] = message.body();
  return toText(state) === 'focused' && toNumber(isSet) === 1;
}
