import { compose, intersect, invert, mapRect, type Rect } from '../../../core/geometry.js';
import { shortUrl } from '../../../core/url.js';
import type { Entry, PageView, PageViewRequest } from '../../../perception/page/protocol.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { findRoot } from '../frames/frame-documents.js';
import type { Mapping } from '../frames/frame-mapping.js';
import { frameAffine } from '../frames/frame-owner.js';
import { CollectorError, isDocumentGone, isTimeout } from '../frames/page-document.js';
import { findFramesInTime, framesLeftOut, frameTimeoutMs, observeDocument, type PartialView } from './partial-view.js';
import { toElement, toPaths } from './to-element.js';

/** Adds the elements of a document to the view, and with them those of its frames. */
export async function addDocument(
  partial: PartialView,
  document: CdpDocument,
  pageView: PageView,
  mapping: Mapping,
  frameName: string | undefined,
  region: Rect | undefined,
  outerPath: readonly string[] = [],
): Promise<void> {
  const idOf = (number: number) => partial.ids.idOf({ document: document.key, number, tab: partial.tab.id });
  addFacts(partial, pageView, idOf);
  const isSearch = partial.request.find !== undefined;
  const hasFrames = !isSearch && pageView.entries.some((entry) => entry.frame);
  const frames = hasFrames ? await findFramesInTime(partial, document) : undefined;
  const screen = { x: 0, y: 0, width: pageView.width, height: pageView.height };
  const paths = toPaths(pageView, document.key, outerPath);
  for (const entry of pageView.entries) {
    const box = toRect(entry.box);
    if (region && !intersect(region, box)) continue;
    const whole = mapRect(mapping.own, box);
    const bounds = frameName && mapping.window ? intersect(mapping.window, whole) : whole;
    if (!bounds) continue;
    const element = toElement(entry, idOf, bounds, frameName, paths);
    if (!frameName && !intersect(screen, bounds)) element.states.push('offscreen');
    // A frame is a part of the document, with everything in it.
    if (entry.frame) element.path = [...(element.path ?? []), `${document.key}/${element.id}`];
    partial.elements.push(element);
    const child = entry.frame && frames?.get(entry.number);
    if (!child) continue;
    if (performance.now() < partial.frameDeadline)
      await addFrame(partial, document, child, entry, mapping, region, element.path);
    else partial.incomplete ??= framesLeftOut;
  }
  addReferences(partial, pageView, mapping, idOf);
  if (isSearch) await searchFrames(partial, document, mapping);
}

type ElementIdOf = (number: number) => PartialView['elements'][number]['id'];

function addFacts(partial: PartialView, pageView: PageView, idOf: ElementIdOf): void {
  partial.dropped += pageView.dropped;
  partial.flashes.push(...pageView.flashes);
  partial.incomplete ??= pageView.incomplete;
  partial.ambientElements.push(...pageView.ambientElements.map(idOf));
  partial.selectedText ||= pageView.selectedText;
  for (const secret of pageView.secretDigests) partial.tab.secretDigests.add(secret);
}

/** Runs after the elements were added, so that ids are in reading order. */
function addReferences(partial: PartialView, pageView: PageView, { own }: Mapping, idOf: ElementIdOf): void {
  for (const { left, top, right, bottom, number } of pageView.canvases) {
    const rect = mapRect(own, { x: left, y: top, width: right - left, height: bottom - top });
    partial.canvases.push({ ...rect, element: idOf(number) });
  }
  partial.newElements.push(...pageView.newElements.map(idOf));
  partial.redrawn.push(...pageView.redrawn.map(idOf));
  partial.remaining.push(...pageView.remaining.map(idOf));
  const listed = new Set(pageView.entries.map((entry) => entry.list?.[0]));
  for (const [container, before, after] of pageView.lists)
    if (listed.has(container)) partial.offscreenRows[idOf(container)] = [before, after];
}

function toRect([x, y, width, height]: Entry['box']): Rect {
  return { x, y, width, height };
}

/** Adds the matches of a search in all frames, visible or not. */
async function searchFrames(partial: PartialView, parent: CdpDocument, mapping: Mapping): Promise<void> {
  const { tab, request, includeFlashes } = partial;
  for (const child of (await findFramesInTime(partial, parent)).values()) {
    try {
      const pageRequest = { find: request.find, includeFlashes };
      const pageView = await observeDocument(partial, child, pageRequest, frameTimeoutMs(partial));
      const own = compose(mapping.target, await frameAffine(findRoot(tab, parent), parent, child, pageView));
      const target = parent.session === child.session ? mapping.target : own;
      await addDocument(partial, child, pageView, { own, target }, shortUrl(pageView.url), undefined);
    } catch (error) {
      if (isTimeout(error)) partial.incomplete ??= framesLeftOut;
      else if (error instanceof CollectorError) partial.incomplete ??= 'a frame could not be read';
      else if (!isDocumentGone(error)) throw error;
    }
  }
}

async function addFrame(
  partial: PartialView,
  parent: CdpDocument,
  child: CdpDocument,
  entry: Entry,
  mapping: Mapping,
  region: Rect | undefined,
  path: readonly string[] | undefined,
): Promise<void> {
  if (!entry.frame) return;
  const { includeFlashes, beforeAction, tab } = partial;
  const [left, top, width, height] = entry.frame.box;
  const { transformed } = entry.frame;
  const request: PageViewRequest = { includeFlashes, beforeAction };
  if (!transformed) request.clip = visiblePart(entry.box, entry.frame.box);
  try {
    const pageView = await observeDocument(partial, child, request, frameTimeoutMs(partial));
    // Without transforms, the collector's box of the frame is exact. Otherwise the browser reports it within the whole target.
    const own = transformed
      ? compose(mapping.target, await frameAffine(findRoot(tab, parent), parent, child, pageView))
      : compose(mapping.own, [width / pageView.width || 1, 0, 0, height / pageView.height || 1, left, top]);
    const target = parent.session === child.session ? mapping.target : own;
    const window = mapping.window && intersect(mapping.window, mapRect(mapping.own, toRect(entry.box)));
    if (mapping.window && !window) return;
    const childRegion = region && mapRect(compose(invert(own), mapping.own), region);
    const name = entry.name || shortUrl(pageView.url);
    await addDocument(partial, child, pageView, { own, target, window }, name, childRegion, path);
  } catch (error) {
    if (isDocumentGone(error)) return;
    const frame = `a frame${entry.name ? ` (${entry.name.slice(0, 60)})` : ''}`;
    if (error instanceof CollectorError) partial.incomplete ??= `${frame} could not be read`;
    else if (isTimeout(error)) partial.incomplete ??= `${frame} did not respond`;
    else throw error;
  }
}

/** The visible part of a frame, in the frame's own coordinates. */
function visiblePart([x, y, shownWidth, shownHeight]: Entry['box'], [left, top, width, height]: Entry['box']) {
  return {
    left: Math.max(0, x - left),
    top: Math.max(0, y - top),
    right: Math.min(width, x + shownWidth - left),
    bottom: Math.min(height, y + shownHeight - top),
  };
}
