import type { CDPSession } from 'playwright-core';

/** Where a page stands between one document and the next. */
export interface Navigation {
  /** A new document was asked for and has not come yet: since when (performance.now), and from where. */
  pending: boolean;
  since: number;
  towards: string;
  /** How many documents have come so far, and when the last few did. */
  commits: number;
  lately: readonly number[];
  /** How many times the address changed within a document. */
  steps: number;
  ready: boolean;
  loaded: boolean;
  /** How many windows the page has asked for. */
  windows: number;
}

const few = 6;

/** One document after the other in no time: the page sends itself in circles. */
export function isCircling({ lately }: Navigation): boolean {
  return lately.length === few && performance.now() - (lately[0] ?? 0) < 2_000;
}

/** Follows the navigation of a page's own frame. */
export function followNavigation(
  session: CDPSession,
  rootFrame: () => string | undefined,
  ring: () => void,
): Navigation {
  const state: Navigation = {
    pending: false,
    since: 0,
    towards: '',
    commits: 0,
    lately: [],
    steps: 0,
    ready: true,
    loaded: true,
    windows: 0,
  };
  const own = (frameId: string) => rootFrame() === undefined || frameId === rootFrame();
  const set = (change: Partial<Navigation>) => {
    Object.assign(state, change);
    ring();
  };
  const begin = (url: string) =>
    set({ pending: true, towards: url, since: state.pending ? state.since : performance.now() });
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition, url }) => {
    if (own(frameId) && disposition === 'currentTab') begin(url);
  });
  session.on('Page.windowOpen', () => set({ windows: state.windows + 1 }));
  session.on('Page.frameStartedNavigating', ({ frameId, navigationType, url }) => {
    if (own(frameId) && !/sameDocument/i.test(navigationType)) begin(url);
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId) return;
    const lately = [...state.lately, performance.now()].slice(-few);
    set({ pending: false, commits: state.commits + 1, lately, ready: false, loaded: false });
  });
  session.on('Page.navigatedWithinDocument', ({ frameId }) => {
    if (own(frameId)) set({ steps: state.steps + 1, pending: false });
  });
  // Who answers "stay" when a page asks to be left ends the navigation, and nothing else says so.
  let asksToLeave = false;
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    asksToLeave = type === 'beforeunload';
  });
  session.on('Page.javascriptDialogClosed', ({ result }) => {
    if (asksToLeave && !result) set({ pending: false });
  });
  session.on('Page.domContentEventFired', () => set({ ready: true }));
  session.on('Page.loadEventFired', () => set({ ready: true, loaded: true }));
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (own(frameId)) set({ pending: false });
  });
  return state;
}
