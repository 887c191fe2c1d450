import type { RiskAssessment, RiskClass } from '../../core/risk/risk-class.js';
import { isAtLeast, type Safety } from '../../core/safety.js';

/** Nothing at risk. */
export const safe: RiskAssessment = { safety: 'safe', classes: [] };
export const lowRisk: RiskAssessment = { safety: 'low_risk', classes: [] };

export function assess(safety: Safety, riskClass: RiskClass, reason: string): RiskAssessment {
  return { safety, classes: [riskClass], reason };
}

/** Both together: the higher level with its reason, and the classes of both. `unknown_write` is dropped where something is known. */
export function combine(one: RiskAssessment, other: RiskAssessment): RiskAssessment {
  const [higher, lower] = isAtLeast(one.safety, other.safety) ? [one, other] : [other, one];
  const all = [...new Set([...higher.classes, ...lower.classes])];
  const known = all.filter((name) => name !== 'unknown_write');
  const amount = higher.amount ?? lower.amount;
  const isVague = higher.classes.length === 1 && higher.classes[0] === 'unknown_write' && known.length > 0;
  const reason = isVague && lower.reason !== undefined ? lower.reason : higher.reason;
  return {
    safety: higher.safety,
    classes: known.length > 0 ? known : all,
    ...(reason === undefined ? {} : { reason }),
    ...(amount ? { amount } : {}),
  };
}
