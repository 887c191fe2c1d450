import { type Decision, decide } from './decide.js';
import type { Ledger } from './ledger.js';
import type { Condition, Policy, Rule } from './schema.js';
import type { Situation } from './situation.js';

/** A decision, and what would change it. */
export interface Explanation extends Decision {
  /** The decision without the rule that decided. Absent where nothing can be left out. */
  without?: Decision;
  /** A rule that would allow what is not allowed, or deny what is. Absent where no rule can. */
  change?: Rule;
}

export function explain(policy: Policy, situation: Situation, ledger: Ledger): Explanation {
  const decision = decide(policy, situation, ledger);
  const changed = without(policy, situation, decision.rule);
  const change = findChange(policy, situation, ledger, decision);
  return {
    ...decision,
    ...(changed ? { without: decide(changed.policy, changed.situation, ledger) } : {}),
    ...(change ? { change } : {}),
  };
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
  if (rule.startsWith('atLeast ')) return { policy: { ...policy, atLeast: undefined }, situation };
  return rule === 'confirmation' ? { policy, situation: { ...situation, mustAsk: undefined } } : undefined;
}

const neverRule: Rule = { when: { countAbove: Number.MAX_SAFE_INTEGER }, do: 'allow' };

/** The narrowest rule for this class, host, program or action that changes the verdict. */
function findChange(policy: Policy, situation: Situation, ledger: Ledger, { verdict }: Decision): Rule | undefined {
  const rule: Rule = { when: conditionOf(situation), do: verdict === 'allow' ? 'deny' : 'allow' };
  const changed = decide({ ...policy, rules: [...(policy.rules ?? []), rule] }, situation, ledger);
  return changed.verdict === rule.do ? rule : undefined;
}

function conditionOf({ assessment, host, app, tool, action, kind }: Situation): Condition {
  const [first, ...others] = assessment.classes;
  const what: Condition =
    first !== undefined
      ? { class: others.length > 0 ? [first, ...others] : first }
      : tool !== undefined
        ? { tool }
        : action !== undefined && kind === 'action'
          ? { action }
          : {};
  return { ...what, ...(host === undefined ? {} : { host }), ...(app === undefined ? {} : { app }) };
}
