import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Fault } from '../../../core/errors.js';

export type Engine = 'chromium' | 'firefox' | 'webkit';

export interface LaunchOptions {
  engine?: Engine;
  /** The program to start, instead of the one that is found. */
  executable?: string;
  /** True unless asked otherwise. */
  headless?: boolean;
  /** A folder that keeps cookies and settings. One browser at a time may use it. */
  profile?: string;
  /** The address of a browser that runs already: http://host:port or ws://… Everything above is then its own affair. */
  cdp?: string;
  args?: readonly string[];
  /** For the context of a profile. Other contexts are opened by whoever holds the lease. */
  contextOptions?: BrowserContextOptions;
  /** Hears what a person should know, once per process. */
  note?: (text: string) => void;
}

/** The right to use a browser until it is released. */
export interface BrowserLease {
  readonly engine: Engine;
  readonly browser: Browser;
  /** The context of a profile, or the first one of a connected browser. Absent where each session opens its own. */
  readonly context?: BrowserContext;
  /** We started it, and it ends with its last lease. */
  readonly owned: boolean;
  readonly pid?: number;
  /** Calls `listener` once when the browser or the connection is gone without having been released. Returns how to stop that. */
  onLost(listener: (fault: Fault) => void): () => void;
  /** Gives the lease back. Safe to call twice. */
  release(): Promise<void>;
}
