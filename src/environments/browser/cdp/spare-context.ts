import type { CdpSession } from '../handles.js';
import type { Connection } from './connection.js';

/** A page that the browser announced. */
export interface AnnouncedPage {
  target: { targetId: string; url: string; openerId?: string };
  session: CdpSession;
}

/** A context with an empty page that does not run yet. */
export interface SpareContext {
  browserContextId: string;
  page: AnnouncedPage | undefined;
}

const spares = new WeakMap<Connection, Promise<SpareContext>>();
const creating = new WeakSet<Connection>();

/** Creates a context with a page for the first `newContext`. The browser receives the commands before it has started. */
export function prepareContext(connection: Connection): void {
  creating.add(connection);
  const spare = create(connection).finally(() => creating.delete(connection));
  spare.catch(() => undefined); // the browser did not start, which its owner reports
  spares.set(connection, spare);
}

/** Whether a page of an unknown context may be that of the prepared one. */
export function isCreatingSpare(connection: Connection): boolean {
  return creating.has(connection);
}

/** The prepared context, once. */
export function takeSpareContext(connection: Connection): Promise<SpareContext> | undefined {
  const spare = spares.get(connection);
  spares.delete(connection);
  return spare;
}

async function create({ root, session }: Connection): Promise<SpareContext> {
  const pages = new Map<string, AnnouncedPage>();
  const onAttached = ({ sessionId, targetInfo }: { sessionId: string; targetInfo: AnnouncedPage['target'] }) => {
    pages.set(targetInfo.targetId, { target: targetInfo, session: session(sessionId) });
  };
  root.on('Target.attachedToTarget', onAttached);
  try {
    root
      .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
      .catch(() => undefined); // the next command fails, too
    const { browserContextId } = await root.send('Target.createBrowserContext', { disposeOnDetach: true });
    const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId });
    return { browserContextId, page: pages.get(targetId) };
  } finally {
    root.off('Target.attachedToTarget', onAttached);
  }
}
