import { randomUUID } from 'node:crypto';
import { isRecord } from '../../../core/is-record.js';
import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';
import type { CdpSession } from '../handles.js';
import { socketHook } from './socket-hook.js';
import { toMessage } from './to-outgoing-request.js';

/** Lets a judge decide on the messages of the WebSockets that a page or a worker opens. */
export async function judgeSockets(
  session: CdpSession,
  kind: 'page' | 'worker',
  judge: (message: OutgoingRequest) => Promise<boolean>,
  documentUrl: () => string,
): Promise<void> {
  const name = `handrail_${randomUUID().replaceAll('-', '')}`;
  session.on('Runtime.bindingCalled', ({ name: called, payload, executionContextId }) => {
    if (called !== name) return;
    const question = parseQuestion(payload);
    if (!question) return;
    const { yes, no, text, url } = question;
    judge(toMessage(url, text, documentUrl()))
      .then((isAllowed) =>
        session.send('Runtime.evaluate', {
          expression: `dispatchEvent(new Event(${JSON.stringify(isAllowed ? yes : no)}))`,
          contextId: executionContextId,
        }),
      )
      .catch(() => undefined); // the page is gone, and its socket with it
  });
  const source = socketHook(name);
  const adding = session.send('Runtime.addBinding', { name });
  const installing =
    kind === 'page'
      ? session.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true })
      : installInWorker(session, source);
  await Promise.all([adding, installing]);
}

async function installInWorker(session: CdpSession, expression: string): Promise<void> {
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression });
  if (exceptionDetails) throw new Error(`The sockets of a worker cannot be judged: ${exceptionDetails.text}`);
}

interface Question {
  yes: string;
  no: string;
  text?: string;
  url: string;
}

/** The page can call the binding only before the hook has removed it. */
function parseQuestion(payload: string): Question | undefined {
  const parsed: unknown = JSON.parse(payload);
  if (!isRecord(parsed)) return undefined;
  const { yes, no, text, url } = parsed;
  if (typeof yes !== 'string' || typeof no !== 'string' || typeof url !== 'string') return undefined;
  return { yes, no, url, ...(typeof text === 'string' ? { text } : {}) };
}
