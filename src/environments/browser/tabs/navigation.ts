import type { CdpSession } from '../handles.js';

/** The navigation state of a page's main frame. Times are performance.now. */
export interface Navigation {
  /** A new document was requested and has not been committed yet. */
  pending: boolean;
  pendingSince: number;
  pendingUrl: string;
  /** How many documents were committed, and when the most recent ones were. */
  commits: number;
  recentCommits: readonly number[];
  /** How often the URL changed within a document. */
  sameDocumentCommits: number;
  domReady: boolean;
  loaded: boolean;
  /** How many windows the page has opened. */
  openedWindows: number;
}

const loopCommits = 6;
const loopMs = 2_000;

/** Whether the page keeps navigating by itself, one document right after the other. */
export function isNavigationLoop({ recentCommits }: Navigation): boolean {
  return recentCommits.length === loopCommits && performance.now() - (recentCommits[0] ?? 0) < loopMs;
}

/** Tracks the navigation of a page's main frame. */
export function trackNavigation(
  session: CdpSession,
  mainFrameId: () => string | undefined,
  notify: () => void,
): Navigation {
  const state: Navigation = {
    pending: false,
    pendingSince: 0,
    pendingUrl: '',
    commits: 0,
    recentCommits: [],
    sameDocumentCommits: 0,
    domReady: true,
    loaded: true,
    openedWindows: 0,
  };
  const isMain = (frameId: string) => mainFrameId() === undefined || frameId === mainFrameId();
  const set = (change: Partial<Navigation>) => {
    Object.assign(state, change);
    notify();
  };
  const start = (url: string) =>
    set({ pending: true, pendingUrl: url, pendingSince: state.pending ? state.pendingSince : performance.now() });
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition, url }) => {
    if (isMain(frameId) && disposition === 'currentTab') start(url);
  });
  session.on('Page.windowOpen', () => set({ openedWindows: state.openedWindows + 1 }));
  session.on('Page.frameStartedNavigating', ({ frameId, navigationType, url }) => {
    if (isMain(frameId) && !/sameDocument/i.test(navigationType)) start(url);
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId) return;
    const recentCommits = [...state.recentCommits, performance.now()].slice(-loopCommits);
    set({ pending: false, commits: state.commits + 1, recentCommits, domReady: false, loaded: false });
  });
  session.on('Page.navigatedWithinDocument', ({ frameId }) => {
    if (isMain(frameId)) set({ sameDocumentCommits: state.sameDocumentCommits + 1, pending: false });
  });
  session.on('Page.domContentEventFired', () => set({ domReady: true }));
  session.on('Page.loadEventFired', () => set({ domReady: true, loaded: true }));
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (isMain(frameId)) set({ pending: false });
  });
  // Dismissing a beforeunload dialog ends the navigation. No other event reports it.
  let isBeforeUnload = false;
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    isBeforeUnload = type === 'beforeunload';
  });
  session.on('Page.javascriptDialogClosed', ({ result }) => {
    if (isBeforeUnload && !result) set({ pending: false });
  });
  return state;
}
