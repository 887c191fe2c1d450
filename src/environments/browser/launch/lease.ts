import type { Browser, BrowserContext } from 'playwright-core';
import type { Fault } from '../../../core/errors.js';
import type { BrowserHandle, ContextHandle, ContextOptions } from '../handles.js';

export type Engine = 'chromium' | 'firefox' | 'webkit';

export interface LaunchOptions {
  engine?: Engine | undefined;
  /** The browser to start. Default: the one that `findBrowser` finds. */
  executable?: string | undefined;
  /** Default: true. */
  headless?: boolean | undefined;
  /** A folder for cookies and settings. Only one browser at a time can use it. */
  profile?: string | undefined;
  /** The URL of a browser that is already running: http://host:port or ws://… Excludes the options above. */
  cdp?: string | undefined;
  args?: readonly string[] | undefined;
  /** Sessions of different owners do not share a browser process. */
  owner?: string | undefined;
  /** For the context of a profile. The holder of the lease opens other contexts. */
  contextOptions?: ContextOptions | undefined;
  /** Receives notes for the user, once per process. */
  note?: ((text: string) => void) | undefined;
}

export interface PlaywrightObjects {
  browser: Browser;
  context?: BrowserContext;
}

/** The right to use a browser until `release`. */
export interface BrowserLease {
  readonly engine: Engine;
  readonly browser: BrowserHandle;
  /** The same as Playwright's objects, if Playwright started the browser or is connected to it. */
  readonly playwright?: PlaywrightObjects;
  /** The context of a profile, or the first one of a connected browser. Otherwise each session opens its own. */
  readonly context?: ContextHandle;
  /** This process started the browser, which ends with its last lease. */
  readonly owned: boolean;
  readonly pid?: number;
  /** Calls `listener` once when the browser or the connection is lost. Returns a function that unsubscribes. */
  onLost(listener: (fault: Fault) => void): () => void;
  /** Safe to call twice. */
  release(): Promise<void>;
}
