import { withDisabledFeatures } from '../launch/disabled-features.js';
import type { LaunchPlan } from '../launch/launch-plan.js';

/** Keep the browser from changing, downloading or asking anything by itself, and from slowing down pages in the background. */
const quietSwitches = [
  '--disable-field-trial-config',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--no-default-browser-check',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-edgeupdater',
  '--disable-extensions',
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  '--allow-pre-commit-input',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-updater-scheduler',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--unsafely-disable-devtools-self-xss-warnings',
  '--enable-unsafe-swiftshader',
  '--edge-skip-compat-layer-relaunch',
  '--disable-infobars',
  '--disable-sync',
];

/** A headless page has a mouse, and no scroll bars that differ between systems. */
const headlessSwitches = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

/** Disable connections that no page requested. */
export const noBackgroundConnections: readonly string[] = [
  '--disable-quic',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--component-updater=url-source=about:blank',
];
/** Keeps a temporary profile from contacting Google's account server. Chromium never connects to port 1. */
export const noAccountServer = '--gaia-url=https://127.0.0.1:1';

/** The command line of a browser with a temporary profile, without a window of its own. */
export function chromiumArguments(
  { headless, args }: Pick<LaunchPlan, 'headless' | 'args'>,
  profile: string,
  withSandbox: boolean,
): string[] {
  return [
    ...quietSwitches,
    ...(headless ? headlessSwitches : []),
    ...(withSandbox ? [] : ['--no-sandbox']),
    ...withDisabledFeatures([...noBackgroundConnections, noAccountServer, ...args], headless),
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    '--no-startup-window',
  ];
}
