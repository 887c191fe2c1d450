import type { Role, State } from '../core/element.js';
import type { DataBlock, ReadResults } from '../core/read.js';

/** What the driver and the collector inside a page say to each other. Numbers are local to one document; pixels are CSS pixels of its viewport. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** One element as it leaves the page. */
export interface Entry {
  number: number;
  role: Role;
  kind?: string;
  name: string;
  value?: string;
  description?: string;
  states: State[];
  box: [x: number, y: number, width: number, height: number];
  interactive: boolean;
  level?: number;
  list?: [of: number, row: number, rows: number];
  /** An iframe: its content is collected by its own document and stands here. */
  frame?: { box: [x: number, y: number, width: number, height: number]; transformed: boolean };
}

/** Why a look into an element shows nothing. */
export const goneInside = 'the element is gone';

export interface LookRequest {
  /** Looks without taking note of it: nobody may need it. */
  glance?: boolean;
  /** The part of the viewport to look at; all of it without one. */
  clip?: Box;
  inside?: { number: number; from: number };
  find?: string;
  /** Tell what flashed since the last time this was asked. */
  fresh?: boolean;
  /** An action follows: what comes after is compared with this moment. */
  arm?: boolean;
}

export interface Looked {
  entries: Entry[];
  url: string;
  title: string;
  ready: 'loading' | 'interactive' | 'complete';
  width: number;
  height: number;
  scroll: { x: number; y: number; width: number; height: number };
  visual: Visual;
  above: string[];
  below: string[];
  dropped: number;
  incomplete?: string;
  canvases: Box[];
  /** Lists of like rows, and how many rows lie out of view before and after those seen. */
  lists: [of: number, before: number, after: number][];
  /** What came onto the page since an action began. */
  arrived: number[];
  restless: number[];
  flashes: string[];
  /** How many elements wait to be looked into: hosts of closed shadow roots, and elements with perhaps a listener. */
  hosts: number;
  mute: number;
}

/** The part of the viewport that a pinch zoom shows, and the size of the viewport. */
export interface Visual {
  x: number;
  y: number;
  scale: number;
  width: number;
  height: number;
  /** Where it stands on the page, and how many pixels of the device one of its pixels has: more inside a frame that a style enlarges. */
  pageX: number;
  pageY: number;
  ratio: number;
}

export interface Described {
  number?: number;
  role: string;
  name: string;
}

export interface PrepareRequest {
  number: number;
  /** `point`: a place to put the pointer. `use`: also enabled. `reach`: only shown; it need not receive the event. */
  need: 'point' | 'use' | 'reach';
  most: number;
  /** Look as well, just before the action: spares asking again. */
  look?: boolean;
}

export type Prepared =
  | {
      ok: true;
      looked?: Looked;
      /** Nothing has happened since the last look: it still holds. */
      same?: boolean;
      x: number;
      y: number;
      tag: string;
      type: string;
      editable: boolean;
      checked?: boolean;
      focused: boolean;
      multiple: boolean;
      visual: Visual;
    }
  | { ok: false; code: 'stale' | 'not_visible' | 'not_stable' | 'disabled' | 'covered'; cover?: Described };

/** By its number, at a point of the document, or where the focus is. */
export interface ChooseTypedRequest {
  text: string;
  number?: number;
  point?: { x: number; y: number };
}

export interface FramePlaceRequest {
  number: number;
  /** A point of this document that should lie on the frame. */
  x: number;
  y: number;
}

export type FramePlace =
  | { ok: false }
  | {
      ok: true;
      /** Where the frame's content begins inside its border box, and how much the styles around it enlarge both. */
      inset: { x: number; y: number };
      zoom: number;
      /** Within all that cuts the frame off. */
      visible: boolean;
      /** The page was scrolled to get the frame out from under a bar. */
      moved: boolean;
      onTop: boolean;
      cover?: Described;
    };

export interface Mutated {
  at: number;
  kind: 'added' | 'removed' | 'text' | 'attribute' | 'value' | 'focus' | 'title';
  /** The nearest element that has a number. */
  number?: number;
  text: string;
  attribute?: string;
  /** Done while the input event was being handled: certain to be the action's doing. */
  direct: boolean;
}

