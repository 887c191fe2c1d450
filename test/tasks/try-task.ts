import { type BrowserSession, openSession, type RunEvent, type RunResult, run, steps } from '../../src/index.js';
import { type ServedSites, serveSites, type Witness } from './serve-sites.js';
import { sites } from './sites/all.js';

export interface Tried {
  result: RunResult;
  witness: Witness;
  /** What was thought and what came of it, for whoever reads a failure. */
  story: string;
}

export interface Trials {
  /** Runs a task on a site of its own, in a session that no other task uses meanwhile. */
  attempt(site: string, task: string, isAttended: boolean): Promise<Tried>;
  close(): Promise<void>;
}

const atOnce = 3;
const longestMs = 45_000;

/** The sites, and a few sessions at a time that work on them through the public door. */
export async function openTrials(): Promise<Trials> {
  const served: ServedSites = await serveSites(sites);
  const takeTurn = turns(atOnce);
  const free: BrowserSession[] = [];

  /** A session that another task has left behind, or a new one. */
  async function sessionAt(url: string): Promise<BrowserSession> {
    const used = free.pop();
    if (!used) return openSession({ url });
    const { ok } = await used.perform({ type: 'navigate', url });
    if (ok) return used;
    await used.close();
    return openSession({ url });
  }

  /** Kept for the next task, unless a dialog or another tab is open. */
  async function leave(session: BrowserSession): Promise<void> {
    const { modal, tabs = [] } = await session.observe();
    if (modal || tabs.length > 1) await session.close();
    else free.push(session);
  }

  let visitors = 0;
  return {
    attempt: (site, task, isAttended) =>
      takeTurn(async () => {
        visitors += 1;
        const visitor = `visitor-${visitors}`;
        const [name = '', ...path] = site.split('/');
        const session = await sessionAt(`${served.url(name, visitor)}/${path.join('/')}`);
        const lines: string[] = [];
        const result = await run({
          task,
          session,
          model: steps(),
          journal: false,
          ...(isAttended ? { approve: 'all' as const } : {}),
          limits: { ms: longestMs, steps: 40 },
          on: (event) => lines.push(...toLines(event)),
        });
        await leave(session);
        const ending = `${result.status}: ${result.reason ?? result.answer ?? ''}`;
        return { result, witness: served.witness(visitor), story: [task, ...lines, ending].join('\n') };
      }),
    async close() {
      await Promise.all(free.map((session) => session.close()));
      served.close();
    },
  };
}

function toLines(event: RunEvent): string[] {
  if (event.type === 'replied') return event.thought ? [`  ${event.thought}`] : [];
  if (event.type === 'call_ended') return [`    → ${event.result.error ?? event.result.metadata.seen ?? 'done'}`];
  return [];
}

/** Lets so many work at once; the others wait for theirs. */
function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
