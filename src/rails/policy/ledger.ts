import type { RiskClass } from '../../core/risk/risk-class.js';
import { isAtLeast } from '../../core/safety.js';
import type { Situation } from './situation.js';

/** What was allowed so far. */
export interface Tally {
  actions: number;
  /** Actions and requests of level medium and above. An action and the first request that it causes count once. */
  consequentialActions: number;
  classes: Partial<Record<RiskClass, number>>;
  /** Sums by currency. */
  money: Record<string, number>;
  /** The times of the actions of the last minute, in milliseconds. */
  recent: number[];
}

/** The tallies that limits are compared with. Plain data: the caller stores it, and passes the day and the hosts on to the next run. */
export interface Ledger {
  run: Tally;
  /** Local date: 2026-11-19. */
  date: string;
  day: Tally;
  /** Of this day. */
  hosts: Record<string, Tally>;
}

export const emptyTally: Tally = { actions: 0, consequentialActions: 0, classes: {}, money: {}, recent: [] };

export function emptyLedger(time: Date): Ledger {
  return { run: emptyTally, date: dateOf(time), day: emptyTally, hosts: {} };
}

const minuteMs = 60_000;

/** The ledger at a time: on a new day the counts of the day begin again, and times older than a minute are dropped. */
export function atTime(ledger: Ledger, time: Date): Ledger {
  const isSameDay = ledger.date === dateOf(time);
  const current = (tally: Tally): Tally => ({
    ...tally,
    recent: tally.recent.filter((one) => one > time.getTime() - minuteMs),
  });
  return {
    run: current(ledger.run),
    date: dateOf(time),
    day: isSameDay ? current(ledger.day) : emptyTally,
    hosts: isSameDay ? Object.fromEntries(Object.entries(ledger.hosts).map(([host, one]) => [host, current(one)])) : {},
  };
}

/** Adds what was allowed or approved. Returns a new ledger. */
export function recordAllowed(ledger: Ledger, situation: Situation): Ledger {
  const now = atTime(ledger, situation.time);
  const host = situation.host;
  return {
    ...now,
    run: add(now.run, situation),
    day: add(now.day, situation),
    hosts: host === undefined ? now.hosts : { ...now.hosts, [host]: add(now.hosts[host] ?? emptyTally, situation) },
  };
}

function add(tally: Tally, situation: Situation): Tally {
  const { kind, assessment, counted, tool, time } = situation;
  const classes = { ...tally.classes };
  for (const name of assessment.classes) if (!counted?.classes.includes(name)) classes[name] = (classes[name] ?? 0) + 1;
  const { amount } = assessment;
  const paid = paidBy(situation);
  // The actions of a tool call count themselves.
  const isAction = kind === 'action' && tool === undefined;
  return {
    actions: tally.actions + (isAction ? 1 : 0),
    consequentialActions: tally.consequentialActions + (isNewConsequence(situation) ? 1 : 0),
    classes,
    money:
      amount && paid > 0
        ? { ...tally.money, [amount.currency]: (tally.money[amount.currency] ?? 0) + paid }
        : tally.money,
    recent: isAction ? [...tally.recent, time.getTime()] : tally.recent,
  };
}

/** Whether it is consequential, and not the consequence of an action that was counted. */
export function isNewConsequence({ assessment, counted }: Situation): boolean {
  return isAtLeast(assessment.safety, 'medium') && !(counted && isAtLeast(counted.safety, 'medium'));
}

/** The money that it pays in addition to what the action that causes it has counted. */
export function paidBy({ assessment: { safety, classes, amount }, counted }: Situation): number {
  if (!amount || !isAtLeast(safety, 'medium') || !classes.includes('pay')) return 0;
  const known = counted?.classes.includes('pay') ? counted.amount : undefined;
  return known?.currency === amount.currency ? Math.max(0, amount.value - known.value) : amount.value;
}

/** The local date: 2026-11-19. */
export function dateOf(time: Date): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
}
