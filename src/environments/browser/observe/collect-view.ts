import type { Size } from '../../../core/geometry.js';
import { type Affine, compose, invert, mapRect } from '../../../core/geometry.js';
import { shortUrl } from '../../../core/url.js';
import type { View, ViewRequest } from '../../../core/view.js';
import type { PageView, PageViewRequest } from '../../../perception/page/protocol.js';
import type { ElementIds } from '../element-ids.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { findDocument, findRoot } from '../frames/frame-documents.js';
import { affineTo, pinchAffine } from '../frames/frame-mapping.js';
import { DocumentGoneError } from '../frames/page-document.js';
import type { Tab } from '../tabs/tab.js';
import { addDocument } from './add-document.js';
import type { CollectedView, ObserveFlags } from './collected-view.js';
import { goneElement, observeDocument, type PartialView } from './partial-view.js';

export interface CollectOptions extends ObserveFlags {
  request: ViewRequest;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Frames are observed until this fraction of the time is over. */
const frameTimeFraction = 0.8;

/** Observes all documents of a tab and merges them into one view, in reading order and screen pixels. */
export async function collectView(tab: Tab, ids: ElementIds, options: CollectOptions): Promise<CollectedView> {
  const main = tab.frames.main();
  if (!main) throw new DocumentGoneError('the page has no document');
  const { request, timeoutMs, includeFlashes = false, beforeAction = false } = options;
  const { find, inside } = request;
  const partial: PartialView = {
    ...options,
    tab,
    ids,
    includeFlashes,
    beforeAction,
    frameDeadline: performance.now() + timeoutMs * frameTimeFraction,
    elements: [],
    ambientElements: [],
    canvases: [],
    flashes: [],
    newElements: [],
    redrawn: [],
    remaining: [],
    offscreenRows: {},
    dropped: 0,
    selectedText: '',
  };
  const location = inside && ids.locationOf(inside.element);
  const start = location && findDocument(tab, location.document);
  if (inside && !start) throw goneElement(inside.element, location !== undefined);
  const pageRequest: PageViewRequest = { includeFlashes, beforeAction };
  if (find !== undefined) pageRequest.find = find;
  if (location && start === main) pageRequest.inside = { number: location.number, from: inside?.from ?? 0 };
  const pageView = await observeDocument(partial, main, pageRequest);
  const root = pinchAffine(pageView.viewport);
  if (location && start && start !== main) {
    await addContainerInFrame(partial, main, root, start, location.number);
  } else {
    const region = request.region && mapRect(invert(root), request.region);
    const window = location || find !== undefined ? undefined : { x: 0, y: 0, ...sizeOf(pageView) };
    await addDocument(partial, main, pageView, { own: root, target: root, window }, undefined, region);
  }
  ids.remember(partial.elements);
  tab.title = pageView.title;
  tab.devicePixelRatio = pageView.viewport.ratio;
  const { ambientElements, canvases, flashes } = partial;
  return { view: toView(partial, pageView, main), ambientElements, canvases, flashes };
}

function sizeOf({ width, height }: PageView): Size {
  return { width, height };
}

/** Adds the content of an element inside a frame. */
async function addContainerInFrame(
  partial: PartialView,
  main: CdpDocument,
  root: Affine,
  document: CdpDocument,
  number: number,
): Promise<void> {
  const { tab, request } = partial;
  const pageView = await observeDocument(partial, document, { inside: { number, from: request.inside?.from ?? 0 } });
  const own = compose(root, await affineTo(tab, main, document, pageView));
  const top = findRoot(tab, document);
  const target = top === document ? own : compose(root, await affineTo(tab, main, top));
  await addDocument(partial, document, pageView, { own, target }, shortUrl(pageView.url), undefined);
}

function toView(partial: PartialView, pageView: PageView, main: CdpDocument): View {
  const { elements, offscreenRows, newElements, redrawn, remaining, dropped, incomplete, selectedText } = partial;
  const view: View = {
    ...toPageFacts(pageView, sizeOf(pageView), main.key),
    elements,
    offscreenRows,
    newElements,
    dropped,
  };
  if (pageView.newOffscreen > 0) view.newOffscreen = pageView.newOffscreen;
  if (redrawn.length > 0) view.redrawn = redrawn;
  if (remaining.length > 0) view.remaining = remaining;
  if (selectedText) view.selectedText = selectedText;
  return incomplete ? { ...view, incomplete } : view;
}

/** The facts of a view that come from the main document alone. */
export function toPageFacts(
  { url, title, scroll, height, above, below }: PageView,
  screen: Size,
  sceneId: string,
): Omit<View, 'elements' | 'dropped'> {
  const view: Omit<View, 'elements' | 'dropped'> = { screen, sceneId, url, title, scroll };
  const pixelsBelow = Math.max(0, Math.round(scroll.height - scroll.y - height));
  if (scroll.y > 0) view.above = { pixels: scroll.y, headings: above };
  if (pixelsBelow > 0) view.below = { pixels: pixelsBelow, headings: below };
  return view;
}
