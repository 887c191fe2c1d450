import type { Point, Rect } from '../../../core/geometry.js';
import type { XConnection } from './connection.js';
import { readU32s, request, u8, u16, u32 } from './wire.js';

/** Event masks of the core protocol. */
export const masks = {
  structure: 1 << 17,
  substructure: 1 << 19,
  substructureRedirect: 1 << 20,
  focus: 1 << 21,
  property: 1 << 22,
} as const;

/** Numbers of core events. */
export const events = {
  focusIn: 9,
  focusOut: 10,
  created: 16,
  destroyed: 17,
  unmapped: 18,
  mapped: 19,
  reparented: 21,
  configured: 22,
  configureRequest: 23,
  property: 28,
  selectionClear: 29,
  selectionRequest: 30,
  selectionNotify: 31,
  clientMessage: 33,
  mapping: 34,
} as const;

export interface Attributes {
  viewable: boolean;
  mapped: boolean;
  overrideRedirect: boolean;
  inputOnly: boolean;
}

export async function attributesOf(x: XConnection, window: number): Promise<Attributes | undefined> {
  const reply = await x.tryAsk(request(3, 0, u32(window)));
  if (!reply) return undefined;
  const state = reply.body[18];
  return {
    viewable: state === 2,
    mapped: state !== 0,
    overrideRedirect: reply.body[19] === 1,
    inputOnly: reply.body.readUInt16LE(4) === 2,
  };
}

export interface Geometry extends Rect {
  root: number;
  depth: number;
  border: number;
}

export async function geometryOf(x: XConnection, drawable: number): Promise<Geometry | undefined> {
  const reply = await x.tryAsk(request(14, 0, u32(drawable)));
  if (!reply) return undefined;
  const { body, detail } = reply;
  return {
    depth: detail,
    root: body.readUInt32LE(0),
    x: body.readInt16LE(4),
    y: body.readInt16LE(6),
    width: body.readUInt16LE(8),
    height: body.readUInt16LE(10),
    border: body.readUInt16LE(12),
  };
}

/** Where a place of a window lies on the screen. */
export async function onScreen(x: XConnection, window: number, place: Point): Promise<Point | undefined> {
  const reply = await x.tryAsk(request(40, 0, u32(window, x.root), u16(place.x, place.y)));
  return reply && { x: reply.body.readInt16LE(4), y: reply.body.readInt16LE(6) };
}

/** The child of a window that a click at this place of the screen would reach; 0 when it is the window itself. */
export async function childAt(x: XConnection, window: number, place: Point): Promise<number> {
  const reply = await x.tryAsk(request(40, 0, u32(x.root, window), u16(place.x, place.y)));
  return reply?.body.readUInt32LE(0) ?? 0;
}

export interface Family {
  parent: number;
  /** Backmost first. */
  children: number[];
}

export async function familyOf(x: XConnection, window: number): Promise<Family | undefined> {
  const reply = await x.tryAsk(request(15, 0, u32(window)));
  if (!reply) return undefined;
  const count = reply.body.readUInt16LE(8);
  return { parent: reply.body.readUInt32LE(4), children: readU32s(reply.body.subarray(24, 24 + count * 4)) };
}

export interface PointerFacts extends Point {
  /** Bits of modifiers (0-7) and buttons (8-12). */
  state: number;
}

export async function pointerOf(x: XConnection): Promise<PointerFacts> {
  const { body } = await x.ask(request(38, 0, u32(x.root)));
  return { x: body.readInt16LE(8), y: body.readInt16LE(10), state: body.readUInt16LE(16) };
}

/** The window with the person's keys; 0 is none, 1 is whatever is below the pointer. */
export async function focusOf(x: XConnection): Promise<number> {
  const { body } = await x.ask(request(43, 0));
  return body.readUInt32LE(0);
}

export function setFocus(x: XConnection, window: number): void {
  x.send(request(42, 2, u32(window, 0))); // when the window goes, its parent gets the keys
}

export function raiseWindow(x: XConnection, window: number): void {
  x.send(request(12, 0, u32(window), u16(1 << 6, 0), u32(0)));
}

/** Where no window manager is: puts a window above (0) or below (1) another. */
export function restack(x: XConnection, window: number, to: { sibling: number; mode: 0 | 1 }): void {
  const siblingAndMode = (1 << 5) | (1 << 6);
  x.send(request(12, 0, u32(window), u16(siblingAndMode, 0), u32(to.sibling, to.mode)));
}

export function mapWindow(x: XConnection, window: number): void {
  x.send(request(8, 0, u32(window)));
}

export function listenTo(x: XConnection, window: number, mask: number): void {
  x.send(request(2, 0, u32(window, 1 << 11, mask)));
}

/** A window of ours that is never shown: it owns selections and stands for a seat. */
export function createHiddenWindow(x: XConnection): number {
  const window = x.newId();
  const outside = u16(-10, -10, 1, 1, 0, 2); // x, y, width, height, border, input only
  x.send(request(1, 0, u32(window, x.root), outside, u32(0, (1 << 9) | (1 << 11), 1, masks.property)));
  return window;
}

export function destroyWindow(x: XConnection, window: number): void {
  x.send(request(4, 0, u32(window)));
}

/** Ends the program that owns a window, as far as the server can. */
export function killClient(x: XConnection, window: number): void {
  x.send(request(113, 0, u32(window)));
}

/** A message to the window manager (by way of the root), or to the program that owns a window. */
export function sendMessage(
  x: XConnection,
  to: number,
  about: number,
  type: number,
  data: readonly number[],
  mask = 0,
): void {
  const values = [0, 1, 2, 3, 4].map((index) => data[index] ?? 0);
  const event = Buffer.concat([u8(events.clientMessage, 32, 0, 0), u32(about, type, ...values)]);
  x.send(request(25, 0, u32(to, mask), event));
}

/** A message of at most 20 bytes. */
export function sendBytes(x: XConnection, to: number, about: number, type: number, bytes: Buffer, mask: number): void {
  const data = Buffer.alloc(20);
  bytes.copy(data);
  x.send(request(25, 0, u32(to, mask), u8(events.clientMessage, 8, 0, 0), u32(about, type), data));
}

/** Tells who made a frame that the window in it has the keys. The window itself does not hear it. */
export function sendFocusIn(x: XConnection, frame: number): void {
  const fromAnother = 4;
  const event = Buffer.concat([u8(events.focusIn, fromAnother, 0, 0), u32(frame), u8(0, 0, 0, 0), Buffer.alloc(20)]);
  x.send(request(25, 0, u32(frame, masks.focus), event));
}

export const toManager = masks.substructure | masks.substructureRedirect;

/** Asks the window manager to put a window above (0) or below (1) another, as a program would ask for its own. */
export function sendConfigureRequest(x: XConnection, window: number, to: { sibling: number; mode: 0 | 1 }): void {
  const siblingAndMode = (1 << 5) | (1 << 6);
  const event = Buffer.concat([
    u8(events.configureRequest, to.mode, 0, 0),
    u32(x.root, window, to.sibling),
    u16(0, 0, 0, 0, 0, siblingAndMode),
    u32(0),
  ]);
  x.send(request(25, 0, u32(x.root, toManager), event));
}

/** Sends requests that no other program gets a word in between. Nothing can be asked meanwhile: a server that waits for us serves nobody. */
export function alone(x: XConnection, send: () => void): void {
  x.send(request(36, 0));
  try {
    send();
  } finally {
    x.send(request(37, 0));
  }
}
