import type { PageView, PageViewRequest, PreparedTarget } from '../../../perception/page/protocol.js';
import type { CdpDocument } from '../frames/cdp-document.js';

/** How long a view that came with another answer replaces a new one. */
const validMs = 15;

const cachedViews = new WeakMap<CdpDocument, { view: PageView; beforeAction: boolean; at: number }>();

/** Stores a view that came with another answer, for the next observation. */
export function cacheView(document: CdpDocument, view: PageView | undefined, beforeAction: boolean): void {
  if (view) cachedViews.set(document, { view, beforeAction, at: performance.now() });
}

const lastViews = new WeakMap<CdpDocument, PageView>();

/** Stores the last whole view of a document. It is used as long as the page reports no change. */
export function rememberView(document: CdpDocument, request: PageViewRequest, view: PageView): void {
  if (isWhole(request))
    lastViews.set(document, { ...view, flashes: [], newElements: [], newOffscreen: 0, redrawn: [] });
}

/** Stores the view that came with a prepared target, or the last one if the page has not changed. */
export function cachePreparedView(document: CdpDocument, prepared: Extract<PreparedTarget, { ok: true }>): void {
  cacheView(document, prepared.isViewUnchanged ? lastViews.get(document) : prepared.view, true);
}

function isWhole(request: PageViewRequest): boolean {
  return !request.inside && request.find === undefined && !request.clip;
}

/** Removes and returns the cached view, if it matches the request and is still valid. */
export function takeCachedView(document: CdpDocument, request: PageViewRequest): PageView | undefined {
  const cached = cachedViews.get(document);
  cachedViews.delete(document);
  if (!cached || !isWhole(request) || !request.includeFlashes) return undefined;
  const { view, beforeAction, at } = cached;
  if ((request.beforeAction ?? false) !== beforeAction || performance.now() - at > validMs) return undefined;
  if (view.hostCandidates > 0 || view.listenerCandidates > 0) return undefined;
  if (!beforeAction) document.commitView();
  return view;
}
