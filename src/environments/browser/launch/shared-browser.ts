import type { LaunchPlan } from './launch-plan.js';
import type { BrowserLease } from './lease.js';
import { type StartedBrowser, startBrowser } from './start-browser.js';

interface Shared {
  starting: Promise<StartedBrowser>;
  leases: number;
}

const shared = new Map<string, Shared>();

/** A lease on the one browser that all sessions with the same plan use. It ends with the last lease. */
export async function leaseShared(plan: LaunchPlan): Promise<BrowserLease> {
  const key = JSON.stringify([plan.engine, plan.executable, plan.headless, plan.args]);
  const running = shared.get(key);
  if (running) {
    running.leases++;
    const started = await running.starting;
    if (await started.answers()) return lease(plan, key, running, started);
    forget(key, running);
    await giveBack(key, running, started);
  }
  const entry: Shared = shared.get(key) ?? { starting: startBrowser(plan), leases: 0 };
  entry.leases++;
  if (shared.get(key) !== entry) {
    shared.set(key, entry);
    entry.starting.then(
      (started) => started.onLost(() => forget(key, entry)),
      () => forget(key, entry),
    );
  }
  return lease(plan, key, entry, await entry.starting);
}

function lease(plan: LaunchPlan, key: string, entry: Shared, started: StartedBrowser): BrowserLease {
  let released: Promise<void> | undefined;
  return {
    engine: plan.engine,
    browser: started.browser,
    owned: true,
    pid: started.pid,
    onLost: started.onLost,
    release() {
      released ??= giveBack(key, entry, started);
      return released;
    },
  };
}

async function giveBack(key: string, entry: Shared, started: StartedBrowser): Promise<void> {
  entry.leases--;
  if (entry.leases > 0) return;
  forget(key, entry);
  await started.close();
}

function forget(key: string, entry: Shared): void {
  if (shared.get(key) === entry) shared.delete(key);
}
