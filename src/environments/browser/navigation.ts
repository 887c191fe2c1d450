import type { CDPSession } from 'playwright-core';

/** Where a page stands between one document and the next. */
export interface Navigation {
  /** A new document was asked for and has not come yet. */
  pending: boolean;
  /** How many documents have come so far. */
  commits: number;
  /** How many times the address changed within a document. */
  steps: number;
  ready: boolean;
  loaded: boolean;
  /** How many windows the page has asked for. */
  windows: number;
}

/** Follows the navigation of a page's own frame. */
export function followNavigation(
  session: CDPSession,
  rootFrame: () => string | undefined,
  ring: () => void,
): Navigation {
  const state: Navigation = { pending: false, commits: 0, steps: 0, ready: true, loaded: true, windows: 0 };
  const own = (frameId: string) => rootFrame() === undefined || frameId === rootFrame();
  const set = (change: Partial<Navigation>) => {
    Object.assign(state, change);
    ring();
  };
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (own(frameId) && disposition === 'currentTab') set({ pending: true });
  });
  session.on('Page.windowOpen', () => set({ windows: state.windows + 1 }));
  session.on('Page.frameStartedNavigating', ({ frameId, navigationType }) => {
    if (own(frameId) && !/sameDocument/i.test(navigationType)) set({ pending: true });
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (!frame.parentId) set({ pending: false, commits: state.commits + 1, ready: false, loaded: false });
  });
  session.on('Page.navigatedWithinDocument', ({ frameId }) => {
    if (own(frameId)) set({ steps: state.steps + 1, pending: false });
  });
  session.on('Page.domContentEventFired', () => set({ ready: true }));
  session.on('Page.loadEventFired', () => set({ ready: true, loaded: true }));
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (own(frameId)) set({ pending: false });
  });
  return state;
}
