import { isAtLeast } from '../../core/safety.js';
import { emptyTally, type Ledger, type Tally } from './ledger.js';
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
  { kind, assessment }: Situation,
  tally: Tally,
): { key: keyof Limit; reason: string } | undefined {
  const { actionsPerMinute, consequentialActions, money } = limit;
  const isConsequential = isAtLeast(assessment.safety, 'medium');
  if (actionsPerMinute !== undefined && kind === 'action' && tally.recent.length >= actionsPerMinute)
    return { key: 'actionsPerMinute', reason: `It would be more than ${actionsPerMinute} actions in a minute.` };
  if (consequentialActions !== undefined && isConsequential && tally.consequentialActions >= consequentialActions)
    return {
      key: 'consequentialActions',
      reason: `It would be more than ${consequentialActions} consequential actions.`,
    };
  if (money === undefined || !isConsequential || !assessment.classes.includes('pay')) return undefined;
  const most = parseMoney(money);
  if (!most) return undefined;
  const { amount } = assessment;
  if (!amount || (most.currency !== '' && amount.currency !== most.currency))
    return { key: 'money', reason: `It pays an amount that is not known in ${most.currency || 'any currency'}.` };
  const currencies = most.currency === '' ? Object.keys(tally.money) : [most.currency];
  const spent = currencies.reduce((sum, currency) => sum + (tally.money[currency] ?? 0), 0);
  if (spent + amount.value <= most.value) return undefined;
  return { key: 'money', reason: `With ${formatMoney(amount)} more than ${formatMoney(most)} would be spent.` };
}
