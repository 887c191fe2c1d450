import type { CDPSession, Page } from 'playwright-core';

/** One press, as the page's own script recorded it (test/fixtures/logger.js). */
export interface Press {
  /** The elements on the path of the event, the innermost first, as positions in the tree. */
  path: string[];
  target: string;
  /** The control of the label that received the press. */
  labels: string;
  x: number;
  y: number;
  /** The center of the innermost element. `whole` is true if the element is one box and fully visible. */
  middle: { x: number; y: number };
  whole: boolean;
}

interface Frame {
  session: CDPSession;
  key: string;
  collector: number;
  page?: number;
}

/** Reads the event logs of all frames of a page, in all its processes. */
export interface PressWitness {
  /** The presses since the last call, with the key of their document. */
  take(): Promise<{ document: string; press: Press }[]>;
  /** The positions of numbered elements in the tree of a document, as the log writes them. */
  placesOf(document: string, numbers: readonly number[]): Promise<string[]>;
  close(): Promise<void>;
}

/** The position of a node in its tree, as the log writes it. Runs in the page, in the script world of the observer. */
const placeSource = `(node) => {
  const steps = [];
  for (let at = node; at; ) {
    const parent = at.parentNode;
    if (parent) {
      steps.unshift(Array.prototype.indexOf.call(parent.childNodes, at));
      at = parent;
    } else if (at instanceof ShadowRoot) {
      steps.unshift('^');
      at = at.host;
    } else break;
  }
  return steps.join('.');
}`;

export async function watchPresses(page: Page): Promise<PressWitness> {
  const context = page.context();
  const frames: Frame[] = [];
  const sessions = [await context.newCDPSession(page)];
  for (const frame of page.frames()) {
    if (frame === page.mainFrame()) continue;
    const own = await context.newCDPSession(frame).catch(() => undefined); // most frames share the process of their parent
    if (own) sessions.push(own);
  }
  for (const session of sessions) {
    const pages = new Map<string, number>();
    const found: (Frame & { frameId: string })[] = [];
    session.on('Runtime.executionContextCreated', ({ context: made }) => {
      const frameId = String(made.auxData?.frameId);
      if (made.auxData?.isDefault) pages.set(frameId, made.id);
      if (made.name === 'handrail') found.push({ session, key: made.uniqueId, collector: made.id, frameId });
    });
    await session.send('Runtime.enable');
    for (const { frameId, ...frame } of found) frames.push({ ...frame, page: pages.get(frameId) });
  }
  const evaluate = async <T>(session: CDPSession, contextId: number, expression: string): Promise<T> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId,
      expression,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  };
  return {
    async take() {
      const logs = await Promise.all(
        frames.map(async ({ session, key, page: world }) => {
          if (world === undefined) return [];
          const presses = await evaluate<Press[]>(session, world, 'window.pressLog?.splice(0) ?? []');
          return presses.map((press) => ({ document: key, press }));
        }),
      );
      return logs.flat();
    },
    async placesOf(document, numbers) {
      const frame = frames.find((one) => one.key === document);
      if (!frame) throw new Error(`There is no frame with the document ${document}.`);
      const expression = `${JSON.stringify(numbers)}.map((number) => __handrail__.elementOf(number)).map(${placeSource})`;
      return evaluate<string[]>(frame.session, frame.collector, expression);
    },
    async close() {
      await Promise.all(sessions.map((session) => session.detach()));
    },
  };
}
