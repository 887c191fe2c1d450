import { HandrailError } from '../../core/errors.js';
import type { AccessibilityOptions } from './accessibility.js';
import { createActionConnections } from './actions/action-connections.js';
import type { BusConnections } from './atspi/atspi.js';
import { toText } from './dbus/bus-values.js';
import { type MessageBus, openMessageBus } from './dbus/message-bus.js';

export interface AccessibilityConnection extends BusConnections {
  bus: MessageBus;
  close(): void;
}

const accessibilityService = { to: 'org.a11y.Bus', path: '/org/a11y/bus' };
const registry = {
  to: 'org.a11y.atspi.Registry',
  path: '/org/a11y/atspi/registry',
  interface: 'org.a11y.atspi.Registry',
};
/** Programs maintain and report their objects only while a client is registered for such events. */
const registeredEvents = ['object:', 'window:', 'focus:', 'document:'];
const startTimeoutMs = 10_000;

/** Finds the accessibility bus of a session, connects to it and enables it. Throws `desktop_missing`. */
export async function connectAccessibility(
  options: AccessibilityOptions,
  signal?: AbortSignal,
): Promise<AccessibilityConnection> {
  const session = await openMessageBus(await options.dial(options.bus, signal), options.uid, signal);
  let bus: MessageBus | undefined;
  const close = () => {
    bus?.close();
    session.close();
  };
  try {
    const opened = await openAccessibilityBus(session, options, signal);
    bus = opened;
    for (const event of registeredEvents)
      await opened.call(
        { ...registry, member: 'RegisterEvent', signature: 's', body: [event] },
        { ms: startTimeoutMs, signal },
      );
    const actions = createActionConnections(opened, options);
    return {
      bus: opened,
      actions,
      close() {
        actions.close();
        close();
      },
    };
  } catch (error) {
    close();
    if (error instanceof HandrailError && error.code !== 'unsupported' && error.code !== 'stale_element') throw error;
    throw new HandrailError(
      'desktop_missing',
      'The session has no accessibility bus, so programs cannot report their content.',
      'Install at-spi2-core in it and start it again.',
      { cause: error },
    );
  }
}

async function openAccessibilityBus(
  session: MessageBus,
  { dial, uid }: AccessibilityOptions,
  signal?: AbortSignal,
): Promise<MessageBus> {
  const limits = { ms: startTimeoutMs, signal };
  const getAddress = { ...accessibilityService, interface: 'org.a11y.Bus', member: 'GetAddress' };
  const [address] = await session.call(getAddress, limits);
  const enable = {
    ...accessibilityService,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Set',
    signature: 'ssv',
    body: ['org.a11y.Status', 'IsEnabled', { signature: 'b', value: true }],
  };
  await session.call(enable, limits);
  return openMessageBus(await dial(toText(address), signal), uid, signal);
}
