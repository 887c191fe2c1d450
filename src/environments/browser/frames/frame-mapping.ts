import { type Affine, compose, identity, type Rect } from '../../../core/geometry.js';
import type { ViewportInfo } from '../../../perception/page/protocol.js';
import type { Tab } from '../tabs/tab.js';
import type { CdpDocument } from './cdp-document.js';
import { findRoot } from './frame-documents.js';
import { frameAffine } from './frame-owner.js';

/** How a document maps to the screen. */
export interface Mapping {
  own: Affine;
  /** How the outermost document of its process maps. */
  target: Affine;
  /** The region of the screen that shows it. Undefined if elements outside of it count too. */
  window?: Rect;
}

/** How page coordinates map to the screen under pinch zoom. */
export function pinchAffine({ x, y, scale }: ViewportInfo): Affine {
  if (scale === 1 && x === 0 && y === 0) return identity;
  return [scale, 0, 0, scale, -x * scale, -y * scale];
}

/** How the coordinates of a nested document map to those of `main`. */
export async function affineTo(
  tab: Tab,
  main: CdpDocument,
  document: CdpDocument,
  size?: { width: number; height: number },
): Promise<Affine> {
  if (document === main) return identity;
  const parentId = tab.frames.parentOf(document.frameId);
  const parent = parentId === undefined ? undefined : tab.frames.document(parentId);
  if (!parent) return identity;
  const own = size ?? (await document.call('readViewport', undefined, 2_000));
  // The box of a frame is in the coordinates of the whole target, so frames of one process need no chain between them.
  const root = findRoot(tab, parent);
  const inner = await frameAffine(root, parent, document, own);
  return root === main ? inner : compose(await affineTo(tab, main, root), inner);
}
