import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnvironment } from '../../processes/child-environment.js';
import { onProcessExit } from '../../processes/on-process-exit.js';
import { makeTemporaryFolder, removeFolder, removeFoldersSync } from '../../processes/temporary-folder.js';
import { chromiumArguments } from '../cdp/chromium-arguments.js';
import { type ChromiumProcess, spawnChromium } from '../cdp/chromium-process.js';
import type { LaunchPlan } from './launch-plan.js';
import { withoutSandbox } from './started-browser.js';

const closeMs = 2_000;

/** A Chromium process with a temporary profile, which is removed however this process ends. */
export interface SpawnedBrowser {
  readonly process: ChromiumProcess;
  isClosing(): boolean;
  /** Closes the browser, and kills it after 2 s. Removes its temporary files. */
  close(): Promise<void>;
}

/** Starts a Chromium process. Does not wait until it answers. */
export async function spawnBrowser(
  plan: Pick<LaunchPlan, 'executable' | 'headless' | 'args'>,
): Promise<SpawnedBrowser> {
  const folder = await makeTemporaryFolder();
  const profile = join(folder, 'browser');
  let child: ChromiumProcess | undefined;
  const cancelCleanup = onProcessExit(() => {
    child?.kill();
    removeFoldersSync([folder]);
  });
  const removeFiles = async () => {
    await removeFolder(folder);
    cancelCleanup();
  };
  try {
    await mkdir(profile);
    const args = chromiumArguments(plan, profile, !withoutSandbox);
    child = spawnChromium(plan.executable, args, childEnvironment(folder));
  } catch (error) {
    await removeFiles();
    throw error;
  }
  const started = child;
  let closing: Promise<void> | undefined;
  return {
    process: started,
    isClosing: () => closing !== undefined,
    close() {
      closing ??= started.close(closeMs).finally(removeFiles);
      return closing;
    },
  };
}
