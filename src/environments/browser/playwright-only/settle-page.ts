import type { PreparedAction } from '../act/prepared-action.js';
import type { SettleResult } from '../settle/settle-result.js';
import { findInterruption } from '../tabs/page-state.js';
import { openDocument } from './document.js';
import { type PlaywrightSession, retryWhileNavigating } from './session.js';

/** Listeners are not known here, so every action that may have an effect waits this long for its first sign. */
const firstSignMs = 250;
const minSettleMs = 50;

/** Waits until no request is pending and the main document has settled. */
export async function settlePage(
  session: PlaywrightSession,
  { awaitsLateEffects }: PreparedAction,
): Promise<SettleResult> {
  const { page, limits, pending, changeSignal, unreported } = session;
  const startedAt = performance.now();
  const deadline = startedAt + limits.settleTimeoutMs;
  const spentMs = () => Math.round(performance.now() - startedAt);
  while (pending.size > 0 && !session.modal && performance.now() < deadline)
    await changeSignal.wait(deadline - performance.now());
  const interruption = findInterruption(session);
  if (interruption) return { ms: spentMs(), reason: interruption, answers: new Map() };
  const timeout = Math.max(1, deadline - performance.now());
  await page.waitForLoadState('load', { timeout }).catch(() => undefined); // the reason below reports it
  const [document, report] = await retryWhileNavigating(session, async () => {
    const main = await openDocument(page.mainFrame(), limits.observeTimeoutMs);
    if (awaitsLateEffects && unreported.length === 0)
      await main.call('waitForFirstChange', { timeoutMs: firstSignMs }, limits.observeTimeoutMs);
    const timeoutMs = Math.max(minSettleMs, deadline - performance.now());
    return [main, await main.call('settle', { timeoutMs }, limits.settleTimeoutMs + 2_000)] as const;
  });
  const reason =
    report.settled && pending.size === 0
      ? 'requests and changes done'
      : `still busy after ${limits.settleTimeoutMs} ms: ${report.reason || 'requests'}`;
  return { ms: spentMs(), reason, answers: new Map([[document, report]]) };
}
