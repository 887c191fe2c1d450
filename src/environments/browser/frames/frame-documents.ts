import type { Tab } from '../tabs/tab.js';
import type { CdpDocument } from './document-link.js';
import { ownerNumber } from './frame-owner.js';

/** The document of a tab that has this key, in whatever frame it is. */
export function documentOf(tab: Tab, key: string): CdpDocument | undefined {
  const visit = (frameId: string): CdpDocument | undefined => {
    const document = tab.frames.document(frameId);
    if (document?.key === key) return document;
    for (const child of tab.frames.childrenOf(frameId)) {
      const found = visit(child);
      if (found) return found;
    }
    return undefined;
  };
  const main = tab.frames.main();
  return main && visit(main.frameId);
}

/** The outermost document of the process that a document lives in. */
export function rootOf(tab: Tab, document: CdpDocument): CdpDocument {
  return tab.frames.rootOf(document.frameId) ?? document;
}

/** Finds the documents of the iframes in a document, by the number of the iframe element; what was found so far is in `found`. */
export async function findFrames(tab: Tab, document: CdpDocument, found: Map<number, CdpDocument>): Promise<void> {
  await tab.frames.adoptRemote();
  await Promise.all(
    tab.frames.childrenOf(document.frameId).map(async (frameId) => {
      const child = tab.frames.document(frameId);
      const number = child && (await ownerNumber(document, frameId));
      if (child && number !== undefined) found.set(number, child);
    }),
  );
}
