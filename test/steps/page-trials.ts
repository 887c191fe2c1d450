import { afterAll, beforeAll } from 'vitest';
import { steps } from '../../src/exports/models.js';
import { type BrowserSession, openSession, type RunEvent, run } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

export interface PageTrial {
  status: string;
  answer?: string;
  reason?: string;
  /** What the page logged: `window.events`, in order. */
  events: string[];
  transcript: string;
}

const taskTimeoutMs = 30_000;

/** Serves pages at `/0`, `/1`, … and runs tasks on them with `steps`, in one session. Each page defines `window.events`. */
export function usePageTrials(pages: readonly string[]) {
  let served: Served;
  let session: BrowserSession;
  beforeAll(async () => {
    served = await servePages(Object.fromEntries(pages.map((html, index) => [`/${index}`, html])));
    session = await openSession({ policy: 'open', url: served.url });
  });
  afterAll(async () => {
    await session?.close();
    served?.close();
  });
  return async (index: number, task: string): Promise<PageTrial> => {
    await session.perform({ type: 'navigate', url: `${served.url}/${index}` });
    const lines: string[] = [task];
    const result = await run({
      task,
      session,
      model: steps(),
      journal: false,
      approve: 'all',
      limits: { timeoutMs: taskTimeoutMs, maxSteps: 30 },
      on: (event) => lines.push(...toLines(event)),
    });
    const { value } = await session.perform({ type: 'evaluate', script: 'window.events' });
    const reason = [result.reason, result.error?.message, result.error?.hint].filter(Boolean).join(' ');
    lines.push(`${result.status}: ${result.answer ?? reason}`, `logged: ${JSON.stringify(value)}`);
    const events = Array.isArray(value) ? value.map(String) : [];
    return { status: result.status, answer: result.answer, reason, events, transcript: lines.join('\n') };
  };
}

function toLines(event: RunEvent): string[] {
  if (event.type === 'model_replied') return event.thought ? [`  ${event.thought}`] : [];
  if (event.type === 'call_ended')
    return [`    → ${event.result.error ?? event.result.metadata.outcomeText ?? 'done'}`];
  return [];
}
