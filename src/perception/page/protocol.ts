import type { ElementFacts } from '../../core/element.js';
import type { DataBlock, ReadResults } from '../../core/read.js';

/**
 * The messages between the driver and the code inside a page. Element numbers are local to one document. Pixels are CSS pixels of its
 * viewport.
 */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** One element as the page reports it. */
export interface Entry extends ElementFacts {
  number: number;
  box: [x: number, y: number, width: number, height: number];
  list?: [container: number, row: number, rowCount: number];
  /** Index in the `groups` of the view. */
  group?: number;
  /** Set for an iframe: its own document collects the content, which belongs at this position. */
  frame?: { box: [x: number, y: number, width: number, height: number]; transformed: boolean };
}

/** The `incomplete` reason of a view inside an element that no longer exists. */
export const containerGoneReason = 'the element is gone';

export interface PageViewRequest {
  /** Captures without recording it as the last view. `commitView` records it later. */
  speculative?: boolean;
  /** The region of the viewport to capture. Default: all of it. */
  clip?: Box;
  inside?: { number: number; from: number };
  find?: string;
  /** Report what flashed since the last request with this option. */
  includeFlashes?: boolean;
  /** An action follows: start recording changes now. */
  beforeAction?: boolean;
}

export interface PageView {
  entries: Entry[];
  url: string;
  title: string;
  ready: 'loading' | 'interactive' | 'complete';
  width: number;
  height: number;
  scroll: { x: number; y: number; width: number; height: number };
  viewport: ViewportInfo;
  above: string[];
  below: string[];
  dropped: number;
  incomplete?: string;
  canvases: Box[];
  /** The elements of the document that contain several entries: a stable id, the index of the group around it or -1, and whether it is a row or an item. */
  groups: [id: number, parent: number, isItem: boolean][];
  /** Lists of similar rows, with the number of rows outside the view before and after the visible ones. */
  lists: [container: number, before: number, after: number][];
  /** Elements that were added, shown or given a new text since the action started. */
  newElements: number[];
  /** Elements that change without input. */
  ambientElements: number[];
  flashes: string[];
  /** How many elements the driver should inspect for a closed shadow root, and for a click listener. */
  hostCandidates: number;
  listenerCandidates: number;
}

/** The visual viewport (a pinch zoom shows only a region) and the size of the layout viewport. */
export interface ViewportInfo {
  x: number;
  y: number;
  scale: number;
  width: number;
  height: number;
  /** Its position on the page. */
  pageX: number;
  pageY: number;
  /** Device pixels per CSS pixel. Larger inside a frame that a style enlarges. */
  ratio: number;
}

export interface ElementSummary {
  number?: number;
  role: string;
  name: string;
}

export interface PrepareRequest {
  number: number;
  /** `point`: a point that receives pointer events. `use`: also enabled. `reach`: visible; it need not receive the event. */
  need: 'point' | 'use' | 'reach';
  timeoutMs: number;
  /** Also capture the view just before the action, which saves a request. */
  withView?: boolean;
}

export type PreparedTarget =
  | {
      ok: true;
      view?: PageView;
      /** Nothing changed since the last view, which is still valid. */
      isViewUnchanged?: boolean;
      x: number;
      y: number;
      tag: string;
      type: string;
      editable: boolean;
      checked?: boolean;
      focused: boolean;
      multiple: boolean;
      viewport: ViewportInfo;
    }
  | { ok: false; code: 'stale' | 'not_visible' | 'not_stable' | 'disabled' | 'covered'; cover?: ElementSummary };

/** The field: by number, at a point of the screen, or the focused one. */
export interface SelectTypedRequest {
  text: string;
  number?: number;
  point?: { x: number; y: number };
}

export interface LocateFrameRequest {
  number: number;
  /** A point of this document that should be on the frame. */
  x: number;
  y: number;
}

export type FrameLocation =
  | { ok: false }
  | {
      ok: true;
      /** The offset of the frame's content inside its border box. */
      inset: { x: number; y: number };
      /** The CSS zoom of both. */
      zoom: number;
      /** The point is inside everything that clips the frame. */
      visible: boolean;
      /** The page was scrolled to uncover the frame. */
      scrolled: boolean;
      onTop: boolean;
      cover?: ElementSummary;
    };

export interface RecordedMutation {
  at: number;
  kind: 'added' | 'removed' | 'text' | 'attribute' | 'value' | 'focus' | 'title';
  /** The nearest element that has a number. */
  number?: number;
  text: string;
  attribute?: string;
  /** It happened while the input event was handled: the action caused it. */
  direct: boolean;
}

