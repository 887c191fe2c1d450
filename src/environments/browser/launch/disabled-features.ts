/** The features that Playwright disables. A later list replaces an earlier one, so ours has to repeat them. */
const disabledByPlaywright = [
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

/** What the browser asks servers of its own: what the fields of a form are for, the language of a page, names by HTTPS. */
const ownRequests = [
  'AutofillServerCommunication',
  'Translate',
  'CertificateTransparencyComponentUpdater',
  'OptimizationGuideModelDownloading',
  'DnsOverHttps',
];

/** The browser's toolbar as a web page: one more renderer process per window. */
const toolbarPages = [
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUILocationBar',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIReloadButton',
  'WebUIToolbar',
];

/** A new frame inside the browser for every document. It takes a sixth of the time of a navigation. */
const renderDocument = ['RenderDocument'];

/** Scrolling beyond the edge of a page goes back in the history. */
const historyGestures = ['OverscrollHistoryNavigation'];

const flag = '--disable-features=';

/** The arguments with one list of disabled features: Playwright's, ours, and those of the caller. */
export function withDisabledFeatures(args: readonly string[], headless: boolean): string[] {
  const requested = args.filter((arg) => arg.startsWith(flag)).flatMap((arg) => arg.slice(flag.length).split(','));
  const disabled = new Set([
    ...disabledByPlaywright,
    ...renderDocument,
    ...historyGestures,
    ...ownRequests,
    ...(headless ? toolbarPages : []),
    ...requested,
  ]);
  return [...args.filter((arg) => !arg.startsWith(flag)), `${flag}${[...disabled].join(',')}`];
}
