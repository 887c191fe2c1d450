import { HandrailError } from '../../core/errors.js';
import type { AccessibilityOptions } from './accessibility.js';
import { createActors } from './actions/action-connections.js';
import type { Lines } from './atspi/atspi.js';
import { textOf } from './dbus/bus-values.js';
import { type MessageBus, openMessageBus } from './dbus/message-bus.js';

export interface Link extends Lines {
  bus: MessageBus;
  close(): void;
}

const service = { to: 'org.a11y.Bus', path: '/org/a11y/bus' };
const registrar = {
  to: 'org.a11y.atspi.Registry',
  path: '/org/a11y/atspi/registry',
  interface: 'org.a11y.atspi.Registry',
};
/** Programs tell (and keep a list of) their objects only while somebody wants to hear of such things. */
const wanted = ['object:', 'window:', 'focus:', 'document:'];
const startMs = 10_000;

/** Finds the accessibility bus of a session and connects to it; programs show themselves from then on. */
export async function connectAccessibility(options: AccessibilityOptions, signal?: AbortSignal): Promise<Link> {
  const session = await openMessageBus(await options.dial(options.bus, signal), options.uid, signal);
  let bus: MessageBus | undefined;
  try {
    const limits = { ms: startMs, signal };
    const [address] = await session.call({ ...service, interface: 'org.a11y.Bus', member: 'GetAddress' }, limits);
    await session.call(
      {
        ...service,
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Set',
        signature: 'ssv',
        body: ['org.a11y.Status', 'IsEnabled', { signature: 'b', value: true }],
      },
      limits,
    );
    const opened = await openMessageBus(await options.dial(textOf(address), signal), options.uid, signal);
    bus = opened;
    for (const event of wanted)
      await opened.call({ ...registrar, member: 'RegisterEvent', signature: 's', body: [event] }, limits);
    const actors = createActors(opened, options);
    return {
      bus: opened,
      actors,
      close() {
        actors.close();
        closeBoth(session, opened);
      },
    };
  } catch (error) {
    closeBoth(session, bus);
    if (error instanceof HandrailError && error.code !== 'unsupported' && error.code !== 'stale_element') throw error;
    throw new HandrailError(
      'desktop_missing',
      'The session has no accessibility bus: programs cannot tell what they show.',
      'Install at-spi2-core in it and start it again.',
      { cause: error },
    );
  }
}

function closeBoth(session: MessageBus, bus?: MessageBus): void {
  bus?.close();
  session.close();
}
