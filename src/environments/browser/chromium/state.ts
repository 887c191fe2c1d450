import type { Size } from '../../../core/geometry.js';
import type { View } from '../../../core/view.js';
import type { ElementIds } from '../element-ids.js';
import type { BrowserInstance, InstanceOptions } from '../launch/browser-instance.js';
import type { BrowserLimits } from '../limits.js';
import type { Wire } from '../wire/wire.js';

/** The state of a Chromium session. */
export interface ChromiumState {
  readonly options: InstanceOptions;
  readonly ids: ElementIds;
  readonly limits: BrowserLimits;
  readonly uploadFolders: readonly string[];
  /** Shared by all instances of the browser. */
  readonly wire: Wire;
  /** Replaced when the browser is lost. */
  instance: BrowserInstance;
  /** The size of the viewport at the last observation. */
  screen: Size;
  /** The last view that no dialog blocked. */
  lastView?: View;
  /** The URL of the page just before the last action that was no wait. */
  urlBeforeAction?: string;
  /** Set while a lost browser is being restarted. */
  recovery?: Promise<void>;
  isClosed: boolean;
}
