import { setImmediate } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, LaunchOptions as PlaywrightOptions } from 'playwright-core';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { childEnvironment } from '../../processes/child-environment.js';
import { atEndOfProcess } from '../../processes/end-of-process.js';
import { isDescendant, killTree } from '../../processes/process-tree.js';
import {
  makeTemporaryFolder,
  rememberProfile,
  removeNow,
  sweepTemporaryFolders,
  temporaryProfile,
} from '../../processes/temporary-folder.js';
import { withFeaturesOff } from '../features.js';
import { createLoss, type Loss } from './browser-loss.js';
import { endHalfStarted } from './kill-half-started.js';
import type { LaunchPlan } from './launch-plan.js';
import { launchFault } from './start-fault.js';

const startMs = 30_000;
const answerMs = 5000;
const closeMs = 2000;

/** Against what Playwright leaves on: connections that no page asked for. */
const quiet = [
  '--disable-quic',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--component-updater=url-source=about:blank',
];
/** Asks no Google account server who is signed in: a temporary profile has nobody, and port 1 is never connected to. */
const nobodySignedIn = '--gaia-url=https://127.0.0.1:1';

/** A browser process of ours. */
export interface StartedBrowser {
  browser: Browser;
  context?: BrowserContext;
  pid?: number;
  onLost: Loss['onLost'];
  /** True when the browser itself answers. */
  answers(): Promise<boolean>;
  /** Ends the browser: asked for 2 s, then killed. Nothing of it is left afterwards. */
  close(): Promise<void>;
}

/** True when the browser cannot have its sandbox, because root may not use it. */
export const withoutSandbox = process.getuid?.() === 0;

/** Starts a browser, with a profile or with a temporary one that is removed whichever way this process ends. */
export async function startBrowser(plan: LaunchPlan): Promise<StartedBrowser> {
  const [folder] = await Promise.all([makeTemporaryFolder(), sweepTemporaryFolders()]);
  const loss = createLoss();
  let closing: Promise<void> | undefined;
  let known: Identity = {};

  const forget = atEndOfProcess(() => {
    // With a profile it ends by itself when our end of its pipe closes, and saves what it has.
    if (known.pid && !plan.profile) killTree(known.pid);
    const profile = known.temporaryProfile ?? (plan.profile ? undefined : endHalfStarted(folder));
    removeNow(profile ? [profile, folder] : [folder]);
  });
  const { browser, context } = await launch(plan, folder).catch((error: unknown) => {
    forget();
    removeNow([folder]);
    throw launchFault(error, plan);
  });
  browser.once('disconnected', () => {
    forget();
    removeNow([folder]);
    if (!closing) loss.report(new HandrailError('browser_died', 'The browser died.', 'Open a new session.').fault);
  });
  const close = () => {
    closing ??= endBrowser(browser, known.pid).finally(() => {
      forget();
      removeNow([folder]);
    });
    return closing;
  };

  try {
    known = await identify(browser, plan);
    if (known.temporaryProfile) await rememberProfile(folder, known.temporaryProfile);
  } catch (error) {
    await close();
    throw launchFault(error, plan);
  }
  return {
    browser,
    context,
    pid: known.pid,
    onLost: loss.onLost,
    answers: () => answers(browser, known.session),
    close,
  };
}

interface Identity {
  session?: CDPSession;
  pid?: number;
  /** Removed by Playwright, unless this process is killed. */
  temporaryProfile?: string;
}

/** Who the browser is. Only Chromium tells. */
async function identify(browser: Browser, plan: LaunchPlan): Promise<Identity> {
  if (plan.engine !== 'chromium') return {};
  const session = await within(answerMs, 'The browser', browser.newBrowserCDPSession());
  const { processInfo } = await within(answerMs, 'The browser', session.send('SystemInfo.getProcessInfo'));
  const { commandLine } = await within(answerMs, 'The browser', session.send('SystemInfo.getInfo'));
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  return {
    session,
    pid: pid && isDescendant(pid) ? pid : undefined,
    temporaryProfile: plan.profile ? undefined : temporaryProfile(commandLine),
  };
}

async function answers(browser: Browser, session?: CDPSession): Promise<boolean> {
  if (!session) return browser.isConnected();
  return within(closeMs, 'The browser', session.send('Browser.getVersion')).then(
    () => true,
    () => false,
  );
}

async function endBrowser(browser: Browser, pid?: number): Promise<void> {
  const closed = browser.close();
  await within(closeMs, 'Closing the browser', closed).catch((error: unknown) => {
    if (!pid) throw error;
    killTree(pid);
    return within(closeMs, `Ending browser process ${pid}`, closed);
  });
}

async function launch(plan: LaunchPlan, folder: string): Promise<{ browser: Browser; context?: BrowserContext }> {
  const type = (await import('playwright-core'))[plan.engine];
  await setImmediate(); // a signal that came while the package was read is heard now, before there is anything to clear away
  const options: PlaywrightOptions = {
    executablePath: plan.executable,
    headless: plan.headless,
    args: argumentsOf(plan),
    chromiumSandbox: !withoutSandbox,
    artifactsDir: folder,
    env: childEnvironment(folder),
    timeout: startMs,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  };
  if (!plan.profile) return { browser: await type.launch(options) };
  const context = await type.launchPersistentContext(plan.profile, { ...plan.contextOptions, ...options });
  const browser = context.browser();
  if (!browser) throw new HandrailError('internal', 'The context of the profile has no browser.');
  return { browser, context };
}

function argumentsOf({ engine, profile, args, headless }: LaunchPlan): string[] {
  if (engine !== 'chromium') return [...args];
  return withFeaturesOff([...quiet, ...(profile ? [] : [nobodySignedIn]), ...args], headless);
}