export interface Activity {
  /** Changes since the action started that still make a difference. */
  mutations: number;
  /** How many of them happened while the input events were handled. */
  handledMutations: number;
  /** Changes whose cause is not known yet: the action or the page. */
  uncertain: number;
  scrolling: boolean;
  /** Input events received. */
  inputs: number;
  /** Milliseconds since the last change, or since the action started. */
  quietMs: number;
  /** Timers and animation frames that handlers of the action scheduled. */
  timers: number;
  frames: number;
  animations: number;
}

export interface RecordedChanges {
  mutations: RecordedMutation[];
  flashes: string[];
  scrolls: { number?: number; dx: number; dy: number }[];
  /** When the page's handlers ran, in milliseconds since 1970. */
  handlerInterval: [from: number, to: number];
  /** The title changes without input. */
  isTitleAmbient: boolean;
}

export interface SettleReport extends RecordedChanges {
  activity: Activity;
  settled: boolean;
  /** Why the document did not settle. */
  reason: string;
  url: string;
  /** The settled document, if requested. */
  view?: PageView;
}

export type EditResult =
  | { ok: true; before: string; after: string }
  | { ok: false; code: string; message: string; hint?: string };

/** Matches of a selector in document order. `searchFrame` is an iframe: search its document for matches at this position. */
export type ElementsRead =
  | { ok: false }
  | { ok: true; matches: (Entry | { searchFrame: number })[]; total: number; url: string };

export interface ReadPartRequest {
  what: 'text' | 'html' | 'markdown';
  number?: number;
  css?: string;
}

/** Text, an iframe whose whole content belongs here, or one whose document must be searched for the selector. */
export type ReadPart = string | { frame: number } | { search: number };

export type PartsRead =
  | { ok: false; why: 'stale' | 'invalid' }
  /** `count`: how many elements the selector matched. */
  | { ok: true; parts: ReadPart[]; truncated: boolean; count?: number };

export type AttributesRead = ReadResults['attributes'];

type InPage<Block> = Block extends { element?: unknown } ? Omit<Block, 'element'> & { number?: number } : Block;

/** A set of data as the page reports it. */
export type PageBlock = InPage<DataBlock>;
export type FormField = Extract<DataBlock, { kind: 'form' }>['fields'][number];

/** `frames`: iframes that may contain more data. */
export type DataRead = { ok: false } | { ok: true; blocks: PageBlock[]; frames: number[] };

/** The functions that the driver can call in a document. */
export interface PageCalls {
  captureView(request: PageViewRequest): PageView;
  /** Records the last speculative view as the last view. */
  commitView(): void;
  /** Dispatches the event on each candidate for a click listener. Returns how many there were. */
  dispatchProbes(request: { event: string }): number;
  /** Notes the probed elements, by index, that have a click listener. */
  noteListeners(request: { event: string; indexes: number[] }): void;
  prepare(request: PrepareRequest): Promise<PreparedTarget>;
  /** Describes the element at a point of the screen. */
  describePoint(point: { x: number; y: number }): {
    hit?: ElementSummary & { editable: boolean; frame: boolean };
    viewport: ViewportInfo;
  };
  locateFrame(request: LocateFrameRequest): FrameLocation;
  readViewport(): ViewportInfo;
  /** A point where the wheel scrolls the document itself, if it can scroll in this direction. */
  findScrollPoint(request: { dx: number; dy: number }): { x: number; y: number } | undefined;
  /** Whether the text is visible anywhere on the page. */
  showsText(request: { text: string }): boolean;
  isConnected(request: { number: number }): boolean;
  /** Starts recording the changes of an action. */
  startAction(): void;
  /** Attributes late changes to the page, because no script listened to the action. */
  discardLateChanges(): void;
  /** Dispatches the event where the last input went. Returns whether the browser has a default action there. */
  probeLastTarget(request: { event: string }): boolean;
  /** Dispatches the event where keys go now. */
  probeFocus(request: { event: string }): void;
  /** `lingerMs`: how long to wait for the changes that a network response triggers. */
  settle(request: { timeoutMs: number; lingerMs?: number; withView?: boolean }): Promise<SettleReport>;
  /** Waits for more than `knownMutations` changes. */
  waitForFirstChange(request: { timeoutMs: number; knownMutations?: number }): Promise<SettleReport>;
  setValue(request: { number: number; value: string | boolean | string[] }): EditResult;
  placeCaret(request: { number?: number; all: boolean }): EditResult;
  insertLongText(request: { text: string }): EditResult;
  clearFiles(request: { number: number }): EditResult;
  isFocusEditable(): boolean;
  selectTyped(request: SelectTypedRequest): EditResult | undefined;
  readElements(request: { css: string }): ElementsRead;
  readParts(request: ReadPartRequest): PartsRead;
  readAttributes(request: { number: number }): AttributesRead | undefined;
  readBlocks(request: { number?: number }): DataRead;
}
