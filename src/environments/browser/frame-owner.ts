import type { Affine } from '../../core/geometry.js';
import type { CdpDocument } from './document-link.js';

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

/** How a frame's coordinates map to those of the target its parent lives in: right under every transform and zoom. */
export async function frameAffine(
  parent: CdpDocument,
  child: CdpDocument,
  size: { width: number; height: number },
): Promise<Affine> {
  const owner = await ownerOf(parent, child.frameId);
  if (!owner) return [1, 0, 0, 1, 0, 0];
  // The content of the box: its borders and padding belong to the parent.
  const { model } = await parent.session.send('DOM.getBoxModel', { backendNodeId: owner.backendNodeId });
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, , , x4 = 0, y4 = 0] = model.content;
  const width = size.width || 1;
  const height = size.height || 1;
  return [(x2 - x1) / width, (y2 - y1) / width, (x4 - x1) / height, (y4 - y1) / height, x1, y1];
}
