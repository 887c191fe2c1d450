/** What Playwright turns off. A later list takes the place of an earlier one, so ours has to repeat it. */
const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** The browser's own toolbar as a web page: one more renderer process for every window, which nobody looks at. */
const ownPages = [
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUILocationBar',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIReloadButton',
  'WebUIToolbar',
];

/** A new frame inside the browser for every document: a sixth of the time of a navigation, for nothing that we need. */
const frames = ['RenderDocument'];

const flag = '--disable-features=';

/** The arguments with one list of what is turned off: Playwright's, ours, and what the caller asked for. */
export function withFeaturesOff(args: readonly string[], headless: boolean): string[] {
  const asked = args.filter((arg) => arg.startsWith(flag)).flatMap((arg) => arg.slice(flag.length).split(','));
  const off = new Set([...offForPlaywright, ...frames, ...(headless ? ownPages : []), ...asked]);
  return [...args.filter((arg) => !arg.startsWith(flag)), `${flag}${[...off].join(',')}`];
}
