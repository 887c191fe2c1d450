import { type ErrorCode, HandrailError } from '../../../core/errors.js';
import type { BusCall, BusMessage } from './bus-message.js';
import { textOf } from './bus-values.js';

const prefix = 'org.freedesktop.DBus.Error.';

const codes: Record<string, ErrorCode> = {
  UnknownObject: 'stale_element',
  ServiceUnknown: 'stale_element',
  NameHasNoOwner: 'stale_element',
  Disconnected: 'stale_element',
  NoReply: 'stale_element',
  UnknownMethod: 'unsupported',
  UnknownInterface: 'unsupported',
  UnknownProperty: 'unsupported',
  NotSupported: 'unsupported',
  Timeout: 'deadline',
};

/** An error that came back over a message bus, in our words. */
export function busFault(call: BusCall, answer: BusMessage): HandrailError {
  const name = answer.errorName.replace(prefix, '');
  const said = textOf(answer.body()[0]).slice(0, 300);
  const what = `${call.interface.replace('org.a11y.atspi.', '')}.${call.member}`;
  return new HandrailError(
    codes[name] ?? 'driver_failed',
    `The program answered ${what} with ${name}: ${said || 'no reason'}`,
  );
}
