import type { PreparedAction } from '../act/prepared-action.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import type { CollectedView } from '../observe/collected-view.js';
import type { SettleResult } from '../settle/settle-result.js';
import type { Navigation } from '../tabs/navigation.js';
import type { Tab } from '../tabs/tab.js';
import type { ChromiumState } from './state.js';

export type CdpSettleResult = SettleResult<CdpDocument>;

export interface RunOptions {
  state: ChromiumState;
  tab: Tab;
  prepared: PreparedAction;
  deadline: number;
  signal?: AbortSignal;
}

/** An action on a Chromium tab, with the state from before it that changes are compared with. */
export interface RunState extends RunOptions {
  navigation: Navigation;
  before?: CollectedView;
  canvasPixels: string[];
  settled: CdpSettleResult;
}
