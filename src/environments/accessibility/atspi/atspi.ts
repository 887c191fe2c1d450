import { HandrailError } from '../../../core/errors.js';
import { type BusValue, toList, toText } from '../dbus/bus-values.js';
import type { MessageBus } from '../dbus/message-bus.js';

/** A reference to an accessible object: the program's name on the bus, and the object's path in the program. */
export interface ObjectRef {
  bus: string;
  path: string;
}

export const registry: ObjectRef = { bus: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/accessible/root' };
export const rootPath = '/org/a11y/atspi/accessible/root';
export const screenCoordinates = 0;

/** Bit numbers of the states in the protocol. */
export const stateBits = {
  active: 1,
  busy: 3,
  checked: 4,
  collapsed: 5,
  defunct: 6,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focusable: 11,
  focused: 12,
  multiLine: 17,
  pressed: 20,
  selectable: 22,
  selected: 23,
  sensitive: 24,
  showing: 25,
  singleLine: 26,
  visible: 30,
  managesDescendants: 31,
  indeterminate: 32,
  required: 33,
  invalidEntry: 36,
  checkable: 41,
  readOnly: 43,
} as const;
export type StateName = keyof typeof stateBits;

/** The bit mask of states with numbers below 32. */
export function stateMask(...names: StateName[]): number {
  return names.reduce((mask, name) => mask | (1 << stateBits[name]), 0);
}

export function objectKey(ref: ObjectRef): string {
  return `${ref.bus}${ref.path}`;
}

export function parseKey(key: string): ObjectRef {
  const slash = key.indexOf('/');
  return { bus: key.slice(0, slash), path: key.slice(slash) };
}

/** Parses a reference. Undefined for the null reference. */
export function parseRef(value: BusValue | undefined): ObjectRef | undefined {
  const [bus, path] = toList(value);
  const ref = { bus: toText(bus), path: toText(path) };
  return ref.path && !ref.path.endsWith('/null') ? ref : undefined;
}

/** Calls a method of an object, within the time limit of the whole operation. */
export type AtspiCall = (
  ref: ObjectRef,
  interfaceName: string,
  member: string,
  signature?: string,
  ...body: BusValue[]
) => Promise<BusValue[]>;

/** Methods that change something in the program, or may keep it busy. */
const actionMethods = new Set([
  'DoAction',
  'SelectChild',
  'ClearSelection',
  'AddRowSelection',
  'RemoveRowSelection',
  'SetTextContents',
  'InsertText',
  'DeleteText',
  'SetCaretOffset',
  'GrabFocus',
  'Set',
]);

/** Connections to the programs of a desktop: one for reading, one for actions. */
export interface BusConnections {
  bus: Pick<MessageBus, 'call'>;
  actions: Pick<MessageBus, 'call'>;
}

/** Calls that must all be answered within `ms` from now. */
export function createAtspiCall({ bus, actions }: BusConnections, ms: number, signal?: AbortSignal): AtspiCall {
  const deadline = performance.now() + ms;
  return (ref, interfaceName, member, signature, ...body) => {
    if (signal?.aborted) return Promise.reject(new HandrailError('cancelled', 'The action was cancelled.'));
    const remainingMs = Math.max(1, Math.round(deadline - performance.now()));
    const connection = actionMethods.has(member) ? actions : bus;
    return connection.call(
      {
        to: ref.bus,
        path: ref.path,
        interface: interfaceName.includes('.') ? interfaceName : `org.a11y.atspi.${interfaceName}`,
        member,
        signature,
        body,
      },
      { ms: remainingMs },
    );
  };
}

export async function readProperty(
  call: AtspiCall,
  ref: ObjectRef,
  interfaceName: string,
  name: string,
): Promise<BusValue | undefined> {
  const owner = `org.a11y.atspi.${interfaceName}`;
  const [value] = await call(ref, 'org.freedesktop.DBus.Properties', 'Get', 'ss', owner, name);
  return value;
}

/** Undefined when the object is gone, or lacks what it claims to have. Throws other errors. */
export async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HandrailError && ['stale_element', 'unsupported', 'driver_failed'].includes(error.code))
      return undefined;
    throw error;
  }
}

/** Whether a program did not answer in time. */
export function isTimeout(error: unknown): error is HandrailError {
  return error instanceof HandrailError && error.code === 'deadline';
}
