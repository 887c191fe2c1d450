import type { RiskClass } from '../../core/risk/risk-class.js';
import { isAtLeast } from '../../core/safety.js';
import { findExceededLimit } from './check-limits.js';
import { atTime, type Ledger } from './ledger.js';
import { matchesRule, specificity } from './match-rule.js';
import { presets } from './presets.js';
import type { Policy, PolicyVerdict, PresetName, Rule } from './schema.js';
import type { Situation } from './situation.js';

/** The verdict of a policy, and where it comes from. */
export interface Decision {
  verdict: PolicyVerdict;
  /** `rules[0]`, `preset careful`, `atLeast careful`, `otherwise`, `limits.perRun.money`, or `confirmation` if the model's provider asks. */
  rule: string;
  /** A sentence. */
  reason: string;
}

const strictness: readonly PolicyVerdict[] = ['allow', 'ask', 'deny'];

export function strictest(decisions: readonly [Decision, ...Decision[]]): Decision {
  const [first, ...others] = decisions;
  return others.reduce(
    (result, one) => (strictness.indexOf(one.verdict) > strictness.indexOf(result.verdict) ? one : result),
    first,
  );
}

/**
 * Decides on an action or a request. Each class of the assessment is decided on its own, and the strictest verdict counts. For a class: a rule that denies
 * wins; then the most specific rule that matches, and of equally specific ones the stricter; then `otherwise`; then the preset. No verdict is looser than that of
 * `atLeast`. A limit that would be exceeded turns `allow` into `ask`.
 */
export function decide(policy: Policy, situation: Situation, ledger: Ledger): Decision {
  const now = atTime(ledger, situation.time);
  const classes: readonly (RiskClass | undefined)[] =
    situation.assessment.classes.length > 0 ? situation.assessment.classes : [undefined];
  const [first, ...others] = classes.map((one) => decideClass(policy, situation, one, now));
  const own = strictest([first ?? byPreset(policy, situation), ...others]);
  const decision = policy.atLeast === undefined ? own : strictest([own, byMinimum(policy.atLeast, situation)]);
  if (decision.verdict !== 'allow') return decision;
  const exceeded = findExceededLimit(policy, situation, now);
  if (exceeded) return { verdict: 'ask', ...exceeded };
  if (situation.mustAsk !== undefined)
    return {
      verdict: 'ask',
      rule: 'confirmation',
      reason: `The model or its provider asks for a confirmation: ${situation.mustAsk}`,
    };
  return decision;
}

function decideClass(policy: Policy, situation: Situation, riskClass: RiskClass | undefined, ledger: Ledger): Decision {
  const matching = (policy.rules ?? [])
    .map((rule, index) => ({ rule, index }))
    .filter(({ rule }) => matchesRule(rule, situation, riskClass, ledger))
    .sort((one, other) => rank(other.rule) - rank(one.rule));
  const [best] = matching;
  if (best) return toDecision(best.rule, best.index, riskClass);
  if (policy.otherwise !== undefined && !isPlainLoad(situation))
    return { verdict: policy.otherwise, rule: 'otherwise', reason: 'No rule matches it.' };
  return byPreset(policy, situation);
}

/** A page loads its parts by itself. Only rules decide on them. */
function isPlainLoad({ kind, assessment }: Situation): boolean {
  return kind === 'request' && assessment.safety === 'safe';
}

const denyRank = 1_000;
const askRank = 0.1;

function rank(rule: Rule): number {
  return (rule.do === 'deny' ? denyRank : rule.do === 'ask' ? askRank : 0) + specificity(rule.when);
}

function toDecision(rule: Rule, index: number, riskClass: RiskClass | undefined): Decision {
  const what = riskClass === undefined ? '' : ` for the class ${riskClass}`;
  return { verdict: rule.do, rule: `rules[${index}]`, reason: rule.reason ?? `Rule ${index + 1} decides${what}.` };
}

function byMinimum(preset: PresetName, situation: Situation): Decision {
  return { ...byPreset({ preset }, situation), rule: `atLeast ${preset}` };
}

function byPreset(policy: Policy, { kind, assessment }: Situation): Decision {
  const name = policy.preset ?? 'careful';
  const { askFrom, denyFrom } = presets[name];
  const rule = `preset ${name}`;
  const level = `its level is ${assessment.safety}`;
  const why = assessment.reason === undefined ? level : `${level}: ${assessment.reason}`;
  const deny = denyFrom?.[kind];
  if (deny !== undefined && isAtLeast(assessment.safety, deny))
    return { verdict: 'deny', rule, reason: `The preset ${name} only reads, and ${why}.` };
  if (askFrom !== undefined && isAtLeast(assessment.safety, askFrom))
    return { verdict: 'ask', rule, reason: `The preset ${name} asks from ${askFrom} on, and ${why}.` };
  return { verdict: 'allow', rule, reason: `The preset ${name} allows it: ${level}.` };
}
