import { setImmediate } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, LaunchOptions as PlaywrightOptions } from 'playwright-core';
import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { loadTokenizer } from '../../../perception/count-tokens.js';
import { childEnvironment } from '../../processes/child-environment.js';
import { onProcessExit } from '../../processes/on-process-exit.js';
import { isDescendant, killTree } from '../../processes/process-tree.js';
import {
  findTemporaryProfile,
  linkProfile,
  makeTemporaryFolder,
  removeFoldersSync,
  sweepTemporaryFolders,
} from '../../processes/temporary-folder.js';
import { noAccountServer, noBackgroundConnections } from '../cdp/chromium-arguments.js';
import { createLoss } from './browser-loss.js';
import { withDisabledFeatures } from './disabled-features.js';
import { killHalfStarted } from './kill-half-started.js';
import { toLaunchError } from './launch-error.js';
import type { LaunchPlan } from './launch-plan.js';
import { loadPlaywright } from './load-playwright.js';
import { toBrowserHandle, toContextHandle, toPlaywrightOptions } from './playwright-handles.js';
import { type StartedBrowser, withoutSandbox } from './started-browser.js';

const startMs = 30_000;
const answerMs = 5000;
const closeMs = 2000;
/** After the process is killed, Playwright removes its files. On a busy machine that takes seconds. */
const cleanUpMs = 15_000;

/** Starts a browser by Playwright, with a profile or with a temporary one that is removed however this process ends. */
export async function startPlaywrightBrowser(plan: LaunchPlan): Promise<StartedBrowser> {
  const [folder] = await Promise.all([makeTemporaryFolder(), sweepTemporaryFolders()]);
  const loss = createLoss();
  let closing: Promise<void> | undefined;
  let identity: BrowserIdentity = {};

  const cancelCleanup = onProcessExit(() => {
    // A browser with a profile ends when its pipe closes, and saves its data.
    if (identity.pid && !plan.profile) killTree(identity.pid);
    const profile = identity.temporaryProfile ?? (plan.profile ? undefined : killHalfStarted(folder));
    removeFoldersSync(profile ? [profile, folder] : [folder]);
  });
  const { browser, context } = await launch(plan, folder).catch((error: unknown) => {
    cancelCleanup();
    removeFoldersSync([folder]);
    throw toLaunchError(error, plan);
  });
  browser.once('disconnected', () => {
    cancelCleanup();
    removeFoldersSync([folder]);
    if (!closing) loss.report(new HandrailError('browser_died', 'The browser died.', 'Open a new session.').fault);
  });
  const close = () => {
    closing ??= closeBrowser(browser, identity.pid).finally(() => {
      cancelCleanup();
      removeFoldersSync([folder]);
    });
    return closing;
  };

  try {
    identity = await identify(browser, plan);
    if (identity.temporaryProfile) await linkProfile(folder, identity.temporaryProfile);
  } catch (error) {
    await close();
    throw toLaunchError(error, plan);
  }
  return {
    browser: toBrowserHandle(browser),
    context: context && toContextHandle(context),
    playwright: { browser, context },
    pid: identity.pid,
    onLost: loss.onLost,
    isResponding: () => isResponding(browser, identity.session),
    close,
  };
}

interface BrowserIdentity {
  session?: CDPSession;
  pid?: number;
  /** Playwright removes it, unless this process is killed. */
  temporaryProfile?: string;
}

/** The process and the profile of the browser. Only Chromium reports them. */
async function identify(browser: Browser, plan: LaunchPlan): Promise<BrowserIdentity> {
  if (plan.engine !== 'chromium') return {};
  const session = await withTimeout(answerMs, 'The browser', browser.newBrowserCDPSession());
  const { processInfo } = await withTimeout(answerMs, 'The browser', session.send('SystemInfo.getProcessInfo'));
  const { commandLine } = await withTimeout(answerMs, 'The browser', session.send('SystemInfo.getInfo'));
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  return {
    session,
    pid: pid && isDescendant(pid) ? pid : undefined,
    temporaryProfile: plan.profile ? undefined : findTemporaryProfile(commandLine),
  };
}

async function isResponding(browser: Browser, session?: CDPSession): Promise<boolean> {
  if (!session) return browser.isConnected();
  return withTimeout(closeMs, 'The browser', session.send('Browser.getVersion')).then(
    () => true,
    () => false,
  );
}

async function closeBrowser(browser: Browser, pid?: number): Promise<void> {
  const closed = browser.close();
  await withTimeout(closeMs, 'Closing the browser', closed).catch((error: unknown) => {
    if (!pid) throw error;
    killTree(pid);
    return withTimeout(cleanUpMs, `Ending browser process ${pid}`, closed);
  });
}

async function launch(plan: LaunchPlan, folder: string): Promise<{ browser: Browser; context?: BrowserContext }> {
  const type = loadPlaywright()[plan.engine];
  await setImmediate(); // handles a signal that arrived during the import, before there is anything to clean up
  const options: PlaywrightOptions = {
    executablePath: plan.executable,
    headless: plan.headless,
    args: toArguments(plan),
    // Without this protection, a page that changes its URL without end stops the whole browser.
    ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
    chromiumSandbox: !withoutSandbox,
    artifactsDir: folder,
    env: childEnvironment(folder),
    timeout: startMs,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  };
  if (!plan.profile) return { browser: await loadTokenizerMeanwhile(type.launch(options)) };
  const started = type.launchPersistentContext(plan.profile, {
    ...toPlaywrightOptions(plan.contextOptions ?? {}),
    ...options,
  });
  const context = await loadTokenizerMeanwhile(started);
  const browser = context.browser();
  if (!browser) throw new HandrailError('internal', 'The context of the profile has no browser.');
  return { browser, context };
}

const childPollMs = 5;

/**
 * Loads the tokenizer, which blocks this process for 150 ms, while the browser process starts. Playwright starts that process a moment
 * after the call and does not report it.
 */
async function loadTokenizerMeanwhile<Result>(started: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => {
    if (!process.getActiveResourcesInfo().includes('ProcessWrap')) return;
    clearInterval(timer);
    loadTokenizer();
  }, childPollMs);
  try {
    return await started;
  } finally {
    clearInterval(timer);
  }
}

function toArguments({ engine, profile, args, headless }: LaunchPlan): string[] {
  if (engine !== 'chromium') return [...args];
  return withDisabledFeatures([...noBackgroundConnections, ...(profile ? [] : [noAccountServer]), ...args], headless);
}
