import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { within } from '../../../core/deadline.js';
import { pageSource } from '../../../perception/page.generated.js';
import { type CdpDocument, cdpDocument } from './document-link.js';

export const worldName = 'handrail';
const attachMs = 5_000;

/** A target with its own process: the page, or an iframe from another site. */
interface Target {
  session: CDPSession;
  rootFrame: string;
  parentFrame?: string;
}

export interface FrameTable {
  /** The page's own document, once it has one. */
  main(): CdpDocument | undefined;
  document(frameId: string): CdpDocument | undefined;
  /** The frames directly inside a frame. */
  childrenOf(frameId: string): string[];
  parentOf(frameId: string): string | undefined;
  /** The outermost document of the process that holds the frame. */
  rootOf(frameId: string): CdpDocument | undefined;
  /** Attaches to iframes of other sites that came since the last call. */
  adoptRemote(): Promise<void>;
  /** Whether the frame is one of this page's. */
  has(frameId: string): boolean;
  readonly sessions: readonly CDPSession[];
}

/** Keeps the documents of a page, in all its frames and processes, with the collector in each. */
export async function createFrameTable(
  page: Page,
  context: BrowserContext,
  session: CDPSession,
  onSession: (session: CDPSession) => Promise<void>,
): Promise<FrameTable> {
  const documents = new Map<string, CdpDocument>();
  const mainWorlds = new Map<string, number>();
  const parents = new Map<string, string>();
  const targets = new Map<string, Target>();
  const tried = new WeakMap<Frame, string>();

  async function attach(of: CDPSession): Promise<Target> {
    of.on('Runtime.executionContextCreated', ({ context: created }) => {
      const frameId = String(created.auxData?.frameId);
      if (String(created.auxData?.isDefault) === 'true') mainWorlds.set(frameId, created.id);
      if (created.name !== worldName) return;
      documents.set(
        frameId,
        cdpDocument(of, frameId, created.id, created.uniqueId, () => mainWorlds.get(frameId)),
      );
    });
    of.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
      for (const [frameId, document] of documents)
        if (document.key === executionContextUniqueId) documents.delete(frameId);
    });
    of.on('Runtime.executionContextsCleared', () => {
      for (const [frameId, document] of documents) if (document.session === of) documents.delete(frameId);
    });
    of.on('Page.frameAttached', ({ frameId, parentFrameId }) => parents.set(frameId, parentFrameId));
    of.on('Page.frameDetached', ({ frameId, reason }) => {
      documents.delete(frameId);
      mainWorlds.delete(frameId);
      if (reason !== 'swap') parents.delete(frameId);
    });
    await within(
      attachMs,
      'Attaching to the page',
      Promise.all([
        of.send('Page.enable'),
        of.send('Page.addScriptToEvaluateOnNewDocument', { source: pageSource, worldName, runImmediately: true }),
        of.send('Runtime.enable'),
        of.send('DOM.enable'),
        onSession(of),
      ]),
    );
    const { frameTree } = await within(attachMs, 'Reading the frames', of.send('Page.getFrameTree'));
    noteTree(frameTree);
    const target = { session: of, rootFrame: frameTree.frame.id, parentFrame: frameTree.frame.parentId };
    targets.set(target.rootFrame, target);
    return target;
  }

  function noteTree(tree: { frame: { id: string; parentId?: string }; childFrames?: unknown[] }): void {
    if (tree.frame.parentId) parents.set(tree.frame.id, tree.frame.parentId);
    for (const child of tree.childFrames ?? []) noteTree(child as typeof tree);
  }

  const own = await attach(session);

  async function adoptFrame(frame: Frame): Promise<void> {
    if (tried.get(frame) === frame.url()) return;
    tried.set(frame, frame.url());
    const remote = await context.newCDPSession(frame).catch((error: unknown) => {
      // Most frames share the page's process and have no session of their own.
      if (
        error instanceof Error &&
        /separate CDP session|Frame was detached|has been closed|No target with given id/.test(error.message)
      )
        return undefined;
      throw error;
    });
    if (!remote) return;
    const target = await attach(remote);
    remote.on('Inspector.detached', () => targets.delete(target.rootFrame));
  }

  function rootOf(frameId: string): CdpDocument | undefined {
    for (let at: string | undefined = frameId; at; at = parents.get(at)) if (targets.has(at)) return documents.get(at);
    return documents.get(own.rootFrame);
  }

  return {
    main: () => documents.get(own.rootFrame),
    document: (frameId) => documents.get(frameId),
    childrenOf: (frameId) => [...parents].filter(([, parent]) => parent === frameId).map(([child]) => child),
    parentOf: (frameId) => parents.get(frameId),
    has: (frameId) => frameId === own.rootFrame || parents.has(frameId),
    rootOf,
    async adoptRemote() {
      const frames = page.frames().filter((frame) => frame !== page.mainFrame() && !frame.isDetached());
      await Promise.all(frames.map(adoptFrame));
    },
    get sessions() {
      return [...targets.values()].map((target) => target.session);
    },
  };
}
