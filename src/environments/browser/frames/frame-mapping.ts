import { type Affine, compose, identity, type Rect } from '../../../core/geometry.js';
import type { Looked } from '../../../perception/page-protocol.js';
import type { Tab } from '../tabs/tab.js';
import type { CdpDocument } from './document-link.js';
import { rootOf } from './frame-documents.js';
import { frameAffine } from './frame-owner.js';

/** How a document maps to the screen, and how the outermost document of its process does. */
export interface Mapping {
  own: Affine;
  target: Affine;
  /** The part of the screen that shows it, where only that counts. */
  window?: Rect;
}

/** A page zoomed by pinching shows only a part of its viewport, larger. */
export function visualAffine({ visual }: Pick<Looked, 'visual'>): Affine {
  if (visual.scale === 1 && visual.x === 0 && visual.y === 0) return identity;
  return [visual.scale, 0, 0, visual.scale, -visual.x * visual.scale, -visual.y * visual.scale];
}

/** How the coordinates of a nested document map to those of the page's own. */
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
  const own = size ?? (await document.ask('visual', undefined, 2_000));
  // The box of a frame is given in the coordinates of the whole target, so frames of one process need no chain between them.
  const top = rootOf(tab, parent);
  const inner = await frameAffine(top, parent, document, own);
  return top === main ? inner : compose(await affineTo(tab, main, top), inner);
}
