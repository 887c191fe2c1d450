import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { childEnvironment } from '../../processes/child-environment.js';
import { onProcessExit } from '../../processes/on-process-exit.js';
import {
  makeTemporaryFolder,
  removeFolder,
  removeFoldersSync,
  sweepTemporaryFolders,
} from '../../processes/temporary-folder.js';
import { openCdpBrowser } from '../cdp/browser.js';
import { chromiumArguments } from '../cdp/chromium-arguments.js';
import { type ChromiumProcess, spawnChromium } from '../cdp/chromium-process.js';
import type { BrowserHandle } from '../handles.js';
import { createLoss } from './browser-loss.js';
import { toLaunchError } from './launch-error.js';
import type { LaunchPlan } from './launch-plan.js';
import { type StartedBrowser, withoutSandbox } from './started-browser.js';

const pingMs = 2_000;
const closeMs = 2_000;

/** Starts Chromium with a temporary profile, which is removed however this process ends. */
export async function startChromium(plan: LaunchPlan): Promise<StartedBrowser> {
  const [folder] = await Promise.all([makeTemporaryFolder(), sweepTemporaryFolders()]);
  const profile = join(folder, 'profile-data');
  await mkdir(profile);
  const loss = createLoss();
  let process: ChromiumProcess;
  let cancelCleanup = () => {};
  try {
    process = spawnChromium(
      plan.executable,
      chromiumArguments(plan, profile, !withoutSandbox),
      childEnvironment(folder),
    );
  } catch (error) {
    removeFoldersSync([folder]);
    throw toLaunchError(error, plan);
  }
  const { connection } = process;
  cancelCleanup = onProcessExit(() => {
    process.kill();
    removeFoldersSync([folder]);
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= process.close(closeMs).finally(async () => {
      await removeFolder(folder);
      cancelCleanup();
    });
    return closing;
  };
  connection.onClose(() => {
    if (closing) return;
    loss.report(new HandrailError('browser_died', 'The browser died.', 'Open a new session.').fault);
    close().catch(() => undefined); // reported already
  });
  let browser: BrowserHandle;
  try {
    browser = await openCdpBrowser(process, plan.headless);
  } catch (error) {
    await close();
    throw toLaunchError(error, plan);
  }
  return {
    browser,
    pid: process.pid,
    onLost: loss.onLost,
    isResponding: () =>
      withTimeout(pingMs, 'The browser', connection.root.send('Browser.getVersion')).then(
        () => true,
        () => false,
      ),
    close,
  };
}
