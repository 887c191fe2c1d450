import type { ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Affine, compose, invert, mapPoint, type Point } from '../../../core/geometry.js';
import type { ViewportInfo } from '../../../perception/page/protocol.js';
import { coveredElement, staleElement } from '../act/locate-target.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { findRoot } from '../frames/frame-documents.js';
import { affineTo } from '../frames/frame-mapping.js';
import { findOwnerNumber, frameAffine, scrollToFramePoint } from '../frames/frame-owner.js';
import { requireMainDocument, type TargetContext } from './resolve-element.js';

const maxAttempts = 3;
const scrollMargin = 30;

/**
 * Maps a point of a document to input coordinates, and scrolls the frames around it as needed. Input coordinates are those of the screen
 * before pinch zoom enlarges it.
 */
export async function toInputPoint(
  context: TargetContext,
  id: ElementId,
  document: CdpDocument,
  { x, y, viewport }: Point & { viewport: ViewportInfo },
  mustBeOnTop: boolean,
): Promise<Point> {
  const { tab, limits } = context;
  const main = requireMainDocument(tab);
  let point: Point = { x, y };
  let child = document;
  while (child !== main) {
    const parentId = tab.frames.parentOf(child.frameId);
    const parent = parentId === undefined ? undefined : tab.frames.document(parentId);
    const number = parent && (await findOwnerNumber(parent, child.frameId));
    if (!parent || number === undefined) throw staleElement(id);
    point = await toParentPoint(context, id, { parent, child, number }, point, mustBeOnTop);
    child = parent;
  }
  const shown = document === main ? viewport : await main.call('readViewport', undefined, limits.observeTimeoutMs);
  const input = { x: point.x - shown.x, y: point.y - shown.y };
  if (input.x < 0 || input.y < 0 || input.x * shown.scale >= shown.width || input.y * shown.scale >= shown.height) {
    throw new HandrailError('not_visible', `${id} cannot be scrolled into view.`, 'Scroll to it, or observe again.');
  }
  return input;
}

/** A frame: its document, the document around it, and the number of the iframe element there. */
interface FrameLink {
  parent: CdpDocument;
  child: CdpDocument;
  number: number;
}

/** Maps a point of a frame to the document around it, once it is visible and uncovered there. */
async function toParentPoint(
  context: TargetContext,
  id: ElementId,
  { parent, child, number }: FrameLink,
  point: Point,
  mustBeOnTop: boolean,
): Promise<Point> {
  const { tab, ids, limits, signal } = context;
  for (let attempt = 0; ; attempt += 1) {
    const mapped = mapPoint(await toParentAffine(context, parent, child), point);
    const location = await parent.call('locateFrame', { number, ...mapped }, limits.observeTimeoutMs, signal);
    if (!location.ok) throw staleElement(id);
    const isLast = attempt === maxAttempts - 1;
    if (!location.visible && !isLast) {
      const { inset, zoom } = location;
      const inside = { x: (inset.x + point.x) * zoom, y: (inset.y + point.y) * zoom };
      await scrollToFramePoint(parent, child.frameId, inside, scrollMargin * (1 + 3 * attempt));
    } else if (!location.scrolled || isLast) {
      if (!mustBeOnTop || location.onTop) return mapped;
      const idOf = (document: { key: string }, coverNumber: number) =>
        ids.idOf({ document: document.key, number: coverNumber, tab: tab.id });
      throw coveredElement({ idOf }, id, parent, location.cover);
    }
  }
}

/** How a frame's coordinates map to those of the document around it. */
async function toParentAffine(
  { tab, limits }: TargetContext,
  parent: CdpDocument,
  child: CdpDocument,
): Promise<Affine> {
  const size = await child.call('readViewport', undefined, limits.observeTimeoutMs);
  // The box of a frame is in the coordinates of its whole target, in which the parent may be nested.
  const root = findRoot(tab, parent);
  const inTarget = await frameAffine(root, parent, child, size);
  if (root === parent) return inTarget;
  return compose(invert(await affineTo(tab, root, parent)), inTarget);
}
