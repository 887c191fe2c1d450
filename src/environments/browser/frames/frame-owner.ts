import { type Affine, identity, type Point } from '../../../core/geometry.js';
import type { CdpDocument } from './cdp-document.js';
import { DocumentGoneError } from './page-document.js';

interface FrameOwner {
  backendNodeId: number;
  number: number;
}

const knownOwners = new WeakMap<CdpDocument, Map<string, FrameOwner>>();

/** The iframe element of a frame, with its number in the parent document. */
async function findOwner(parent: CdpDocument, frameId: string): Promise<FrameOwner | undefined> {
  const known = knownOwners.get(parent) ?? new Map<string, FrameOwner>();
  knownOwners.set(parent, known);
  const cached = known.get(frameId);
  if (cached) return cached;
  const { session, contextId } = parent;
  const owner = await session.send('DOM.getFrameOwner', { frameId }).catch(() => undefined); // the frame may be gone
  if (!owner) return undefined;
  const { backendNodeId } = owner;
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId: contextId });
  if (!object.objectId) return undefined;
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration: 'function () { return __handrail__.numberOf(this); }',
    returnByValue: true,
  });
  const found = { backendNodeId, number: Number(result.value) };
  known.set(frameId, found);
  return found;
}

export async function findOwnerNumber(parent: CdpDocument, frameId: string): Promise<number | undefined> {
  return (await findOwner(parent, frameId))?.number;
}

/** Scrolls until a point inside the border box of a frame is visible with `margin` pixels around it. */
export async function scrollToFramePoint(
  parent: CdpDocument,
  frameId: string,
  { x, y }: Point,
  margin: number,
): Promise<void> {
  const owner = await findOwner(parent, frameId);
  if (!owner) return;
  const rect = { x: x - margin, y: y - margin, width: margin * 2, height: margin * 2 };
  await parent.session.send('DOM.scrollIntoViewIfNeeded', { backendNodeId: owner.backendNodeId, rect });
}

/** How a frame's coordinates map to those of `root`, the outermost document of its parent's target. Correct under transforms and zoom. */
export async function frameAffine(
  root: CdpDocument,
  parent: CdpDocument,
  child: CdpDocument,
  size: { width: number; height: number },
): Promise<Affine> {
  const owner = await findOwner(parent, child.frameId);
  if (!owner) return identity;
  const [{ model }, { cssVisualViewport }, zoom] = await Promise.all([
    parent.session.send('DOM.getBoxModel', { backendNodeId: owner.backendNodeId }).catch(toGoneError),
    parent.session.send('Page.getLayoutMetrics'),
    zoomWithin(root, parent),
  ]);
  // The box is in pixels of the parent, relative to the region that a pinch zoom shows of the root, and not enlarged by it.
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, , , x4 = 0, y4 = 0] = model.content.map((value) => value * zoom);
  const width = size.width || 1;
  const height = size.height || 1;
  const { offsetX, offsetY } = cssVisualViewport;
  return [(x2 - x1) / width, (y2 - y1) / width, (x4 - x1) / height, (y4 - y1) / height, x1 + offsetX, y1 + offsetY];
}

/** A frame that is not displayed or was removed has no box. */
function toGoneError(error: unknown): never {
  if (error instanceof Error && /box model|No node|find node/i.test(error.message))
    throw new DocumentGoneError(error.message);
  throw error;
}

/** Pixels of the root per pixel of the document: more than one inside a frame that a style enlarges. */
async function zoomWithin(root: CdpDocument, document: CdpDocument): Promise<number> {
  if (root === document) return 1;
  const [outer, inner] = await Promise.all([root, document].map((one) => one.call('readViewport', undefined, 2_000)));
  return outer && inner ? inner.ratio / outer.ratio : 1;
}