export interface Activity {
  /** Changes since the action began that make a difference, and how many of those came while its events were handled. */
  mutations: number;
  handled: number;
  /** Changes that may be the page's own doing: time will tell. */
  doubts: number;
  scrolling: boolean;
  /** Input events that came here. */
  inputs: number;
  /** Milliseconds since the last change, or since the action began. */
  quiet: number;
  /** Timers and frames that the page's handlers asked for while they handled the action. */
  timers: number;
  frames: number;
  animations: number;
}

export interface Recorded {
  mutated: Mutated[];
  flashes: string[];
  scrolled: { number?: number; dx: number; dy: number }[];
  /** From when to when the page's handlers were at work, in milliseconds since 1970. */
  handled: [from: number, to: number];
  /** The title changes by itself. */
  restlessTitle: boolean;
}

export interface Rest extends Recorded {
  activity: Activity;
  rested: boolean;
  /** Why it did not come to rest. */
  because: string;
  url: string;
  /** The document as it rests, when that was asked for. */
  looked?: Looked;
}

export type Edited =
  | { ok: true; was: string; now: string }
  | { ok: false; code: string; message: string; hint?: string };

/** Matches of a selector in document order; `inside` is an iframe whose own document is to be asked there. */
export type Found = { ok: false } | { ok: true; found: (Entry | { inside: number })[]; total: number; url: string };

export interface ReadPartRequest {
  what: 'text' | 'html' | 'markdown';
  number?: number;
  css?: string;
}

/** Text, an iframe whose whole content stands there, or one in which the selector is to be looked for. */
export type ReadPart = string | { frame: number } | { search: number };

export type PartsRead =
  | { ok: false; why: 'stale' | 'invalid' }
  /** `count`: how many elements the selector matched. */
  | { ok: true; parts: ReadPart[]; truncated: boolean; count?: number };

export type AttributesRead = ReadResults['attributes'];

type InPage<Block> = Block extends { element?: unknown } ? Omit<Block, 'element'> & { number?: number } : Block;

/** A set of data as it leaves the page. */
export type PageBlock = InPage<DataBlock>;
export type FormField = Extract<DataBlock, { kind: 'form' }>['fields'][number];

/** `frames`: iframes that may hold more. */
export type DataRead = { ok: false } | { ok: true; blocks: PageBlock[]; frames: number[] };

/** The calls a document answers. */
export interface PageCalls {
  look(request: LookRequest): Looked;
  /** The last glance was used as a look. */
  keepGlance(): void;
  knock(request: { event: string }): number;
  knockAt(request: { event: string; number?: number }): void;
  answered(request: { event: string; places: number[] }): void;
  prepare(request: PrepareRequest): Promise<Prepared>;
  /** What is at a point of the screen, and what the screen shows of the document. */
  atPoint(point: { x: number; y: number }): { hit?: Described & { editable: boolean; frame: boolean }; visual: Visual };
  framePlace(request: FramePlaceRequest): FramePlace;
  visual(): Visual;
  /** Whether words are to be seen anywhere on the page. */
  showsText(request: { text: string }): boolean;
  isConnected(request: { number: number }): boolean;
  begin(): void;
  /** What came late was not the action's doing: nobody listened to it. */
  disown(): void;
  /** True when an element where it went acts by itself. */
  knockLast(request: { event: string }): boolean;
  /** `linger`: how long to wait for what an answer from the network brings. */
  settle(request: { cap: number; linger?: number; look?: boolean }): Promise<Rest>;
  sign(request: { most: number; beyond?: number }): Promise<Rest>;
  setValue(request: { number: number; value: string | boolean | string[] }): Edited;
  clickHidden(request: { number: number }): Edited;
  placeCaret(request: { number?: number; all: boolean }): Edited;
  insertLong(request: { text: string }): Edited;
  clearFiles(request: { number: number }): Edited;
  focusTakesText(): boolean;
  chooseTyped(request: ChooseTypedRequest): Edited | undefined;
  fieldText(request: { number?: number }): { text: string; secret: boolean } | undefined;
  /** Reading only: nothing of the page is changed. */
  readElements(request: { css: string }): Found;
  readParts(request: ReadPartRequest): PartsRead;
  readAttributes(request: { number: number }): AttributesRead | undefined;
  readBlocks(request: { number?: number }): DataRead;
}
