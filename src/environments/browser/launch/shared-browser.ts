import type { LaunchPlan } from './launch-plan.js';
import type { BrowserLease } from './lease.js';
import { startBrowser } from './start-browser.js';
import type { StartedBrowser } from './started-browser.js';

interface SharedBrowser {
  starting: Promise<StartedBrowser>;
  leases: number;
}

const shared = new Map<string, SharedBrowser>();

/** Leases the browser that all sessions of one owner with the same plan share. It ends with the last lease. */
export async function leaseShared(plan: LaunchPlan): Promise<BrowserLease> {
  const key = JSON.stringify([plan.engine, plan.executable, plan.headless, plan.args, plan.owner]);
  const running = shared.get(key);
  if (running) {
    running.leases++;
    const started = await running.starting;
    if (await started.isResponding()) return toLease(plan, key, running, started);
    forget(key, running);
    await releaseShared(key, running, started);
  }
  const entry: SharedBrowser = shared.get(key) ?? { starting: startBrowser(plan), leases: 0 };
  entry.leases++;
  if (shared.get(key) !== entry) {
    shared.set(key, entry);
    entry.starting.then(
      (started) => started.onLost(() => forget(key, entry)),
      () => forget(key, entry),
    );
  }
  return toLease(plan, key, entry, await entry.starting);
}

function toLease(plan: LaunchPlan, key: string, entry: SharedBrowser, started: StartedBrowser): BrowserLease {
  let released: Promise<void> | undefined;
  return {
    engine: plan.engine,
    browser: started.browser,
    playwright: started.playwright,
    owned: true,
    pid: started.pid,
    onLost: started.onLost,
    release() {
      released ??= releaseShared(key, entry, started);
      return released;
    },
  };
}

async function releaseShared(key: string, entry: SharedBrowser, started: StartedBrowser): Promise<void> {
  entry.leases--;
  if (entry.leases > 0) return;
  forget(key, entry);
  await started.close();
}

function forget(key: string, entry: SharedBrowser): void {
  if (shared.get(key) === entry) shared.delete(key);
}
