import type { ElementFacts } from '../../core/element.js';
import type { DataBlock, ReadResults } from '../../core/read.js';
import type { TargetFacts } from '../../core/target-facts.js';
import type { SettleReport, Unready } from './recorded-changes.js';
import type { EditResult, SecretCalls } from './secret-calls.js';

export type { EditResult } from './secret-calls.js';

/**
 * The messages between the driver and the code inside a page. Element numbers are local to one document. Pixels are CSS pixels of its
 * viewport.
 */

export interface Point {
  x: number;
  y: number;
}

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
  canvases: (Box & { number: number })[];
  /** Digests of the values of the listed password fields. */
  secretDigests: string[];
  /** The start of the selected text. */
  selectedText: string;
  /** The elements of the document that contain several entries: a stable id, the index of the group around it or -1, and whether it is a row or an item. */
  groups: [id: number, parent: number, isItem: boolean][];
  /** Lists of similar rows, with the number of rows outside the view before and after the visible ones. */
  lists: [container: number, before: number, after: number][];
  /** Elements that were added, shown or given a new text since the action started. */
  newElements: number[];
  /** How many elements were added outside the screen since the action started. */
  newOffscreen: number;
  /** Elements that change without input. */
  ambientElements: number[];
  /** Elements of earlier views that are not listed but still exist for a user: off the screen, scrolled away, or inert. */
  remaining: number[];
  /** Controls that the page drew again since the last view and that keep their numbers. */
  redrawn: number[];
  flashes: string[];
  /** How many elements the driver should inspect for a closed shadow root, and for a click listener. */
  hostCandidates: number;
  listenerCandidates: number;
}

/** Elements that a probe found, by their indexes among the probed ones. */
export interface FoundListeners {
  event: string;
  /** With a listener for clicks. */
  clicks: number[];
  /** With a listener for double clicks or the context menu. */
  secondary: number[];
  /** With a listener for clicks around them. */
  heard: number[];
  around: DelegatedGroup[];
}

/** Elements with the same listeners around them, and the selectors of what these listeners handle. */
export interface DelegatedGroup {
  selectors: string[];
  indexes: number[];
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
      /** Text goes through an editor, which may change it: rich text, or a field behind a view. */
      isEditor: boolean;
      /** It takes the focus and no text, as a canvas or a game does: keys go to its script. */
      takesKeys: boolean;
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

/** Words to select, in the document or in one element of it. */
export interface SelectTextRequest {
  text: string;
  number?: number;
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

export type AttributesRead = Omit<ReadResults['attributes'], 'widget'> & { widgetNumber?: number };

type InPage<Block> = Block extends { element?: unknown } ? Omit<Block, 'element'> & { number?: number } : Block;

/** A set of data as the page reports it. */
export type PageBlock = InPage<DataBlock>;
export type FormField = Extract<DataBlock, { kind: 'form' }>['fields'][number];

/** `frames`: iframes that may contain more data. */
export type DataRead = { ok: false } | { ok: true; blocks: PageBlock[]; frames: number[] };

/** The functions that the driver can call in a document. */
export interface PageCalls extends SecretCalls {
  captureView(request: PageViewRequest): PageView;
  /** Records the last speculative view as the last view. */
  commitView(): void;
  /** Dispatches the event on candidates for a click listener, as many as there is time for. Returns how many are left. */
  dispatchProbes(request: { event: string }): number;
  /** Notes the probed elements, by index, that have a click listener. */
  noteListeners(request: FoundListeners): number;
  prepare(request: PrepareRequest): Promise<PreparedTarget>;
  /** Describes the element at a point of the screen. */
  describePoint(point: { x: number; y: number }): {
    hit?: ElementSummary & { editable: boolean; frame: boolean };
    viewport: ViewportInfo;
  };
  /** Undefined: the element is gone. */
  describeTarget(request: { number: number }): TargetFacts | undefined;
  watchDragStart(): void; // whether the next move of the pointer starts a drag of the browser
  hasDragStarted(): Promise<boolean>;
  locateFrame(request: LocateFrameRequest): FrameLocation;
  readViewport(): ViewportInfo;
  /** A point where the wheel scrolls the document itself, if it can scroll in this direction. */
  findScrollPoint(request: { dx: number; dy: number }): { x: number; y: number } | undefined;
  /** A point of a pane that is over no inner pane. `none`: there is none. Undefined: the element itself does not scroll. */
  findPanePoint(request: { number: number; dx: number; dy: number }): Point | 'none' | undefined;
  scrollPane(request: { number: number; dx: number; dy: number }): EditResult;
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
  settle(request: {
    timeoutMs: number;
    lingerMs?: number;
    withView?: boolean;
    checksReadiness?: boolean;
  }): Promise<SettleReport>;
  /** Waits until the document can be used. Returns why it cannot, if it cannot. */
  waitUntilReady(request: { timeoutMs: number }): Promise<Unready | undefined>;
  /** Waits for the first change that the action caused. */
  waitForFirstChange(request: { timeoutMs: number }): Promise<SettleReport>;
  setValue(request: { number: number; value: string | boolean | string[] }): EditResult;
  countText(request: SelectTextRequest): number | undefined;
  selectText(request: SelectTextRequest): EditResult;
  placeCaret(request: { number?: number; all: boolean }): EditResult;
  insertLongText(request: { text: string }): EditResult;
  /** Whether the focus is in an editor. With a number: in this one. */
  isEditorFocused(request: { number?: number }): boolean;
  /** Pastes text into the focused editor, in place of its selection. */
  pasteText(request: { text: string }): Promise<EditResult>;
  /** The selected text of the focused editor. */
  readSelection(): string;
  /** The text of the focused editor, without its placeholder. Undefined if the document does not contain it as text. */
  readEditorText(): string | undefined;
  /** The text of the focused text area. Undefined if another element has the focus. */
  readTextArea(): string | undefined;
  /** The number of the file field itself, or of the only one inside. */
  findFileField(request: { number: number }): number | undefined;
  clearFiles(request: { number: number }): EditResult;
  isFocusEditable(): boolean;
  /** Watches the form of the focused field while Enter is pressed. False if it has a button, or if there is no form. */
  watchSubmit(): boolean;
  /** Submits the watched form unless Enter did. */
  finishSubmit(): EditResult;
  selectTyped(request: SelectTypedRequest): EditResult | undefined;
  readElements(request: { css: string }): ElementsRead;
  readParts(request: ReadPartRequest): PartsRead;
  readAttributes(request: { number: number }): AttributesRead | undefined;
  readBlocks(request: { number?: number }): DataRead;
}
