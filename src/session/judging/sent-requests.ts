import type { Change } from '../../core/change.js';
import type { OutgoingRequest } from '../../core/risk/outgoing-request.js';
import type { ObservedCause } from '../../core/risk/request-judge.js';
import { isAtLeast, type Safety } from '../../core/safety.js';
import type { SessionState } from '../session-state.js';
import type { CurrentAction } from './judge-request.js';

export type RequestChange = Extract<Change, { kind: 'request' }>;

const maxUrlLength = 300;
/** Of different requests in one outcome. A page can send any number. */
const maxListed = 50;
const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Notes a request that may leave the browser, if it can change something on a server. Every outcome and journal contains it, so that a miss of the rules is visible. */
export function noteSent(
  { lateChanges, secrets }: SessionState,
  current: CurrentAction | undefined,
  request: OutgoingRequest,
  { afterAction, isAmbient }: ObservedCause,
  safety: Safety,
): void {
  const isConsequential = isAtLeast(safety, 'medium');
  const isOwn = afterAction && !isAmbient && !readMethods.has(request.method);
  if (!isConsequential && !isOwn) return;
  const change = toChange(request, isConsequential, secrets.apply);
  const list = current?.isRunning ? current.sent : lateChanges;
  const earlier = list.find((one) => isSame(one, change));
  if (earlier?.kind === 'request') earlier.times = (earlier.times ?? 1) + 1;
  else if (list.length < maxListed) list.push(change);
}

function toChange(
  { method, url, kind, fields, documentUrl }: OutgoingRequest,
  isConsequential: boolean,
  mask: (text: string) => string,
): RequestChange {
  const host = hostOf(url);
  return {
    kind: 'request',
    method,
    url: mask(url.slice(0, maxUrlLength)),
    ...(host === hostOf(documentUrl) ? {} : { host }),
    ...(kind === 'beacon' || kind === 'message' ? { via: kind } : {}),
    ...(isConsequential
      ? { submitted: true, sent: fields.map(({ name, value }) => ({ name: mask(name), value: mask(value) })) }
      : {}),
  };
}

/** The host with its port. A WebSocket of a page has another scheme than the page. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function isSame(one: Change, other: RequestChange): boolean {
  return one.kind === 'request' && one.blocked === undefined && one.method === other.method && one.url === other.url;
}

/** Adds to the changes of an outcome what the browser did not report: beacons, messages, requests of workers and to other sites. */
export function withSent(changes: readonly Change[], sent: readonly Change[]): Change[] {
  const merged = [...changes];
  const added: Change[] = [];
  for (const change of sent) {
    const index = change.kind === 'request' && !change.blocked ? merged.findIndex((one) => isSame(one, change)) : -1;
    const known = merged[index];
    if (change.kind !== 'request' || known?.kind !== 'request') added.push(change);
    else if (change.submitted && !known.submitted) merged[index] = { ...change, ...known, submitted: true };
  }
  return [...added, ...merged];
}
