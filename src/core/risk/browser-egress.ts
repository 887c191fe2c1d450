/** What a page is: that of a tab, or the document of a frame in it. */
export type DocumentUse = 'page' | 'frame';

/** Why a connection was not opened. */
export interface ConnectionFailure {
  /** The name that Chromium has for it: ERR_CONNECTION_REFUSED. */
  code: string;
  /** A sentence. */
  message: string;
  /** A rule refused it. */
  isRefusal: boolean;
}

/** Which addresses a browser may reach, and how. */
export interface BrowserEgress {
  /** All connections go through this proxy: socks5://127.0.0.1:port. Absent for a browser that another program started. */
  readonly proxyServer: string | undefined;
  /** Why a document must not be observed or controlled, as a sentence. Undefined if it may. */
  refusalOf(url: string, use: DocumentUse): string | undefined;
  /** Why the proxy did not connect to a URL, at or after `since` (performance.now). */
  failureOf(url: string, since: number): ConnectionFailure | undefined;
}
