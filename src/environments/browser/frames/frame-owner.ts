import type { Affine, Point } from '../../../core/geometry.js';
import { type CdpDocument, DocumentGone } from './document-link.js';

const owners = new WeakMap<object, Map<string, { backendNodeId: number; number: number }>>();

/** The iframe element around a frame, as its parent document numbers it. */
async function ownerOf(
  parent: CdpDocument,
  frameId: string,
): Promise<{ backendNodeId: number; number: number } | undefined> {
  const known = owners.get(parent) ?? new Map();
  owners.set(parent, known);
  const cached = known.get(frameId);
  if (cached) return cached;
  const { session, contextId } = parent;
  const owner = await session.send('DOM.getFrameOwner', { frameId }).catch(() => undefined); // the frame may just have left
  if (!owner) return undefined;
  const { object } = await session.send('DOM.resolveNode', {
    backendNodeId: owner.backendNodeId,
    executionContextId: contextId,
  });
  if (!object.objectId) return undefined;
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration: 'function () { return __handrail__.numberOf(this); }',
    returnByValue: true,
  });
  const found = { backendNodeId: owner.backendNodeId, number: Number(result.value) };
  known.set(frameId, found);
  return found;
}

export async function ownerNumber(parent: CdpDocument, frameId: string): Promise<number | undefined> {
  return (await ownerOf(parent, frameId))?.number;
}

/** Scrolls everything around a frame, frames and zoomed screen too, until a point inside its border box is to be seen with some room around it. */
export async function showFramePoint(
  parent: CdpDocument,
  frameId: string,
  { x, y }: Point,
  room: number,
): Promise<void> {
  const owner = await ownerOf(parent, frameId);
  if (!owner) return;
  const rect = { x: x - room, y: y - room, width: room * 2, height: room * 2 };
  await parent.session.send('DOM.scrollIntoViewIfNeeded', { backendNodeId: owner.backendNodeId, rect });
}

/** How a frame's coordinates map to those of `root`, the outermost document of its parent's target: right under every transform and zoom. */
export async function frameAffine(
  root: CdpDocument,
  parent: CdpDocument,
  child: CdpDocument,
  size: { width: number; height: number },
): Promise<Affine> {
  const owner = await ownerOf(parent, child.frameId);
  if (!owner) return [1, 0, 0, 1, 0, 0];
  const [{ model }, { cssVisualViewport }, zoom] = await Promise.all([
    parent.session.send('DOM.getBoxModel', { backendNodeId: owner.backendNodeId }).catch(withoutBox),
    parent.session.send('Page.getLayoutMetrics'),
    zoomWithin(root, parent),
  ]);
  // The box is in the parent's pixels, counted from what a pinch zoom shows of the root, and not enlarged by the pinch.
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, , , x4 = 0, y4 = 0] = model.content.map((value) => value * zoom);
  const width = size.width || 1;
  const height = size.height || 1;
  const { offsetX, offsetY } = cssVisualViewport;
  return [(x2 - x1) / width, (y2 - y1) / width, (x4 - x1) / height, (y4 - y1) / height, x1 + offsetX, y1 + offsetY];
}

/** A frame that is not displayed, or was just taken away, has no box. */
function withoutBox(error: unknown): never {
  if (error instanceof Error && /box model|No node|find node/i.test(error.message))
    throw new DocumentGone(error.message);
  throw error;
}

/** How many pixels of the root go into one of the document: more than one inside a frame that a style enlarges. */
async function zoomWithin(root: CdpDocument, document: CdpDocument): Promise<number> {
  if (root === document) return 1;
  const [outer, inner] = await Promise.all([root, document].map((one) => one.ask('visual', undefined, 2_000)));
  return outer && inner ? inner.ratio / outer.ratio : 1;
}
