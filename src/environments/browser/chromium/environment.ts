import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { ReadRequest, ReadResult } from '../../../core/read.js';
import { performAction } from '../act/perform-action.js';
import type { BrowserEnvironment } from '../browser-environment.js';
import { createElementIds } from '../element-ids.js';
import { type InstanceOptions, openInstance } from '../launch/browser-instance.js';
import { writeStorageFile } from '../launch/storage-file.js';
import { readTab } from '../read/read-tab.js';
import { createWire } from '../wire/wire.js';
import { createChromiumDriver } from './action-driver.js';
import { captureView } from './capture-view.js';
import { describeTarget } from './describe-target.js';
import { acquireTab, findLoss, recover, restartHint } from './recovery.js';
import type { ChromiumState } from './state.js';

const storageMs = 15_000;
const closeMs = 10_000;

/** Opens a Chromium session. A browser that is lost later is restarted. */
export async function openChromium(
  given: Omit<InstanceOptions, 'wire'>,
  uploadFolders: readonly string[],
): Promise<BrowserEnvironment> {
  const wire = createWire();
  const options: InstanceOptions = { ...given, wire };
  const state: ChromiumState = {
    options,
    wire,
    ids: createElementIds(),
    limits: options.limits,
    uploadFolders,
    instance: await openInstance(options),
    screen: options.viewport,
    isClosed: false,
  };
  const driver = createChromiumDriver(state);
  return {
    kind: 'browser',
    hasWindow: options.launch.headless === false || options.launch.cdp !== undefined,
    limitations: [],
    captureView: (request, signal) => captureView(state, request, signal),
    read: (request, signal) => read(state, request, signal),
    act: (action, signal, secrets, beforeInput) => performAction(driver, action, signal, secrets, beforeInput),
    fillsSecrets: true,
    describeTarget: (element, signal) => describeTarget(state, element, signal),
    tabOf(element) {
      const { tabs } = state.instance;
      const tab = tabs.get(state.ids.locationOf(element)?.tab ?? '');
      return tab && { tab: tab.id, isActive: tab === tabs.active() };
    },
    guardRequests: wire.guard,
    async storageState(path) {
      await acquireTab(state);
      const reading = state.instance.context.storageState();
      const stored = await withTimeout(storageMs, 'Reading cookies and storage', reading);
      if (path !== undefined) writeStorageFile(path, stored);
      return stored;
    },
    async close() {
      if (state.isClosed) return;
      state.isClosed = true;
      const recovered = (state.recovery ?? Promise.resolve()).catch(() => undefined);
      const closing = recovered.then(() => state.instance.close());
      await withTimeout(closeMs, 'Closing', closing).catch(() => undefined); // the browser cannot be reached
    },
  };
}

async function read<R extends ReadRequest>(
  state: ChromiumState,
  request: R,
  signal?: AbortSignal,
): Promise<ReadResult<R>> {
  const { tab } = await acquireTab(state, signal);
  const { instance, ids, limits, screen } = state;
  try {
    return await readTab({ tab, tabs: instance.tabs, ids, limits, screen, signal }, request);
  } catch (error) {
    const lost = await findLoss(state, error);
    if (!lost) throw error;
    recover(state);
    throw new HandrailError(lost.code, lost.message, restartHint);
  }
}
