import { withTimeout } from '../../../core/deadline.js';
import type { BrowserEgress } from '../../../core/risk/browser-egress.js';
import { pageSource } from '../../../perception/page.generated.js';
import type { CdpSession, ContextHandle, PageHandle } from '../handles.js';
import { type CdpDocument, createCdpDocument } from './cdp-document.js';

export const worldName = 'handrail';
const attachMs = 5_000;

export interface FrameTable {
  /** The main document. Undefined while the page has none. */
  main(): CdpDocument | undefined;
  document(frameId: string): CdpDocument | undefined;
  /** All documents: the main one, then those of the frames, depth first. */
  documents(): CdpDocument[];
  /** The frames directly inside a frame. */
  childrenOf(frameId: string): string[];
  parentOf(frameId: string): string | undefined;
  /** The outermost document of the process that holds the frame. */
  rootOf(frameId: string): CdpDocument | undefined;
  /** Attaches to iframes of other sites that were added since the last call. */
  attachRemoteFrames(): Promise<void>;
  /** Whether the frame belongs to this page. */
  has(frameId: string): boolean;
}

/** Tracks the documents of a page in all frames and processes, and installs the collector in each. */
export async function createFrameTable(
  page: PageHandle,
  context: ContextHandle,
  session: CdpSession,
  onSession: (session: CdpSession) => Promise<void>,
  egress?: BrowserEgress,
): Promise<FrameTable> {
  const documents = new Map<string, CdpDocument>();
  const mainWorlds = new Map<string, number>();
  const parents = new Map<string, string>();
  /** Documents that must not be observed. */
  const refused = new WeakSet<CdpDocument>();
  const isRefused = (url: string) => egress?.refusalOf(url, 'frame') !== undefined;
  /** The outermost frames of all CDP targets: the page, and iframes from other sites. */
  const rootFrames = new Set<string>();

  /** Tracks the documents of a target. Returns the id of its outermost frame. */
  async function attach(source: CdpSession): Promise<string> {
    source.on('Runtime.executionContextCreated', ({ context: created }) => {
      const frameId = String(created.auxData?.frameId);
      if (String(created.auxData?.isDefault) === 'true') mainWorlds.set(frameId, created.id);
      if (created.name !== worldName) return;
      const document = createCdpDocument(source, frameId, created.id, created.uniqueId, () => mainWorlds.get(frameId));
      documents.set(frameId, document);
      if (/^[a-z]+:\/\/./.test(created.origin) && isRefused(created.origin)) refused.add(document);
    });
    source.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
      for (const [frameId, document] of documents)
        if (document.key === executionContextUniqueId) documents.delete(frameId);
    });
    source.on('Runtime.executionContextsCleared', () => {
      for (const [frameId, document] of documents) if (document.session === source) documents.delete(frameId);
    });
    source.on('Page.frameNavigated', ({ frame }) => {
      const document = documents.get(frame.id);
      if (document && frame.parentId && isRefused(frame.url)) refused.add(document);
    });
    source.on('Page.frameAttached', ({ frameId, parentFrameId }) => parents.set(frameId, parentFrameId));
    source.on('Page.frameDetached', ({ frameId, reason }) => {
      // The process that a frame moved to may have reported the new document before.
      const known = documents.get(frameId);
      if (reason === 'swap' && known && known.session !== source) return;
      documents.delete(frameId);
      mainWorlds.delete(frameId);
      if (reason !== 'swap') parents.delete(frameId);
    });
    await withTimeout(
      attachMs,
      'Attaching to the page',
      Promise.all([
        source.send('Page.enable'),
        source.send('Page.addScriptToEvaluateOnNewDocument', { source: pageSource, worldName, runImmediately: true }),
        source.send('Runtime.enable'),
        source.send('DOM.enable'),
        onSession(source),
        // Lets a new page or frame run, after everything above.
        source.send('Runtime.runIfWaitingForDebugger'),
      ]),
    );
    const { frameTree } = await withTimeout(attachMs, 'Reading the frames', source.send('Page.getFrameTree'));
    addTree(frameTree);
    rootFrames.add(frameTree.frame.id);
    return frameTree.frame.id;
  }

  function addTree(tree: { frame: { id: string; parentId?: string }; childFrames?: unknown[] }): void {
    if (tree.frame.parentId) parents.set(tree.frame.id, tree.frame.parentId);
    for (const child of tree.childFrames ?? []) addTree(child as typeof tree);
  }

  const mainFrame = await attach(session);

  const waitForFrames = context.watchFrames(page, async (remote) => {
    const rootFrame = await attach(remote);
    remote.on('Inspector.detached', () => rootFrames.delete(rootFrame));
  });

  function rootOf(frameId: string): CdpDocument | undefined {
    for (let at: string | undefined = frameId; at; at = parents.get(at))
      if (rootFrames.has(at)) return documents.get(at);
    return documents.get(mainFrame);
  }

  function find(frameId: string): CdpDocument | undefined {
    const document = documents.get(frameId);
    return document && refused.has(document) ? undefined : document;
  }

  function listDocuments(): CdpDocument[] {
    const children = new Map<string, string[]>();
    for (const [child, parent] of parents) children.set(parent, [...(children.get(parent) ?? []), child]);
    const list = (frameId: string): CdpDocument[] => {
      const document = find(frameId);
      const nested = (children.get(frameId) ?? []).flatMap(list);
      return document ? [document, ...nested] : nested;
    };
    return list(mainFrame);
  }

  return {
    main: () => documents.get(mainFrame),
    document: find,
    documents: listDocuments,
    childrenOf: (frameId) => [...parents].filter(([, parent]) => parent === frameId).map(([child]) => child),
    parentOf: (frameId) => parents.get(frameId),
    has: (frameId) => frameId === mainFrame || parents.has(frameId),
    rootOf,
    attachRemoteFrames: waitForFrames,
  };
}
