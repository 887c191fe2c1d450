import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Size } from '../../core/geometry.js';
import type { BrowserEgress } from '../../core/risk/browser-egress.js';
import type { BrowserEnvironment } from './browser-environment.js';
import { openChromium } from './chromium/environment.js';
import type { ContextOptions } from './handles.js';
import { acquireBrowser, type LaunchOptions } from './launch/acquire-browser.js';
import { egressArguments } from './launch/egress-arguments.js';
import { type OptionalBrowserLimits, readLimits } from './limits.js';
import { openPlaywrightContext, openPlaywrightOnly } from './playwright-only/environment.js';

export type { BrowserEnvironment } from './browser-environment.js';

export interface BrowserOptions
  extends Pick<LaunchOptions, 'engine' | 'executable' | 'headless' | 'profile' | 'cdp' | 'args' | 'owner' | 'note'> {
  viewport?: Size | undefined;
  deviceScaleFactor?: number | undefined;
  /** A file or an object made by `storageState()`. */
  storageState?: ContextOptions['storageState'] | undefined;
  /** The folder for downloads. Default: in the session's run folder. */
  downloads?: string | undefined;
  /** Folders that files may be uploaded from. Default: the working folder. */
  uploads?: readonly string[] | undefined;
  limits?: OptionalBrowserLimits | undefined;
}

export const defaultViewport: Size = { width: 1440, height: 900 };

/** Opens a browser: a new or shared one, one with a profile, or one that is already running. Without `egress` it may reach every address. */
export async function openBrowser(given: BrowserOptions = {}, egress?: BrowserEgress): Promise<BrowserEnvironment> {
  const proxyServer = egress?.proxyServer;
  const isLimited = proxyServer !== undefined && (given.engine ?? 'chromium') === 'chromium';
  const options = isLimited ? { ...given, args: [...(given.args ?? []), ...egressArguments] } : given;
  const { viewport = defaultViewport, storageState, uploads: uploadFolders = [process.cwd()] } = options;
  const limits = readLimits(options.limits);
  const runFolder = join(process.env.HANDRAIL_HOME ?? '.handrail', 'runs', randomUUID());
  const downloadFolder = resolve(options.downloads ?? join(runFolder, 'downloads'));
  if (options.engine && options.engine !== 'chromium') {
    const contextOptions: ContextOptions = { viewport, storageState, proxyServer };
    const lease = await acquireBrowser({ ...options, contextOptions });
    const context = await openPlaywrightContext(lease, contextOptions);
    return openPlaywrightOnly({ lease, context, viewport, limits, downloadFolder, uploadFolders });
  }
  const contextOptions: ContextOptions = {
    viewport,
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    storageState,
    proxyServer,
  };
  return openChromium({ launch: options, viewport, limits, downloadFolder, contextOptions, egress }, uploadFolders);
}
