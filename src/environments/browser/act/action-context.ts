import type { Action, Modifier } from '../../../core/action.js';
import type { Element, ElementId } from '../../../core/element.js';
import type { Point, Size } from '../../../core/geometry.js';
import type { KeyChord } from '../../../core/keys/keys.js';
import type { SecretFiller } from '../../../core/secrets/secret-filler.js';
import type { PreparedTarget, PrepareRequest } from '../../../perception/page/protocol.js';
import type { ElementIds } from '../element-ids.js';
import type { PageDocument } from '../frames/page-document.js';
import type { PageHandle } from '../handles.js';
import type { BrowserLimits } from '../limits.js';
import type { FileChooser } from '../tabs/file-chooser.js';
import type { PageState } from '../tabs/page-state.js';

export type ActionOf<T extends Action['type']> = Extract<Action, { type: T }>;

export type ClickOptions = Pick<ActionOf<'click'>, 'button' | 'count' | 'modifiers'>;

/** A page that receives input. */
export interface InputPage extends PageState {
  readonly page: PageHandle;
  /** Mouse buttons and keys that an earlier action left pressed. */
  readonly heldButtons: Set<string>;
  readonly heldKeys: Set<string>;
}

/** An element by its number in its document. */
export interface ElementReference {
  document: PageDocument;
  number: number;
}

/** A target in the coordinates of input events. */
export interface LocatedTarget extends Point {
  document: PageDocument;
  /** Set when the target is an element: its number, and what the page reported about it. */
  number?: number;
  facts?: Extract<PreparedTarget, { ok: true }>;
}

/** Finds documents, elements and coordinates in a page. Each engine has its own. */
export interface TargetFinder {
  /** Throws `page_hung` while the page has no document. */
  mainDocument(): Promise<PageDocument>;
  /** The main document, then those of the frames. */
  documents(): Promise<PageDocument[]>;
  idOf(document: PageDocument, number: number): ElementId;
  /** Whether a script of the document listens to keys where they go now. */
  listensToKeys(document: PageDocument): Promise<boolean>;
  /** Throws `stale_element` or `unknown_element`. */
  resolve(id: ElementId): Promise<ElementReference>;
  /** Scrolls an element into view and checks that it can be used, for at most `maxMs`. */
  prepare(element: ElementReference, need: PrepareRequest['need'], maxMs: number): Promise<PreparedTarget>;
  /** Maps a prepared point of a document to input coordinates. Throws if it is not on the screen or, with `onTop`, covered. */
  toInputPoint(
    id: ElementId,
    document: PageDocument,
    prepared: Extract<PreparedTarget, { ok: true }>,
    onTop: boolean,
  ): Promise<Point>;
  /** Maps a point of the screen to input coordinates. */
  locatePoint(point: Point): Promise<LocatedTarget>;
  /** The elements on the page whose name, value or text contains `text`. */
  find(text: string): Promise<readonly Element[]>;
  /** The file field, or undefined if the element is none. */
  openFileField(element: ElementReference): Promise<FileChooser | undefined>;
}

export interface ChordOptions {
  repeat?: number;
  /** How long the chord stays down, and the wait for it. */
  hold?: { ms: number; wait(): Promise<void> };
  /** Modifiers that an earlier action left pressed. */
  heldBefore?: readonly Modifier[];
}

/** A button that can be held. */
export type HoldableButton = 'left' | 'right' | 'middle';

/** Sends input to the page. */
export interface InputSender {
  /** Moves the pointer, in `steps` equal parts. */
  movePointer(point: Point, steps?: number): Promise<void>;
  pressButton(button: HoldableButton): Promise<void>;
  releaseButton(button: HoldableButton): Promise<void>;
  turnWheel(delta: { dx: number; dy: number }): Promise<void>;
  pressKey(key: string): Promise<void>;
  releaseKey(key: string): Promise<void>;
  click(point: Point, options?: ClickOptions): Promise<void>;
  pressChord(chord: KeyChord, options?: ChordOptions): Promise<void>;
  typeText(text: string): Promise<void>;
  /** Inserts text at the caret in one step, without keys. */
  insertText(text: string): Promise<void>;
  /** Replaces the text of a field at once. */
  replaceText(field: ElementReference, text: string): Promise<void>;
}

/** What an action is prepared and executed with. */
export interface ActionContext {
  page: InputPage;
  targets: TargetFinder;
  input: InputSender;
  ids: ElementIds;
  limits: BrowserLimits;
  viewport: Size;
  uploadFolders: readonly string[];
  /** The URL just before the last action that was no wait. */
  urlBeforeAction: string;
  /** Whether the page has loaded, and whether its documents can be called. */
  isLoaded(): Promise<boolean>;
  canQuery(): boolean;
  /** Replaces references to secrets. */
  secrets?: SecretFiller;
  signal?: AbortSignal;
}
