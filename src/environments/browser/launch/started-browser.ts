import type { BrowserHandle, ContextHandle } from '../handles.js';
import type { Loss } from './browser-loss.js';
import type { PlaywrightObjects } from './lease.js';

/** A browser process that this process started. */
export interface StartedBrowser {
  browser: BrowserHandle;
  context?: ContextHandle;
  playwright?: PlaywrightObjects;
  pid?: number;
  onLost: Loss['onLost'];
  /** Whether the browser answers a ping. */
  isResponding(): Promise<boolean>;
  /** Closes the browser, and kills it after 2 s. Removes its temporary files. */
  close(): Promise<void>;
}

/** Whether the browser runs without its sandbox, because it does not support root. */
export const withoutSandbox = process.getuid?.() === 0;
