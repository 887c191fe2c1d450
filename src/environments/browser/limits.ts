/** Limits of a browser environment. Times are in milliseconds. */
export interface BrowserLimits {
  /** One action, from preparing its target to the last observation. */
  action: number;
  /** Until the server answers a navigation. */
  navigation: number;
  /** Until the page settles after an action. */
  settle: number;
  /** One observation of a page that may not respond. */
  observe: number;
  /** Maximum size of a document and of a download, in bytes. */
  documentBytes: number;
  downloadBytes: number;
}

export const defaultLimits: BrowserLimits = {
  action: 10_000,
  navigation: 20_000,
  settle: 3_000,
  observe: 2_000,
  documentBytes: 64 * 1024 * 1024,
  downloadBytes: 512 * 1024 * 1024,
};
