import { HandrailError } from '../../../core/errors.js';
import type { Rest } from '../../../perception/page-protocol.js';
import type { ActionContext, PreparedAction } from '../act/action-context.js';
import { type CdpDocument, CollectorFailed, isGone } from '../frames/document-link.js';
import { listens } from './event-listeners.js';
import { ownRequests, putOff } from './evidence.js';
import { firstSign, type SettleResult, settle } from './settle.js';

/** How long a late effect is waited for: shortly where a script listens, longer where its handler set a timer. */
const patience = { listener: 250, timer: 2_000, typing: 500 };

/** Nothing was seen: waits where something may still come of the action, and takes back what nobody can have caused. */
export async function waitForLate(
  { tab, limits, signal }: ActionContext,
  doing: PreparedAction,
  rested: SettleResult,
  begun: number,
  until: number,
): Promise<SettleResult> {
  const timers = putOff(rested.answers);
  if (!timers && !doing.byItself && !(await anyListens(rested.answers)))
    return { ...(await disownLate(rested)), because: 'no requests, no mutations, no listeners' };
  const most = timers ? patience.timer : patience.listener;
  const documents = [...rested.answers.keys()];
  const hasAsked = () => ownRequests(tab.requests.since(begun), rested.answers).some(({ kind }) => kind !== 'Ping');
  const seen = await firstSign(tab, documents, most, hasAsked, until, signal);
  const again = await settle(tab, documents, begun, limits.settle, until, signal);
  const because = seen ? again.because : `nothing seen within ${most} ms`;
  return { ...again, because, ms: Math.round(performance.now() - begun) };
}

/** A field that put something off when it was typed into may be about to answer: suggestions, results. */
export async function waitForAnswer(
  { tab, limits, signal }: ActionContext,
  rested: SettleResult,
  begun: number,
  until: number,
): Promise<SettleResult> {
  if (!putOff(rested.answers)) return rested;
  const documents = [...rested.answers.keys()];
  const asked = ownRequests(tab.requests.since(begun), rested.answers).length;
  const hasAsked = () => ownRequests(tab.requests.since(begun), rested.answers).length > asked;
  const beyond = (document: CdpDocument) => rested.answers.get(document)?.activity.mutations ?? 0;
  const isAnswered = await firstSign(tab, documents, patience.typing, hasAsked, until, signal, beyond);
  return isAnswered ? settle(tab, documents, begun, limits.settle, until, signal) : rested;
}

/** Whether anything listens where the action's events went. A document that is gone, or too busy to tell, may well have listened. */
export async function anyListens(answers: ReadonlyMap<CdpDocument, Rest>): Promise<boolean> {
  const acted = [...answers].filter(([, { activity }]) => activity.inputs > 0).map(([document]) => document);
  for (const document of acted.length > 0 ? acted : answers.keys()) {
    try {
      if (await listens(document)) return true;
    } catch (error) {
      if (!isGone(error) && !isUntold(error)) throw error;
      return true;
    }
  }
  return false;
}

/** The page could not tell, or not in time. */
function isUntold(error: unknown): boolean {
  return error instanceof CollectorFailed || (error instanceof HandrailError && error.code === 'deadline');
}

/** What came after the handlers had returned was the page's own doing. */
export async function disownLate(rested: SettleResult): Promise<SettleResult> {
  const answers = new Map<CdpDocument, Rest>();
  for (const [document, rest] of rested.answers) {
    await document.ask('disown', undefined, 1_000).catch((error: unknown) => {
      if (!isGone(error) && !isUntold(error)) throw error;
    });
    const mutated = rest.mutated.filter((one) => one.direct);
    answers.set(document, { ...rest, mutated, flashes: [], scrolled: [] });
  }
  return { ...rested, answers };
}
