import type { Environment } from '../../core/view.js';
import type { StorageState } from './handles.js';

export interface BrowserEnvironment extends Environment {
  /** Cookies and local storage, for another session. With a path they are written to that file too. */
  storageState(path?: string): Promise<StorageState>;
}
