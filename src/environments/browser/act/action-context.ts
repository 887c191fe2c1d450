import type { Change } from '../../../core/change.js';
import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { ElementIds } from '../element-ids.js';
import type { CdpDocument } from '../frames/document-link.js';
import type { Tab } from '../tabs/tab.js';
import type { TabList } from '../tabs/tab-list.js';

/** Time limits of the browser environment, in milliseconds. */
export interface Limits {
  /** One action, all told. */
  action: number;
  /** Until a navigation answers. */
  navigation: number;
  /** Until the page rests after an action. */
  settle: number;
  /** Until an observation gives up on a page that does not answer. */
  look: number;
  /** Bytes of one document or download. */
  documentBytes: number;
  downloadBytes: number;
}

/** What an action works with. */
export interface ActionContext {
  tab: Tab;
  tabs: TabList;
  ids: ElementIds;
  limits: Limits;
  viewport: Size;
  uploadFolders: readonly string[];
  signal?: AbortSignal;
}

/** Thrown by an action that was carried out no further than being refused. */
export class NothingDone extends HandrailError {}

/** An action made ready: checked, in place, and not yet begun. */
export interface PreparedAction {
  /** Carries it out. */
  go(): Promise<void>;
  /** The documents to be watched: the page's own, and the one acted on. */
  documents: CdpDocument[];
  /** Worth waiting for a late effect when nothing is seen at first. */
  patient: boolean;
  /** The browser itself acts on it, a moment later: it scrolls. */
  byItself: boolean;
  /** What the action itself knows to have changed. */
  changes: Change[];
  /** The action was on a field: the focus going there is its effect. */
  focuses: boolean;
  /** The number of the element acted on, in the last of `documents`. */
  number?: number;
  /** The last of `documents` is sure to notice it: a press of the mouse. */
  isNoticed: boolean;
  /** What it gave back, once it is done. */
  value?(): unknown;
  /** A text was typed, which the page may answer a little later. */
  typed?: boolean;
  /** A window it opens stays behind, as with Control held. */
  behind?: boolean;
}

export function doing(go: () => Promise<void>, rest: Partial<Omit<PreparedAction, 'go'>> = {}): PreparedAction {
  return { go, documents: [], patient: false, byItself: false, changes: [], focuses: false, isNoticed: false, ...rest };
}
