import { compose, intersect, invert, mapRect, type Rect } from '../../../core/geometry.js';
import type { Entry, Looked, LookRequest } from '../../../perception/page-protocol.js';
import { shortAddress } from '../address.js';
import { type CdpDocument, CollectorFailed, isGone } from '../frames/document-link.js';
import { rootOf } from '../frames/frame-documents.js';
import type { Mapping } from '../frames/frame-mapping.js';
import { frameAffine } from '../frames/frame-owner.js';
import { toElement } from '../to-element.js';
import { framesInTime, type Gathering, isLate, lookAt, timeLeft, tooManyFrames } from './partial-view.js';

/** Puts what a document shows into the view, and with it what its frames show. */
export async function place(
  gathering: Gathering,
  document: CdpDocument,
  looked: Looked,
  mapping: Mapping,
  frameName: string | undefined,
  region: Rect | undefined,
): Promise<void> {
  const { tab, ids, elements } = gathering;
  const idOf = (number: number) => ids.idOf({ document: document.key, number, tab: tab.id });
  const affine = mapping.own;
  const screen = { x: 0, y: 0, width: looked.width, height: looked.height };
  gathering.dropped += looked.dropped;
  gathering.flashes.push(...looked.flashes);
  gathering.incomplete ??= looked.incomplete;
  gathering.restless.push(...looked.restless.map(idOf));
  gathering.canvases.push(
    ...looked.canvases.map((box) =>
      mapRect(affine, { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }),
    ),
  );
  const isSearch = gathering.look.find !== undefined;
  const hasFrames = !isSearch && looked.entries.some((entry) => entry.frame);
  const owned = hasFrames ? await framesInTime(gathering, document) : undefined;
  for (const entry of looked.entries) {
    const box = { x: entry.box[0], y: entry.box[1], width: entry.box[2], height: entry.box[3] };
    if (region && !intersect(region, box)) continue;
    const whole = mapRect(affine, box);
    const bounds = frameName && mapping.window ? intersect(mapping.window, whole) : whole;
    if (!bounds) continue;
    const element = toElement(entry, idOf, bounds, frameName);
    if (!frameName && !intersect(screen, bounds)) element.states.push('offscreen');
    elements.push(element);
    const child = entry.frame && owned?.get(entry.number);
    if (child && performance.now() < gathering.until)
      await placeFrame(gathering, document, child, entry, mapping, region);
    else if (child) gathering.incomplete ??= tooManyFrames;
  }
  gathering.arrived.push(...looked.arrived.map(idOf));
  const listed = new Set(looked.entries.map((entry) => entry.list?.[0]));
  for (const [of, before, after] of looked.lists) if (listed.has(of)) gathering.unseenRows[idOf(of)] = [before, after];
  if (isSearch) await searchFrames(gathering, document, mapping);
}

/** What is looked for may be in any frame, on the screen or not. */
async function searchFrames(gathering: Gathering, parent: CdpDocument, mapping: Mapping): Promise<void> {
  const { tab, look } = gathering;
  for (const child of (await framesInTime(gathering, parent)).values()) {
    try {
      const looked = await lookAt(gathering, child, { find: look.find, fresh: gathering.fresh }, timeLeft(gathering));
      const own = compose(mapping.target, await frameAffine(rootOf(tab, parent), parent, child, looked));
      const target = parent.session === child.session ? mapping.target : own;
      await place(gathering, child, looked, { own, target }, shortAddress(looked.url), undefined);
    } catch (error) {
      if (isLate(error)) gathering.incomplete ??= tooManyFrames;
      else if (error instanceof CollectorFailed) gathering.incomplete ??= 'a frame could not be read';
      else if (!isGone(error)) throw error;
    }
  }
}

async function placeFrame(
  gathering: Gathering,
  parent: CdpDocument,
  child: CdpDocument,
  entry: Entry,
  mapping: Mapping,
  region: Rect | undefined,
): Promise<void> {
  if (!entry.frame) return;
  const [left, top, width, height] = entry.frame.box;
  const transformed = entry.frame.transformed;
  const request: LookRequest = { fresh: gathering.fresh, arm: gathering.arm };
  if (!transformed) {
    const [x, y, shownWidth, shownHeight] = entry.box;
    request.clip = {
      left: Math.max(0, x - left),
      top: Math.max(0, y - top),
      right: Math.min(width, x + shownWidth - left),
      bottom: Math.min(height, y + shownHeight - top),
    };
  }
  try {
    const looked = await lookAt(gathering, child, request, timeLeft(gathering));
    // The driver tells the box of a frame within the whole target; without transforms the collector's own is as good.
    const whole = transformed
      ? compose(mapping.target, await frameAffine(rootOf(gathering.tab, parent), parent, child, looked))
      : compose(mapping.own, [width / looked.width || 1, 0, 0, height / looked.height || 1, left, top]);
    const target = parent.session === child.session ? mapping.target : whole;
    const inside = region && mapRect(compose(invert(whole), mapping.own), region);
    const shown = mapRect(mapping.own, { x: entry.box[0], y: entry.box[1], width: entry.box[2], height: entry.box[3] });
    const window = mapping.window && intersect(mapping.window, shown);
    if (mapping.window && !window) return;
    await place(
      gathering,
      child,
      looked,
      { own: whole, target, window },
      entry.name || shortAddress(looked.url),
      inside,
    );
  } catch (error) {
    if (isGone(error)) return;
    const frame = `a frame${entry.name ? ` (${entry.name.slice(0, 60)})` : ''}`;
    if (error instanceof CollectorFailed) gathering.incomplete ??= `${frame} could not be read`;
    else if (isLate(error)) gathering.incomplete ??= `${frame} did not answer`;
    else throw error;
  }
}
