import type { Action } from './action.js';
import type { Change } from './change.js';
import type { ElementId } from './element.js';
import type { Fault } from './errors.js';
import type { Rect, Size } from './geometry.js';
import type { OffscreenContent, ScreenContent, TabId } from './observation.js';
import type { Settled } from './outcome.js';
import type { ReadRequest, ReadResult } from './read.js';
import type { RequestJudge } from './risk/request-judge.js';
import type { SecretFiller } from './secrets/secret-filler.js';
import type { TargetFacts } from './target-facts.js';

/** The raw state of a screen, from which an Observation is rendered. */
export interface View extends ScreenContent {
  /** Differs for every page and tab. */
  sceneId?: string;
  /** The tab of a browser with one tab. Several tabs are listed in `tabs`. */
  onlyTab?: TabId;
  /** For lists of similar rows: the number of rows outside the view before and after the visible ones. */
  offscreenRows?: Partial<Record<ElementId, [before: number, after: number]>>;
  /** Elements that were added, shown or given a new text since the last action started. */
  newElements?: ElementId[];
  /** How many elements were added outside the screen since the last action started. */
  newOffscreen?: number;
  /** The start of the text that is selected. */
  selectedText?: string;
  /** Elements of earlier views that are not listed but still exist: off the screen, scrolled away, or inert behind a dialog. */
  remaining?: ElementId[];
  /** Controls that the page drew again since the last view and that keep their ids. */
  redrawn?: ElementId[];
  above?: OffscreenContent;
  below?: OffscreenContent;
  /** How many elements were not collected because a limit was reached. */
  dropped: number;
  /** Why the view is incomplete: 'the page did not respond within 2000 ms' … */
  incomplete?: string;
  /** Changes since the last view that no action caused, and texts that flashed. */
  backgroundChanges?: Change[];
  /** Set if requested and if the page could be drawn. */
  picture?: RawPicture;
}

/** What a view contains. Default: what is on the screen. */
export interface ViewRequest {
  region?: Rect;
  /** Everything inside this element, visible or not, from row `from` on. */
  inside?: { element: ElementId; from?: number };
  /** Elements anywhere on the page whose name, value or text contains this. */
  find?: string;
  /** Also take a picture of the region, or of the whole screen. */
  picture?: boolean;
  /** In a browser: the picture shows the whole page, beyond the screen, too. */
  wholePage?: boolean;
  /** On a desktop: the picture shows the active window and its menus only, without what covers them. */
  activeWindow?: boolean;
  /** How many times larger the picture is than the region, if the environment can draw it so. Default 1. */
  pictureScale?: number;
}

/** A picture as the environment captured it, before masking, scaling and marking. */
export interface RawPicture {
  bytes: Buffer;
  type: 'png' | 'jpeg' | 'webp';
  size: Size;
  region: Rect;
  /** Where passwords are visible, in screen pixels. They are masked before the picture is used. */
  secretRegions: Rect[];
  /** Elements that the picture shows although another window covers them on the screen. */
  uncovered?: ReadonlySet<ElementId>;
}

/** What was observed while an action ran and the screen settled. */
export interface Evidence {
  /** Whether the action was executed. `maybe`: it was interrupted. */
  executed: 'yes' | 'no' | 'maybe';
  /** Changes that the action caused. */
  changes: Change[];
  /** False if the action may still have effects that are not in `changes` or `after`. */
  complete: boolean;
  settled: Settled;
  error?: Fault;
  /** The value of an evaluated script. */
  value?: unknown;
  /** The action focused its target, which takes keyboard input. */
  tookFocus: boolean;
  /** Elements that change without input (a clock, a ticker). Their changes are no evidence. */
  ambientElements: ElementId[];
  /** The screen just before the action, and after it settled. */
  before?: View;
  after?: View;
}

export type EnvironmentEvent =
  | { type: 'change'; change: Change }
  | { type: 'lost'; fault: Fault }
  | { type: 'note'; text: string };

/** Called with the screen just before the first input of an action. If it throws, nothing is sent. */
export type BeforeInput = (view: View) => Promise<void>;

/** A screen that can be observed and acted on. */
export interface Environment {
  readonly kind: string;
  /** What this environment cannot do, one sentence each. */
  readonly limitations: readonly string[];
  captureView(request: ViewRequest, signal?: AbortSignal): Promise<View>;
  /** Executes the action, waits until the screen settles, and returns what was observed. Throws only HandrailError. */
  act(action: Action, signal?: AbortSignal, secrets?: SecretFiller, beforeInput?: BeforeInput): Promise<Evidence>;
  /** `act` replaces the references to secrets in a text. Without it, such a text is refused. */
  readonly fillsSecrets?: true;
  /** What an element is and would send now. Undefined: it is gone. Throws only HandrailError. */
  describeTarget?(element: ElementId, signal?: AbortSignal): Promise<TargetFacts | undefined>;
  /** Reads without changing anything. Throws only HandrailError. */
  read?<R extends ReadRequest>(request: R, signal?: AbortSignal): Promise<ReadResult<R>>;
  /** The open tab that contains an element, as far as known. */
  tabOf?(element: ElementId): { tab: TabId; isActive: boolean } | undefined;
  /** `false`: a browser without a window, which no person can use. */
  readonly hasWindow?: boolean;
  /** From now on, `judge` decides on each request that can change something elsewhere. A later judge replaces an earlier one. */
  guardRequests?(judge: RequestJudge): Promise<void>;
  close(): Promise<void>;
}
