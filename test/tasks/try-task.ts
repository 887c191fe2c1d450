import { afterAll, beforeAll } from 'vitest';
import { steps } from '../../src/exports/models.js';
import { type BrowserSession, openSession, type RunEvent, type RunResult, run } from '../../src/index.js';
import { type ServedSites, serveSites, type Witness } from './serve-sites.js';
import { sites } from './sites/all.js';

export interface Attempt {
  result: RunResult;
  witness: Witness;
  /** The thoughts and results of the run, for the failure message. */
  transcript: string;
}

export interface Trials {
  /** Runs a task on a site of its own, in a session that no other task uses at the same time. */
  attempt(site: string, task: string, isAttended: boolean): Promise<Attempt>;
  close(): Promise<void>;
}

const maxConcurrentTasks = 3;
const taskTimeoutMs = 45_000;

/** Opens the trials for all tests of the file, and prints how many of `total` tests called `passed`. */
export function useTrials(title: string, total: number) {
  let trials: Trials;
  let passedCount = 0;
  beforeAll(async () => {
    trials = await openTrials();
  });
  afterAll(async () => {
    await trials.close();
    console.log(`${title}: ${passedCount} of ${total} tasks`);
  });
  return {
    attempt: (...given: Parameters<Trials['attempt']>) => trials.attempt(...given),
    passed() {
      passedCount += 1;
    },
  };
}

/** Serves the sites and runs tasks on them through the public API, a few at a time. */
export async function openTrials(): Promise<Trials> {
  const served: ServedSites = await serveSites(sites);
  const runLimited = limitConcurrency(maxConcurrentTasks);
  const free: BrowserSession[] = [];

  /** A session that another task has released, or a new one. The user approves everything in an attended one. */
  async function sessionAt(url: string, isAttended: boolean): Promise<BrowserSession> {
    const policy = isAttended ? 'open' : undefined;
    const used = isAttended ? free.pop() : undefined;
    if (!used) return openSession({ url, policy });
    const { ok } = await used.perform({ type: 'navigate', url });
    if (ok) return used;
    await used.close();
    return openSession({ url, policy });
  }

  /** Releases a session for the next task, unless a dialog or another tab is open. */
  async function release(session: BrowserSession): Promise<void> {
    const { modal, tabs = [] } = await session.observe();
    if (modal || tabs.length > 1) await session.close();
    else free.push(session);
  }

  let visitorCount = 0;
  return {
    attempt: (site, task, isAttended) =>
      runLimited(async () => {
        visitorCount += 1;
        const visitor = `visitor-${visitorCount}`;
        const [name = '', ...path] = site.split('/');
        const session = await sessionAt(`${served.url(name, visitor)}/${path.join('/')}`, isAttended);
        const lines: string[] = [];
        const result = await run({
          task,
          session,
          model: steps(),
          journal: false,
          approve: isAttended ? 'all' : undefined,
          limits: { timeoutMs: taskTimeoutMs, maxSteps: 40 },
          on: (event) => lines.push(...toLines(event)),
        });
        if (isAttended) await release(session);
        else await session.close();
        const ending = `${result.status}: ${result.reason ?? result.answer ?? ''}`;
        return { result, witness: served.witness(visitor), transcript: [task, ...lines, ending].join('\n') };
      }),
    async close() {
      await Promise.all(free.map((session) => session.close()));
      served.close();
    },
  };
}

function toLines(event: RunEvent): string[] {
  if (event.type === 'model_replied') return event.thought ? [`  ${event.thought}`] : [];
  if (event.type === 'call_ended')
    return [`    → ${event.result.error ?? event.result.metadata.outcomeText ?? 'done'}`];
  return [];
}

/** Runs at most `max` tasks at once; the others wait. */
function limitConcurrency(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy === max) await new Promise<void>((resolve) => waiting.push(resolve));
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
