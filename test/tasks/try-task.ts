import { openSession, type RunResult, run, steps } from '../../src/index.js';
import { type ServedSites, serveSites, type Witness } from './serve-sites.js';
import { sites } from './sites/all.js';

export interface Tried {
  result: RunResult;
  witness: Witness;
}

export interface Trials {
  /** Runs a task on a site of its own, in a session of its own. */
  attempt(site: string, task: string, isAttended: boolean): Promise<Tried>;
  close(): void;
}

const atOnce = 3;

/** The sites, and a few sessions at a time that work on them through the public door. */
export async function openTrials(): Promise<Trials> {
  const served: ServedSites = await serveSites(sites);
  const takeTurn = turns(atOnce);
  let visitors = 0;
  return {
    attempt: (site, task, isAttended) =>
      takeTurn(async () => {
        visitors += 1;
        const visitor = `visitor-${visitors}`;
        const [name = '', ...path] = site.split('/');
        await using session = await openSession({ url: `${served.url(name, visitor)}/${path.join('/')}` });
        const approve = isAttended ? { approve: async () => true } : {};
        const result = await run({ task, session, model: steps(), journal: false, ...approve });
        return { result, witness: served.witness(visitor) };
      }),
    close: () => served.close(),
  };
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
