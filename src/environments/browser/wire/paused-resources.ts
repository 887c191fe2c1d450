import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';

/** Words in an address for which also a picture, a script or another resource is paused. */
const consequentialStems = [
  'delete',
  'remove',
  'destroy',
  'erase',
  'logout',
  'log-out',
  'signout',
  'sign-out',
  'signoff',
  'unsubscribe',
  'cancel',
  'confirm',
  'approve',
  'accept',
  'pay',
  'buy',
  'order',
  'purchase',
  'checkout',
  'transfer',
  'donate',
  'send',
  'submit',
  'publish',
  'install',
  'action=',
  'do=',
  'cmd=',
];

/** Requests of these kinds are always paused: they can carry data, or open another page. */
const alwaysPaused = ['Document', 'XHR', 'Fetch', 'Ping', 'Other', 'CSPViolationReport'] as const;
/** The browser loads these by an address in the page. Most are static, so they are paused only by their address. */
const pausedByAddress = ['Image', 'Script', 'Stylesheet', 'Media', 'Font', 'EventSource'] as const;

/** The patterns of `Fetch.enable`. */
export const pausedPatterns = [
  ...alwaysPaused.map((resourceType) => ({ urlPattern: '*', resourceType })),
  ...pausedByAddress.flatMap((resourceType) =>
    consequentialStems.map((stem) => ({ urlPattern: `*${stem}*`, resourceType })),
  ),
];

/** Files that a page consists of. Loading one changes nothing. */
const staticFile = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|map|woff2?|ttf|otf|mp[34]|webm|ogg|wav)$/i;

export function isFile({ kind, method, url }: Pick<OutgoingRequest, 'kind' | 'method' | 'url'>): boolean {
  return kind === 'resource' && method === 'GET' && isStaticFile(url);
}

function isStaticFile(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { pathname, search } = new URL(url);
  return staticFile.test(pathname) && !/(?:action|do|cmd|op)=/.test(search);
}
