import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import type { XEvent } from './events.js';

/** Receives the reply to a request, or its error. Returns true when it has handled the error. */
export type ReplyCallback<T> = (error: X11Error | null | undefined, value?: T) => boolean;

export interface X11Error extends Error {
  /** Number of the X error. A stream error has none. */
  error?: number;
  majorOpcode?: number;
}

/** Core requests. Names and arguments are those of the package. */
interface CoreRequests {
  CreateWindow(
    id: number,
    parent: number,
    x: number,
    y: number,
    width: number,
    height: number,
    borderWidth: number,
    depth: number,
    windowClass: number,
    visual: number,
    values: { overrideRedirect?: number; eventMask?: number },
  ): void;
  ChangeWindowAttributes(window: number, values: { backgroundPixel?: number; eventMask?: number }): void;
  GetWindowAttributes(
    window: number,
    callback: ReplyCallback<{ klass: number; mapState: number; overrideRedirect: number }>,
  ): void;
  DestroyWindow(window: number): void;
  MapWindow(window: number): void;
  ConfigureWindow(window: number, values: { sibling?: number; stackMode?: number }): void;
  GetGeometry(
    drawable: number,
    callback: ReplyCallback<{ depth: number; width: number; height: number; borderWidth: number }>,
  ): void;
  QueryTree(window: number, callback: ReplyCallback<{ parent: number; children: number[] }>): void;
  InternAtom(onlyIfExists: boolean, name: string, callback: ReplyCallback<number>): void;
  GetAtomName(atom: number, callback: ReplyCallback<string>): void;
  ChangeProperty(mode: number, window: number, name: number, type: number, format: 8 | 32, data: Buffer): void;
  DeleteProperty(window: number, name: number): void;
  GetProperty(
    deleteIt: number,
    window: number,
    name: number,
    type: number,
    offset: number,
    length: number,
    callback: ReplyCallback<{ type: number; data: Buffer }>,
  ): void;
  SetSelectionOwner(owner: number, selection: number, time: number): void;
  GetSelectionOwner(selection: number, callback: ReplyCallback<number>): void;
  ConvertSelection(requestor: number, selection: number, target: number, property: number, time: number): void;
  SendEvent(
    destination: number,
    propagate: number,
    mask: number,
    event: { name: string; [field: string]: unknown },
  ): void;
  SendClientMessage(
    destination: number,
    window: number,
    type: number,
    format: 8 | 32,
    data: readonly number[] | Buffer,
    mask: number,
  ): void;
  GrabServer(): void;
  UngrabServer(): void;
  QueryPointer(window: number, callback: ReplyCallback<{ rootX: number; rootY: number; keyMask: number }>): void;
  TranslateCoordinates(
    from: number,
    to: number,
    x: number,
    y: number,
    callback: ReplyCallback<{ child: number; destX: number; destY: number }>,
  ): void;
  SetInputFocus(window: number, revertTo: number): void;
  GetInputFocus(callback: ReplyCallback<{ focus: number }>): void;
  CreatePixmap(pixmap: number, drawable: number, depth: number, width: number, height: number): void;
  FreePixmap(pixmap: number): void;
  CreateGC(context: number, drawable: number, values: { subwindowMode: number; graphicsExposures: number }): void;
  CopyArea(
    source: number,
    target: number,
    context: number,
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    width: number,
    height: number,
  ): void;
  ClearArea(window: number, x: number, y: number, width: number, height: number, exposures: number): void;
  GetImage(
    format: number,
    drawable: number,
    x: number,
    y: number,
    width: number,
    height: number,
    planes: number,
    callback: ReplyCallback<{ data: Buffer }>,
  ): void;
  KillClient(resource: number): void;
  QueryExtension(name: string, callback: ReplyCallback<{ present: number }>): void;
}

interface ExtensionNumbers {
  majorOpcode: number;
  firstEvent: number;
}

/** Extensions by the name that the package has for them. Loading one negotiates its version. */
export interface X11Extensions {
  composite: {
    RedirectWindow(window: number, update: number): void;
    NameWindowPixmap(window: number, pixmap: number): void;
  };
  damage: {
    Create(damage: number, drawable: number, level: number): void;
    Subtract(damage: number, repair: number, parts: number): void;
  };
  randr: ExtensionNumbers & { major_version: number; minor_version: number };
  xinput: ExtensionNumbers & {
    /** Null when the server has XInput 1 only. */
    xi2: { majorVersion: number } | null;
    XIQueryDevice(
      device: number,
      callback: ReplyCallback<{ deviceId: number; use: number; attachment: number; name: string }[]>,
    ): void;
    XISelectEvents(window: number, selection: { deviceId: number; mask: string[] }): void;
  };
  xkb: ExtensionNumbers & {
    SelectEvents(
      device: number,
      affected: number,
      cleared: number,
      selectedWhole: number,
      affectedMap: number,
      map: number,
    ): void;
    GetState(device: number, callback: ReplyCallback<{ lockedMods: number; lockedGroup: number }>): void;
    LatchLockState(
      device: number,
      affectedLocks: number,
      locks: number,
      setsGroup: boolean,
      group: number,
      affectedLatches: number,
      latches: number,
      setsGroupLatch: boolean,
      groupLatch: number,
    ): void;
  };
  xtest: ExtensionNumbers;
}

/** A client of the package. It sets up the connection, encodes requests and pairs replies with requests. */
export interface X11Client extends CoreRequests {
  /** Number of the last request. */
  seq_num: number;
  pack_stream: { put(request: Buffer): void; submit(expectsReply: boolean): boolean };
  /** By number of request: the parser of the reply (none for a request without a reply), and its callback. */
  replies: Record<number, [parse: ((body: Buffer) => unknown) | undefined, callback: ReplyCallback<never>]>;
  /** Atom numbers by name. */
  atoms: Record<string, number>;
  require<Name extends keyof X11Extensions>(name: Name, callback: ReplyCallback<X11Extensions[Name]>): void;
  AllocID(): number;
  ReleaseID(id: number): void;
  on(event: 'error', listener: (error: X11Error) => void): X11Client;
  on(event: 'event', listener: (event: XEvent) => void): X11Client;
}

export interface X11Display {
  client: X11Client;
  min_keycode: number;
  max_keycode: number;
  /** The bits of an id that a client chooses itself. The other bits identify the client. */
  resource_mask: number;
  screen: { root: number }[];
}

interface X11Options {
  display: string;
  stream: Duplex;
  auth: { name: string; data: string };
  disableBigRequests: boolean;
  bufferRequests: { flushOnReply: boolean };
}

interface X11Package {
  createClient(options: X11Options, ready: (error: Error | undefined, display: X11Display) => void): X11Client;
  keySyms: Record<string, { code: number; description: string | null }>;
  eventMask: Record<
    'StructureNotify' | 'SubstructureNotify' | 'SubstructureRedirect' | 'FocusChange' | 'PropertyChange',
    number
  >;
  InputOutput: number;
  InputOnly: number;
}

/** The package `x11`, which ships no types. */
export const x11 = createRequire(import.meta.url)('x11') as X11Package;
