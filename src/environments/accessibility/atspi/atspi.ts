import { HandrailError } from '../../../core/errors.js';
import { type BusValue, listOf, textOf } from '../dbus/bus-values.js';
import type { MessageBus } from '../dbus/message-bus.js';

/** One accessible object: the program's name on the bus, and the object's path within it. */
export interface Ref {
  bus: string;
  path: string;
}

export const registry: Ref = { bus: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/accessible/root' };
export const rootPath = '/org/a11y/atspi/accessible/root';
export const screenCoordinates = 0;

/** Numbers of states, as the protocol counts them. */
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

export function keyOf(ref: Ref): string {
  return `${ref.bus}${ref.path}`;
}

export function refOf(key: string): Ref {
  const slash = key.indexOf('/');
  return { bus: key.slice(0, slash), path: key.slice(slash) };
}

/** A reference as the bus sends it; undefined for the one that stands for nothing. */
export function toRef(value: BusValue | undefined): Ref | undefined {
  const [bus, path] = listOf(value);
  const ref = { bus: textOf(bus), path: textOf(path) };
  return ref.path && !ref.path.endsWith('/null') ? ref : undefined;
}

/** Asks an object of a program, until the time of the whole errand is over. */
export type Ask = (
  ref: Ref,
  on: string,
  member: string,
  signature?: string,
  ...body: BusValue[]
) => Promise<BusValue[]>;

/** What changes something in the program, or may keep it busy. */
const deeds = new Set([
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

/** Ways to the programs of a desktop: one for questions, one for what they are told to do. */
export interface Lines {
  bus: Pick<MessageBus, 'call'>;
  actors: Pick<MessageBus, 'call'>;
}

/** Questions that must all be answered within `ms` from now. */
export function asking({ bus, actors }: Lines, ms: number, signal?: AbortSignal): Ask {
  const until = performance.now() + ms;
  return (ref, on, member, signature, ...body) => {
    if (signal?.aborted) return Promise.reject(new HandrailError('cancelled', 'The action was cancelled.'));
    const left = Math.max(1, Math.round(until - performance.now()));
    const line = deeds.has(member) ? actors : bus;
    return line.call(
      {
        to: ref.bus,
        path: ref.path,
        interface: on.includes('.') ? on : `org.a11y.atspi.${on}`,
        member,
        signature,
        body,
      },
      { ms: left },
    );
  };
}

export async function property(ask: Ask, ref: Ref, on: string, name: string): Promise<BusValue | undefined> {
  const [value] = await ask(ref, 'org.freedesktop.DBus.Properties', 'Get', 'ss', `org.a11y.atspi.${on}`, name);
  return value;
}

/** An object may go away while it is read, or lack what it says it has: then there is nothing to read. The rest is passed on. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HandrailError && ['stale_element', 'unsupported', 'driver_failed'].includes(error.code))
      return undefined;
    throw error;
  }
}

/** A program was too slow, which is told; that the bus is gone is passed on. */
export function isSlow(error: unknown): error is HandrailError {
  return error instanceof HandrailError && error.code === 'deadline';
}
