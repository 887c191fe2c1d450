import type { RiskClass } from '../../core/risk/risk-class.js';
import { isAtLeast } from '../../core/safety.js';
import { matchesHost } from './host-pattern.js';
import type { Ledger } from './ledger.js';
import { isAbove } from './money.js';
import { type Condition, type Rule, weekdays } from './schema.js';
import type { Situation } from './situation.js';

/** Whether a rule applies to one class of a situation. What is not known never helps a rule that allows, and never stops one that asks or denies. */
export function matchesRule(
  rule: Rule,
  situation: Situation,
  riskClass: RiskClass | undefined,
  ledger: Ledger,
): boolean {
  const { when } = rule;
  const isStrict = rule.do !== 'allow';
  const { assessment, host, app, tool, action } = situation;
  if (when.class !== undefined && (riskClass === undefined || !toList(when.class).includes(riskClass))) return false;
  if (when.level !== undefined && !isAtLeast(assessment.safety, when.level)) return false;
  if (when.host !== undefined && !(host !== undefined && toList(when.host).some((one) => matchesHost(one, host))))
    return false;
  if (!matchesOrigins(when.from, situation.dataFrom, isStrict)) return false;
  if (!matchesName(when.app, app) || !matchesName(when.tool, tool) || !matchesName(when.action, action)) return false;
  if (when.amountAbove !== undefined && !known(isAbove(assessment.amount, when.amountAbove), isStrict)) return false;
  if (when.amountUpTo !== undefined && !known(negate(isAbove(assessment.amount, when.amountUpTo)), isStrict))
    return false;
  return matchesTime(when, situation.time) && matchesCount(when, riskClass, ledger, situation);
}

function toList<Value extends string>(value: Value | readonly Value[]): readonly Value[] {
  return typeof value === 'string' ? [value] : value;
}

function known(result: boolean | 'unknown', whenUnknown: boolean): boolean {
  return result === 'unknown' ? whenUnknown : result;
}

function negate(result: boolean | 'unknown'): boolean | 'unknown' {
  return result === 'unknown' ? result : !result;
}

function matchesName(patterns: string | readonly string[] | undefined, name: string | undefined): boolean {
  if (patterns === undefined) return true;
  if (name === undefined) return false;
  return toList(patterns).some((pattern) => toExpression(pattern).test(name));
}

/** A rule that allows has to name all origins of the data, a rule that asks or denies one of them. */
function matchesOrigins(
  patterns: string | readonly string[] | undefined,
  origins: readonly string[] | undefined,
  isStrict: boolean,
): boolean {
  if (patterns === undefined) return true;
  if (origins === undefined || origins.length === 0) return false;
  const isNamed = (origin: string): boolean =>
    origin.startsWith('app:')
      ? matchesName(patterns, origin)
      : toList(patterns).some((pattern) => matchesHost(pattern, origin));
  return isStrict ? origins.some(isNamed) : origins.every(isNamed);
}

function toExpression(pattern: string): RegExp {
  return new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\/-]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  );
}

function matchesTime({ time }: Condition, now: Date): boolean {
  if (!time) return true;
  const day = weekdays[(now.getDay() + 6) % weekdays.length];
  if (time.weekdays && (day === undefined || !time.weekdays.includes(day))) return false;
  if (time.hours === undefined) return true;
  const [from = '', until = ''] = time.hours.split('-');
  const clock = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  // 22:00-06:00 goes over midnight.
  return from <= until ? clock >= from && clock < until : clock >= from || clock < until;
}

function matchesCount(
  { countAbove, countUpTo }: Condition,
  riskClass: RiskClass | undefined,
  { run }: Ledger,
  { counted }: Situation,
): boolean {
  if (countAbove === undefined && countUpTo === undefined) return true;
  const before = riskClass === undefined ? run.actions : (run.classes[riskClass] ?? 0);
  const isCounted = riskClass !== undefined && counted?.classes.includes(riskClass);
  const count = isCounted ? before : before + 1;
  return (countAbove === undefined || count > countAbove) && (countUpTo === undefined || count <= countUpTo);
}

/** How narrow a condition is: the number of its parts, and a host by its full name before hosts below one. */
export function specificity({ host, ...others }: Condition): number {
  const isExactHost = host !== undefined && toList(host).every((one) => !one.startsWith('*'));
  const count = Object.values(others).filter((value) => value !== undefined).length;
  return count + (host === undefined ? 0 : isExactHost ? 1.5 : 1);
}
