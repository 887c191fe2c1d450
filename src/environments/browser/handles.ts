import type { Browser, BrowserContextOptions, CDPSession, BrowserContext as PlaywrightContext } from 'playwright-core';

/** A CDP session: one of our own connection, or one of Playwright's. */
export type CdpSession = Pick<CDPSession, 'send' | 'on' | 'off' | 'detach'>;

export type StorageState = Awaited<ReturnType<PlaywrightContext['storageState']>>;

/** What a new context starts with. */
export interface ContextOptions extends Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor' | 'storageState'> {
  /** Every connection goes through this proxy, also those to this machine: socks5://127.0.0.1:port. */
  proxyServer?: string | undefined;
}

/** A JavaScript dialog that blocks a page. */
export interface DialogHandle {
  type(): string;
  message(): string;
  defaultValue(): string;
  accept(text?: string): Promise<void>;
  dismiss(): Promise<void>;
}

/** A page of a browser. Playwright's `Page` is one. */
export interface PageHandle {
  url(): string;
  title(): Promise<string>;
  /** The workers that the page has started. */
  workers(): readonly unknown[];
  /** How many pixels a screenshot has by itself for each CSS pixel. Default: 1. */
  readonly screenshotScale?: number;
  isClosed(): boolean;
  opener(): Promise<PageHandle | null>;
  bringToFront(): Promise<void>;
  close(): Promise<void>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  on(event: 'dialog', listener: (dialog: DialogHandle) => void): unknown;
  on(event: 'crash' | 'close', listener: () => void): unknown;
}

/** Receives the session of an iframe in another process. Resolves when the iframe is observed. */
export type FrameListener = (session: CdpSession) => Promise<void>;

/** Receives the session of a worker of one page, or of one that several pages share. */
export type WorkerListener = (session: CdpSession, kind: 'dedicated' | 'shared') => Promise<void>;

/** A request that a client with another connection holds. */
export interface RoutedRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  postData: string | undefined;
  /** As CDP names it. */
  resourceType: string;
  /** The address of the page that sends it, as far as it is known. */
  pageUrl: string | undefined;
}

/** A browser context: pages that share cookies and storage. */
export interface ContextHandle<P extends PageHandle = PageHandle> {
  pages(): P[];
  newPage(): Promise<P>;
  on(event: 'page', listener: (page: P) => void): unknown;
  sessionOf(page: P): Promise<CdpSession>;
  /** Passes the sessions of iframes in other processes to `listener`. The returned function waits until those of now are attached. */
  watchFrames(page: P, listener: FrameListener): () => Promise<void>;
  /** Passes the sessions of workers to `listener`, before they run. */
  watchWorkers?(listener: WorkerListener): void;
  /** Where sessions do not reach every page from its start: lets `decide` answer for each request. */
  routeRequests?(decide: (request: RoutedRequest) => Promise<boolean>): Promise<void>;
  storageState(): Promise<StorageState>;
  close(): Promise<void>;
}

/** A Chromium browser. */
export interface BrowserHandle {
  newContext(options?: ContextOptions): Promise<ContextHandle>;
  newBrowserSession(): Promise<CdpSession>;
  /** The browser as Playwright's object. It lists the pages of all contexts in its first context. */
  playwright(): Promise<Browser>;
  isConnected(): boolean;
}
