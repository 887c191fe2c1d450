import { prepareContext } from '../cdp/spare-context.js';
import { findBrowser } from './find-browser.js';
import type { LaunchPlan } from './launch-plan.js';
import { type SpawnedBrowser, spawnBrowser } from './spawn-browser.js';

/** A browser that was started before anyone asked for it. */
interface Prestarted {
  executable: string;
  spawning: Promise<SpawnedBrowser>;
}

let prestarted: Prestarted | undefined;

/** Starts a browser with default settings, with an empty page in it, while this process still loads its own code. */
export function prestartBrowser(): void {
  const executable = findDefault();
  if (executable === undefined) return;
  const spawning = spawnBrowser({ executable, headless: true, args: [] }).then((spawned) => {
    prepareContext(spawned.process.connection);
    return spawned;
  });
  spawning.catch(() => undefined); // `takePrestarted` reports it
  prestarted = { executable, spawning };
}

/** The browser that fits a plan, if one was started. */
export function takePrestarted(plan: LaunchPlan): Promise<SpawnedBrowser> | undefined {
  if (prestarted?.executable !== plan.executable || !plan.headless || plan.args.length > 0) return undefined;
  const { spawning } = prestarted;
  prestarted = undefined;
  return spawning;
}

/** Ends a browser that nobody asked for. */
export async function discardPrestarted(): Promise<void> {
  const unused = prestarted;
  prestarted = undefined;
  const spawned = await unused?.spawning.catch(() => undefined); // it did not start
  await spawned?.close();
}

/** Undefined if there is none: whoever opens a session is told why. */
function findDefault(): string | undefined {
  try {
    return findBrowser()?.path;
  } catch {
    return undefined;
  }
}
