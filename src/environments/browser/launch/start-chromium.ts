import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { preloadTokenizer } from '../../../perception/count-tokens.js';
import { sweepTemporaryFolders } from '../../processes/temporary-folder.js';
import { openCdpBrowser } from '../cdp/browser.js';
import { createLoss } from './browser-loss.js';
import { toLaunchError } from './launch-error.js';
import type { LaunchPlan } from './launch-plan.js';
import { takePrestarted } from './prestart.js';
import { type SpawnedBrowser, spawnBrowser } from './spawn-browser.js';
import type { StartedBrowser } from './started-browser.js';

const pingMs = 2_000;

/** Starts Chromium with a temporary profile, and waits until it answers. */
export async function startChromium(plan: LaunchPlan): Promise<StartedBrowser> {
  const [spawned] = await Promise.all([spawn(plan), sweepTemporaryFolders()]);
  const { connection, pid } = spawned.process;
  const loss = createLoss();
  preloadTokenizer();
  connection.onClose(() => {
    if (spawned.isClosing()) return;
    loss.report(new HandrailError('browser_died', 'The browser died.', 'Open a new session.').fault);
    spawned.close().catch(() => undefined); // reported already
  });
  try {
    return {
      browser: await openCdpBrowser(spawned.process, plan.headless),
      pid,
      onLost: loss.onLost,
      isResponding: () =>
        withTimeout(pingMs, 'The browser', connection.root.send('Browser.getVersion')).then(
          () => true,
          () => false,
        ),
      close: spawned.close,
    };
  } catch (error) {
    await spawned.close();
    throw toLaunchError(error, plan);
  }
}

async function spawn(plan: LaunchPlan): Promise<SpawnedBrowser> {
  try {
    return await (takePrestarted(plan) ?? spawnBrowser(plan));
  } catch (error) {
    throw toLaunchError(error, plan);
  }
}
