import { isAtLeast } from '../../core/safety.js';
import { parseHostPattern } from './host-pattern.js';
import { specificity } from './match-rule.js';
import { parseMoney } from './money.js';
import { type Condition, conditionSchema, type Policy, type PolicyVerdict, type Rule } from './schema.js';

/** A rule that never decides. */
export interface DeadRule {
  index: number;
  /** A sentence. */
  reason: string;
}

/** Finds rules whose conditions exclude each other, and rules that another one always overrules. */
export function findDeadRules({ rules = [] }: Policy): DeadRule[] {
  return rules.flatMap((rule, index): DeadRule[] => {
    const conflict = findConflict(rule.when);
    if (conflict) return [{ index, reason: conflict }];
    const over = rules.findIndex((other, at) => at !== index && overrules(other, at, rule, index));
    return over === -1 ? [] : [{ index, reason: `rules[${over}] always decides before it.` }];
  });
}

function findConflict(when: Condition): string | undefined {
  const { amountAbove, amountUpTo, countAbove, countUpTo, time } = when;
  if (when.tool !== undefined && when.action !== undefined)
    return 'It names a tool and an action, and nothing is both.';
  if (when.host !== undefined && when.app !== undefined)
    return 'It names a host and an app: a page has no app, and a program has no host.';
  if (countAbove !== undefined && countUpTo !== undefined && countAbove >= countUpTo)
    return `No count is above ${countAbove} and up to ${countUpTo}.`;
  if (amountAbove !== undefined && amountUpTo !== undefined && isAtMost(amountUpTo, amountAbove))
    return `No amount is above ${amountAbove} and up to ${amountUpTo}.`;
  const [from, until] = time?.hours?.split('-') ?? [];
  return from !== undefined && from === until ? `The time ${time?.hours} is empty.` : undefined;
}

const strictness: readonly PolicyVerdict[] = ['allow', 'ask', 'deny'];

/** Whether `other` matches whenever `rule` does, and then decides. */
function overrules(other: Rule, otherIndex: number, rule: Rule, index: number): boolean {
  if (!covers(other.when, rule.when)) return false;
  // A rule that allows does not match what is not known.
  if (other.do === 'allow' && rule.do !== 'allow') return false;
  if (other.do === 'deny' && rule.do !== 'deny') return true;
  if (specificity(other.when) !== specificity(rule.when)) return false;
  const isStricter = strictness.indexOf(other.do) - strictness.indexOf(rule.do);
  return isStricter > 0 || (isStricter === 0 && otherIndex < index);
}

type PartName = 'class' | Exclude<keyof Condition, 'class'>;
type Covers = { [Part in PartName]: (wide: Condition[Part], narrow: Condition[Part]) => boolean };

/** For each part of a condition: whether the first matches whatever the second matches. */
const partCovers: Covers = {
  class: (wide, narrow) => coversList(wide, narrow, (one, other) => one === other),
  host: (wide, narrow) => coversList(wide, narrow, coversHost),
  app: (wide, narrow) => coversList(wide, narrow, coversName),
  from: (wide, narrow) => coversList(wide, narrow, (one, other) => one === other || coversHost(one, other)),
  tool: (wide, narrow) => coversList(wide, narrow, coversName),
  action: (wide, narrow) => coversList(wide, narrow, (one, other) => one === other),
  level: (wide, narrow) => coversValue(wide, narrow, (one, other) => isAtLeast(other, one)),
  amountAbove: (wide, narrow) => coversValue(wide, narrow, isAtMost),
  amountUpTo: (wide, narrow) => coversValue(wide, narrow, (one, other) => isAtMost(other, one)),
  countAbove: (wide, narrow) => coversValue(wide, narrow, (one, other) => one <= other),
  countUpTo: (wide, narrow) => coversValue(wide, narrow, (one, other) => one >= other),
  time: (wide, narrow) => coversValue(wide, narrow, (one, other) => JSON.stringify(one) === JSON.stringify(other)),
};

/** Whether everything that matches `narrow` matches `wide`, too. */
function covers(wide: Condition, narrow: Condition): boolean {
  return conditionSchema.keyof().options.every((part) => coversPart(part, wide, narrow));
}

function coversPart<Part extends PartName>(part: Part, wide: Condition, narrow: Condition): boolean {
  return partCovers[part](wide[part], narrow[part]);
}

function coversValue<Value>(
  wide: Value | undefined,
  narrow: Value | undefined,
  includes: (one: Value, other: Value) => boolean,
): boolean {
  return wide === undefined || (narrow !== undefined && includes(wide, narrow));
}

function coversList<Value extends string>(
  wide: Value | readonly Value[] | undefined,
  narrow: Value | readonly Value[] | undefined,
  includes: (one: Value, other: Value) => boolean,
): boolean {
  return coversValue(wide, narrow, (all, some) =>
    toList(some).every((other) => toList(all).some((one) => includes(one, other))),
  );
}

function toList<Value extends string>(value: Value | readonly Value[]): readonly Value[] {
  return typeof value === 'string' ? [value] : value;
}

function coversHost(wide: string, narrow: string): boolean {
  const [one, other] = [parseHostPattern(wide), parseHostPattern(narrow)];
  if (!one || !other || (one.port !== '' && one.port !== other.port)) return false;
  if (one.host === other.host) return one.withSubdomains || !other.withSubdomains;
  return one.withSubdomains && other.host.endsWith(`.${one.host}`);
}

function coversName(wide: string, narrow: string): boolean {
  return wide === '*' || wide.toLowerCase() === narrow.toLowerCase();
}

/** Whether an amount is at most another one of the same currency. */
function isAtMost(one: number | string, other: number | string): boolean {
  const [first, second] = [parseMoney(one), parseMoney(other)];
  return (
    first !== undefined && second !== undefined && first.currency === second.currency && first.value <= second.value
  );
}
