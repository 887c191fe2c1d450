import { type ErrorCode, HandrailError } from '../../../core/errors.js';
import { toText } from './bus-values.js';
import type { BusCall, BusMessage } from './messages.js';

const standardPrefix = 'org.freedesktop.DBus.Error.';
const maxReasonLength = 300;

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

/** Converts an error reply to a HandrailError. */
export function toBusError(call: BusCall, reply: BusMessage): HandrailError {
  const name = reply.errorName.replace(standardPrefix, '');
  const reason = toText(reply.body()[0]).slice(0, maxReasonLength);
  const method = `${call.interface.replace('org.a11y.atspi.', '')}.${call.member}`;
  return new HandrailError(
    codes[name] ?? 'driver_failed',
    `The program answered ${method} with ${name}: ${reason || 'no reason'}`,
  );
}
