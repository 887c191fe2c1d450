import { EventEmitter } from 'node:events';
import { withTimeout } from '../../../core/deadline.js';
import type { CdpSession, DialogHandle, FrameListener, PageHandle, WorkerListener } from '../handles.js';
import type { Connection } from './connection.js';

/** A page that is reached by our own connection. */
export interface CdpPage extends PageHandle {
  readonly targetId: string;
  readonly session: CdpSession;
  watchFrames(listener: FrameListener): () => Promise<void>;
  /** The target is gone. */
  markClosed(): void;
}

export interface PageTarget {
  targetId: string;
  url: string;
  session: CdpSession;
  opener: CdpPage | undefined;
}

/** The size of a page. */
export interface PageSize {
  width: number;
  height: number;
  deviceScaleFactor: number;
}

interface PageState {
  readonly connection: Connection;
  readonly session: CdpSession;
  readonly events: EventEmitter;
  readonly workers: Set<string>;
  readonly onWorker: WorkerListener;
  readonly attaching: Set<Promise<void>>;
  /** Sessions of frames that were attached before anyone watched. */
  readonly waitingFrames: CdpSession[];
  frameListener: FrameListener | undefined;
  mainFrame: string | undefined;
  url: string;
  isClosed: boolean;
}

const closeMs = 5_000;

/** Tracks the URL, dialogs, frames and workers of a page, and sets its size. Does not let the page run yet. */
export function createCdpPage(
  connection: Connection,
  target: PageTarget,
  size: PageSize | undefined,
  onWorker: WorkerListener,
): CdpPage {
  const { session, targetId, opener } = target;
  const state: PageState = {
    connection,
    session,
    events: new EventEmitter().setMaxListeners(0),
    workers: new Set(),
    onWorker,
    attaching: new Set(),
    waitingFrames: [],
    frameListener: undefined,
    mainFrame: undefined,
    url: target.url,
    isClosed: false,
  };
  trackUrl(state);
  trackDialogs(state, session);
  session.on('Inspector.targetCrashed', () => state.events.emit('crash'));
  Promise.all([
    attachChildren(state, session),
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    ...(size ? [setSize(session, size)] : []),
  ]).catch(() => undefined); // the page is closed already
  return {
    targetId,
    session,
    screenshotScale: size?.deviceScaleFactor,
    url: () => state.url,
    async title() {
      const { targetInfo } = await session.send('Target.getTargetInfo');
      return targetInfo.title;
    },
    workers: () => [...state.workers],
    isClosed: () => state.isClosed,
    opener: async () => opener ?? null,
    async bringToFront() {
      await session.send('Page.bringToFront');
    },
    async close() {
      if (state.isClosed) return;
      const closed = new Promise<void>((resolve) => state.events.once('close', () => resolve()));
      // A page that does not run yet cannot be closed.
      session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined); // it does not respond, or is closed already
      await connection.root.send('Target.closeTarget', { targetId });
      await withTimeout(closeMs, 'Closing the page', closed);
    },
    async setViewportSize({ width, height }) {
      await setSize(session, { width, height, deviceScaleFactor: size?.deviceScaleFactor ?? 1 });
    },
    on: (event: string, listener: (dialog: DialogHandle) => void) => state.events.on(event, listener),
    watchFrames(listener) {
      state.frameListener = listener;
      for (const frame of state.waitingFrames.splice(0)) attachFrame(state, frame);
      return async () => {
        await Promise.all(state.attaching);
      };
    },
    markClosed() {
      if (state.isClosed) return;
      state.isClosed = true;
      state.events.emit('close');
    },
  };
}

async function setSize(session: CdpSession, { width, height, deviceScaleFactor }: PageSize): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', {
    mobile: false,
    width,
    height,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor,
    screenOrientation: { angle: 0, type: 'landscapePrimary' },
  });
}

function trackUrl(state: PageState): void {
  const { session } = state;
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId) return;
    state.mainFrame = frame.id;
    state.url = frame.url + (frame.urlFragment ?? '');
  });
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (state.mainFrame === undefined || frameId === state.mainFrame) state.url = url;
  });
}

function trackDialogs({ events }: PageState, session: CdpSession): void {
  session.on('Page.javascriptDialogOpening', ({ type, message, defaultPrompt = '' }) => {
    const answer = async (accept: boolean, promptText?: string): Promise<void> => {
      await session.send('Page.handleJavaScriptDialog', { accept, promptText });
    };
    const dialog: DialogHandle = {
      type: () => type,
      message: () => message,
      defaultValue: () => defaultPrompt,
      accept: (text) => answer(true, text),
      dismiss: () => answer(false),
    };
    events.emit('dialog', dialog);
  });
}

/** Attaches to frames in other processes and to workers, from the start of each. */
async function attachChildren(state: PageState, session: CdpSession): Promise<void> {
  const workerSessions = new Set<string>();
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const child = state.connection.session(sessionId);
    if (targetInfo.type === 'iframe') {
      trackDialogs(state, child);
      attachChildren(state, child).catch(() => undefined); // the frame is gone already
      attachFrame(state, child);
      return;
    }
    if (targetInfo.type === 'worker') {
      state.workers.add(sessionId);
      workerSessions.add(sessionId);
    }
    startWorker(state, child).catch(() => undefined); // it has ended
  });
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    if (workerSessions.delete(sessionId)) state.workers.delete(sessionId);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
}

/** Lets a worker, and those that it starts, run after the listener has attached to it. */
async function startWorker(state: PageState, session: CdpSession): Promise<void> {
  await Promise.all([
    state.onWorker(session, 'dedicated'),
    attachChildren(state, session),
    session.send('Runtime.runIfWaitingForDebugger'),
  ]);
}

/** How long a new frame may take until its document is observed without it. */
const documentMs = 500;

/** Resolves when the frame has its document. Its process and that of the page around it report in any order. */
function firstDocument(session: CdpSession): Promise<void> {
  const loaded = new Promise<void>((resolve) => {
    session.on('Page.domContentEventFired', () => resolve());
    session.on('Inspector.detached', () => resolve());
  });
  return withTimeout(documentMs, 'The document of a frame', loaded).catch(() => undefined); // it is slow, and observed later
}

function attachFrame(state: PageState, session: CdpSession): void {
  const { frameListener } = state;
  if (!frameListener) {
    state.waitingFrames.push(session);
    return;
  }
  const ready = firstDocument(session);
  const attaching = Promise.all([frameListener(session), ready]).then(
    () => undefined,
    () => undefined, // the frame is gone already
  );
  state.attaching.add(attaching);
  attaching.finally(() => state.attaching.delete(attaching));
}
