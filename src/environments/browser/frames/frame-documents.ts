import type { Tab } from '../tabs/tab.js';
import type { CdpDocument } from './cdp-document.js';
import { findOwnerNumber } from './frame-owner.js';

export function findDocument(tab: Tab, key: string): CdpDocument | undefined {
  return tab.frames.documents().find((document) => document.key === key);
}

/** The outermost document of the process that a document lives in. */
export function findRoot(tab: Tab, document: CdpDocument): CdpDocument {
  return tab.frames.rootOf(document.frameId) ?? document;
}

/** Adds the documents of the iframes in a document to `found`, by the number of the iframe element. */
export async function findFrames(tab: Tab, document: CdpDocument, found: Map<number, CdpDocument>): Promise<void> {
  await tab.frames.attachRemoteFrames();
  await Promise.all(
    tab.frames.childrenOf(document.frameId).map(async (frameId) => {
      const child = tab.frames.document(frameId);
      const number = child && (await findOwnerNumber(document, frameId));
      if (child && number !== undefined) found.set(number, child);
    }),
  );
}
