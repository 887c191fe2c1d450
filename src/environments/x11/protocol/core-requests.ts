import type { Point, Size } from '../../../core/geometry.js';
import type { XConnection } from './connection.js';
import { x11 } from './x11-package.js';

const { StructureNotify, SubstructureNotify, SubstructureRedirect, FocusChange, PropertyChange } = x11.eventMask;

/** Event masks to select with `selectEvents`. */
export const eventMasks = {
  structure: StructureNotify,
  substructure: SubstructureNotify,
  property: PropertyChange,
} as const;

/** The event mask of messages to the window manager. */
export const windowManagerMask = SubstructureNotify | SubstructureRedirect;

/** Sent as the source of an EWMH request: a pager or another tool of the user. */
export const pagerSource = 2;

const mapStates = { unmapped: 0, viewable: 2 } as const;
const revertToParent = 2;

export interface WindowAttributes {
  viewable: boolean;
  overrideRedirect: boolean;
  inputOnly: boolean;
}

/** Undefined when the window is gone. */
export async function readAttributes(x: XConnection, window: number): Promise<WindowAttributes | undefined> {
  const reply = await x.tryQuery<{ klass: number; mapState: number; overrideRedirect: number }>((client, callback) =>
    client.GetWindowAttributes(window, callback),
  );
  return (
    reply && {
      viewable: reply.mapState === mapStates.viewable,
      overrideRedirect: reply.overrideRedirect === 1,
      inputOnly: reply.klass === x11.InputOnly,
    }
  );
}

export interface DrawableGeometry extends Size {
  depth: number;
  borderWidth: number;
}

/** Undefined when the window or pixmap is gone. */
export function readGeometry(x: XConnection, drawable: number): Promise<DrawableGeometry | undefined> {
  return x.tryQuery((client, callback) => client.GetGeometry(drawable, callback));
}

/** Whether the server has an extension, by its protocol name. */
export async function hasExtension(x: XConnection, name: string): Promise<boolean> {
  const { present } = await x.query<{ present: number }>((client, callback) => client.QueryExtension(name, callback));
  return present !== 0;
}

/** Converts a point of a window to screen coordinates. */
export async function toScreen(x: XConnection, window: number, point: Point): Promise<Point | undefined> {
  const reply = await translate(x, window, x.root, point);
  return reply && { x: reply.destX, y: reply.destY };
}

/** The child of a window that a click at this screen position would reach. 0 when the click reaches the window itself. */
export async function childAt(x: XConnection, window: number, point: Point): Promise<number> {
  return (await translate(x, x.root, window, point))?.child ?? 0;
}

function translate(x: XConnection, from: number, to: number, point: Point) {
  return x.tryQuery<{ child: number; destX: number; destY: number }>((client, callback) =>
    client.TranslateCoordinates(from, to, Math.round(point.x), Math.round(point.y), callback),
  );
}

export interface WindowTree {
  parent: number;
  /** Backmost first. */
  children: number[];
}

/** Undefined when the window is gone. */
export function queryTree(x: XConnection, window: number): Promise<WindowTree | undefined> {
  return x.tryQuery((client, callback) => client.QueryTree(window, callback));
}

/** The windows on the root, backmost first. */
export async function rootChildren(x: XConnection): Promise<number[]> {
  return (await queryTree(x, x.root))?.children ?? [];
}

export interface PointerState extends Point {
  /** Bits of modifiers (0-7) and buttons (8-12). */
  mask: number;
}

/** The user's pointer. */
export async function queryPointer(x: XConnection): Promise<PointerState> {
  const reply = await x.query<{ rootX: number; rootY: number; keyMask: number }>((client, callback) =>
    client.QueryPointer(x.root, callback),
  );
  return { x: reply.rootX, y: reply.rootY, mask: reply.keyMask };
}

/** The window that has the user's keyboard focus. 0 is none, 1 is the window below the pointer. */
export async function readFocus(x: XConnection): Promise<number> {
  return (await x.query<{ focus: number }>((client, callback) => client.GetInputFocus(callback))).focus;
}

export function setFocus(x: XConnection, window: number): void {
  x.send((client) => client.SetInputFocus(window, revertToParent));
}

export const stackModes = { above: 0, below: 1 } as const;

/** The new position of a window in the stack. */
export interface StackPosition {
  sibling: number;
  stackMode: 0 | 1;
}

export function selectEvents(x: XConnection, window: number, eventMask: number): void {
  x.send((client) => client.ChangeWindowAttributes(window, { eventMask }));
}

/** Creates a window that is never visible. It owns selections and represents a seat. */
export function createHiddenWindow(x: XConnection): number {
  const window = x.allocateId();
  const values = { overrideRedirect: 1, eventMask: eventMasks.property };
  x.send((client) => client.CreateWindow(window, x.root, -10, -10, 1, 1, 0, 0, x11.InputOnly, 0, values));
  return window;
}

export function destroyWindow(x: XConnection, window: number): void {
  x.send((client) => client.DestroyWindow(window));
}

export interface ClientMessage {
  /** The window that the message is about. */
  window: number;
  /** Atom of the message type. */
  type: number;
  /** At most 5 numbers, or at most 20 bytes. */
  data: readonly number[] | Buffer;
}

/** Sends a message to the program that owns the window. */
export function sendToProgram(x: XConnection, { window, type, data }: ClientMessage): void {
  x.send((client) => client.SendClientMessage(window, window, type, formatOf(data), data, 0));
}

/** Sends a message to the window manager, or to everyone who selected `mask` on the root window. */
export function sendToRoot(x: XConnection, { window, type, data }: ClientMessage, mask = windowManagerMask): void {
  x.send((client) => client.SendClientMessage(x.root, window, type, formatOf(data), data, mask));
}

function formatOf(data: ClientMessage['data']): 8 | 32 {
  return Buffer.isBuffer(data) ? 8 : 32;
}

/** Notifies the creator of a frame that the window inside has the focus. The window itself is not notified. */
export function sendFocusIn(x: XConnection, frame: number): void {
  const nonlinearVirtual = 4;
  x.send((client) =>
    client.SendEvent(frame, 0, FocusChange, { name: 'FocusIn', detail: nonlinearVirtual, wid: frame }),
  );
}

/** Asks the window manager to restack a window, as the program of the window would. */
export function sendConfigureRequest(x: XConnection, window: number, position: StackPosition): void {
  const siblingAndStackMode = (1 << 5) | (1 << 6);
  const event = { name: 'ConfigureRequest', parent: x.root, wid: window, mask: siblingAndStackMode, ...position };
  x.send((client) => client.SendEvent(x.root, 0, windowManagerMask, event));
}

/** The window that owns a selection. 0 when none does. */
export function readSelectionOwner(x: XConnection, selection: number): Promise<number> {
  return x.query((client, callback) => client.GetSelectionOwner(selection, callback));
}

/** Sends requests while the server serves no other client. `send` must not wait for a reply. */
export function withServerGrab(x: XConnection, send: () => void): void {
  x.send((client) => client.GrabServer());
  try {
    send();
  } finally {
    x.send((client) => client.UngrabServer());
  }
}
