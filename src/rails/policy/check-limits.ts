import { isAtLeast } from '../../core/safety.js';
import { emptyTally, isNewConsequence, type Ledger, paidBy, type Tally } from './ledger.js';
import { formatMoney, parseMoney } from './money.js';
import type { Limit, Policy } from './schema.js';
import type { Situation } from './situation.js';

/** The first limit that a situation would exceed. */
export function findExceededLimit(
  policy: Policy,
  situation: Situation,
  ledger: Ledger,
): { rule: string; reason: string } | undefined {
  const { perHost, perRun, perDay } = policy.limits ?? {};
  const host = situation.host;
  const scopes: readonly [name: string, limit: Limit | undefined, tally: Tally][] = [
    ['perRun', perRun, ledger.run],
    ['perHost', host === undefined ? undefined : perHost, ledger.hosts[host ?? ''] ?? emptyTally],
    ['perDay', perDay, ledger.day],
  ];
  for (const [name, limit, tally] of scopes) {
    const exceeded = limit && exceedsLimit(limit, situation, tally);
    if (exceeded) return { rule: `limits.${name}.${exceeded.key}`, reason: exceeded.reason };
  }
  return undefined;
}

function exceedsLimit(
  limit: Limit,
  situation: Situation,
  tally: Tally,
): { key: keyof Limit; reason: string } | undefined {
  const { actionsPerMinute, consequentialActions, money } = limit;
  const { kind, tool, assessment } = situation;
  if (
    actionsPerMinute !== undefined &&
    kind === 'action' &&
    tool === undefined &&
    tally.recent.length >= actionsPerMinute
  )
    return { key: 'actionsPerMinute', reason: `It would be more than ${actionsPerMinute} actions in a minute.` };
  if (
    consequentialActions !== undefined &&
    isNewConsequence(situation) &&
    tally.consequentialActions >= consequentialActions
  )
    return {
      key: 'consequentialActions',
      reason: `It would be more than ${consequentialActions} consequential actions.`,
    };
  const isPaid = isAtLeast(assessment.safety, 'medium') && assessment.classes.includes('pay');
  const reason = money !== undefined && isPaid ? exceedsMoney(money, situation, tally) : undefined;
  return reason === undefined ? undefined : { key: 'money', reason };
}

function exceedsMoney(limit: number | string, situation: Situation, tally: Tally): string | undefined {
  const most = parseMoney(limit);
  if (!most) return undefined;
  const { amount } = situation.assessment;
  if (!amount || (most.currency !== '' && amount.currency !== most.currency)) {
    // Its action was counted with an amount that is known.
    if (isCountedIn(most.currency, situation)) return undefined;
    return `It pays an amount that is not known in ${most.currency || 'any currency'}.`;
  }
  const paid = paidBy(situation);
  const currencies = most.currency === '' ? Object.keys(tally.money) : [most.currency];
  const spent = currencies.reduce((sum, currency) => sum + (tally.money[currency] ?? 0), 0);
  if (paid === 0 || spent + paid <= most.value) return undefined;
  return `With ${formatMoney(amount)} more than ${formatMoney(most)} would be spent. ${formatMoney({ ...most, value: spent })} are spent already.`;
}

function isCountedIn(currency: string, { assessment: { amount }, counted }: Situation): boolean {
  if (amount || !counted?.amount || !counted.classes.includes('pay')) return false;
  return currency === '' || counted.amount.currency === currency;
}
