import { type Decision, decide } from './decide.js';
import type { Ledger } from './ledger.js';
import type { Policy } from './schema.js';
import type { Situation } from './situation.js';

/** A decision, and what would have been decided without the rule that decided. */
export interface Explanation extends Decision {
  without?: Decision;
}

export function explain(policy: Policy, situation: Situation, ledger: Ledger): Explanation {
  const decision = decide(policy, situation, ledger);
  const changed = without(policy, situation, decision.rule);
  return changed ? { ...decision, without: decide(changed.policy, changed.situation, ledger) } : decision;
}

/** The same without one rule. Undefined if nothing can be left out: a policy always has a preset. */
function without(
  policy: Policy,
  situation: Situation,
  rule: string,
): { policy: Policy; situation: Situation } | undefined {
  const index = /^rules\[(\d+)\]$/.exec(rule)?.[1];
  if (index !== undefined)
    // The rules after it keep their numbers.
    return {
      policy: { ...policy, rules: policy.rules?.map((one, at) => (at === Number(index) ? neverRule : one)) },
      situation,
    };
  if (rule.startsWith('limits.')) return { policy: { ...policy, limits: undefined }, situation };
  if (rule === 'otherwise') return { policy: { ...policy, otherwise: undefined }, situation };
  return rule === 'confirmation' ? { policy, situation: { ...situation, mustAsk: undefined } } : undefined;
}

const neverRule = { when: { countAbove: Number.MAX_SAFE_INTEGER }, do: 'allow' as const };
