import type { Frame } from 'playwright-core';
import type { Element, ElementId } from '../../../core/element.js';
import { intersect, type Point } from '../../../core/geometry.js';
import type { RawPicture, View, ViewRequest } from '../../../core/view.js';
import type { PageView, PageViewRequest } from '../../../perception/page/protocol.js';
import { CollectorError, isDocumentGone } from '../frames/page-document.js';
import { toPageFacts } from '../observe/collect-view.js';
import type { CollectedView, ObserveFlags } from '../observe/collected-view.js';
import { findSecrets, pngSize } from '../observe/screenshot.js';
import { toElement, toPaths } from '../observe/to-element.js';
import { findInterruption } from '../tabs/page-state.js';
import { findChildFrames, openDocument } from './document.js';
import { type PlaywrightSession, retryWhileNavigating, tabId } from './session.js';

const screenshotMs = 10_000;

/** Observes the page in any state. */
export async function observePage(
  session: PlaywrightSession,
  request: ViewRequest,
  flags: ObserveFlags = {},
): Promise<CollectedView> {
  const { modal, lastView } = session;
  if (modal)
    return emptyView(session, { elements: lastView?.elements ?? [], modal: modal.modal }, findInterruption(session));
  const observed = await retryWhileNavigating(session, () => collectView(session, request, flags)).catch(
    (error: unknown) => {
      // The session goes on after a page in which the collector fails.
      if (error instanceof CollectorError) return emptyView(session, {}, error.message);
      throw error;
    },
  );
  session.lastView = observed.view;
  return observed;
}

function emptyView({ viewport, page }: PlaywrightSession, facts: Partial<View>, incomplete?: string): CollectedView {
  const view: View = { screen: viewport, url: page.url(), elements: [], dropped: 0, incomplete, ...facts };
  return { view, ambientElements: [], canvases: [], flashes: [] };
}

interface PartialView extends Omit<CollectedView, 'view'> {
  session: PlaywrightSession;
  request: ViewRequest;
  flags: ObserveFlags;
  remaining: ElementId[];
  unreadFrame?: string;
}

/** Observes the main document and its frames, and merges them into one view. */
async function collectView(
  session: PlaywrightSession,
  request: ViewRequest,
  flags: ObserveFlags,
): Promise<CollectedView> {
  const partial: PartialView = {
    session,
    request,
    flags,
    ambientElements: [],
    canvases: [],
    flashes: [],
    remaining: [],
  };
  const { page, viewport, ids, limits } = session;
  const { key } = await openDocument(page.mainFrame(), limits.observeTimeoutMs);
  const { elements, pageView } = await collectFrame(partial, page.mainFrame(), { x: 0, y: 0 }, undefined);
  ids.remember(elements);
  const view: View = { ...toPageFacts(pageView, viewport, key), elements, dropped: pageView.dropped };
  const incomplete = pageView.incomplete ?? partial.unreadFrame;
  if (incomplete) view.incomplete = incomplete;
  if (pageView.selectedText) view.selectedText = pageView.selectedText;
  if (partial.remaining.length > 0) view.remaining = partial.remaining;
  const { ambientElements, canvases, flashes } = partial;
  return { view, ambientElements, canvases, flashes };
}

async function collectFrame(
  partial: PartialView,
  frame: Frame,
  offset: Point,
  frameName: string | undefined,
): Promise<{ elements: Element[]; pageView: PageView }> {
  const { request, flags } = partial;
  const { ids, limits } = partial.session;
  const document = await openDocument(frame, limits.observeTimeoutMs);
  const pageRequest: PageViewRequest = { ...flags };
  if (request.find !== undefined) pageRequest.find = request.find;
  const container = request.inside && ids.locationOf(request.inside.element);
  if (container?.document === document.key)
    pageRequest.inside = { number: container.number, from: request.inside?.from ?? 0 };
  const pageView = await document.call('captureView', pageRequest, limits.observeTimeoutMs);
  const idOf = (number: number): ElementId => ids.idOf({ document: document.key, number, tab: tabId });
  partial.ambientElements.push(...pageView.ambientElements.map(idOf));
  partial.flashes.push(...pageView.flashes);
  partial.remaining.push(...pageView.remaining.map(idOf));
  const frames = await findChildFrames(document);
  const elements: Element[] = [];
  const paths = toPaths(pageView, document.key);
  for (const entry of pageView.entries) {
    const [x, y, width, height] = entry.box;
    const bounds = { x: x + offset.x, y: y + offset.y, width, height };
    if (request.region && !intersect(request.region, bounds)) continue;
    elements.push(toElement(entry, idOf, bounds, frameName, paths));
    const child = entry.frame && frames.get(entry.number);
    if (!child || !entry.frame) continue;
    const [left, top] = entry.frame.box;
    const inner = { x: offset.x + left, y: offset.y + top };
    elements.push(...(await collectChild(partial, child, inner, entry.name || child.url().slice(0, 60))));
  }
  return { elements, pageView };
}

async function collectChild(partial: PartialView, child: Frame, offset: Point, name: string): Promise<Element[]> {
  try {
    return (await collectFrame(partial, child, offset, name)).elements;
  } catch (error) {
    if (error instanceof CollectorError) partial.unreadFrame ??= 'a frame could not be read';
    else if (!isDocumentGone(error)) throw error;
    return [];
  }
}

/** Captures a picture of the screen, a region of it, or the whole page. */
export async function capturePicture(
  session: PlaywrightSession,
  { region, wholePage: fullPage }: ViewRequest,
): Promise<RawPicture> {
  const { view } = await observePage(session, {});
  const bytes = await session.page.screenshot({ type: 'png', timeout: screenshotMs, clip: region, fullPage });
  const size = pngSize(bytes);
  const position = '({ x: scrollX, y: scrollY })';
  const scrolled = fullPage ? await session.page.evaluate<Point>(position) : { x: 0, y: 0 };
  return {
    bytes,
    type: 'png',
    size,
    region: region ?? { x: 0 - scrolled.x, y: 0 - scrolled.y, ...(fullPage ? size : session.viewport) },
    secretRegions: findSecrets(view),
  };
}
