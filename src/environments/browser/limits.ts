/** Limits of a browser environment. */
export interface BrowserLimits {
  /** One action, from preparing its target to the last observation. */
  actionTimeoutMs: number;
  /** Until the server answers a navigation. */
  navigationTimeoutMs: number;
  /** Until the page settles after an action. */
  settleTimeoutMs: number;
  /** One observation of a page that may not respond. */
  observeTimeoutMs: number;
  /** Maximum size of a document and of a download, in bytes. */
  maxDocumentBytes: number;
  maxDownloadBytes: number;
}

export const defaultLimits: BrowserLimits = {
  actionTimeoutMs: 10_000,
  navigationTimeoutMs: 20_000,
  settleTimeoutMs: 3_000,
  observeTimeoutMs: 2_000,
  maxDocumentBytes: 64 * 1024 * 1024,
  maxDownloadBytes: 512 * 1024 * 1024,
};

/** The limits that a caller sets. */
export type OptionalBrowserLimits = { [Name in keyof BrowserLimits]?: BrowserLimits[Name] | undefined };

/** The given limits, with defaults for the others. */
export function readLimits(given: OptionalBrowserLimits = {}): BrowserLimits {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaultLimits, ...Object.fromEntries(set) };
}
