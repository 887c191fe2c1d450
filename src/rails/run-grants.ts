import type { RiskClass } from '../core/risk/risk-class.js';
import { isAtLeast, type Safety } from '../core/safety.js';
import type { Proposal } from './gate.js';

interface Grant {
  target: string;
  classes: ReadonlySet<RiskClass>;
  safety: Safety;
  amount: Proposal['amount'];
}

/** What a person allowed for the rest of a run or of a session. */
export interface RunGrants {
  add(target: string, proposal: Proposal): void;
  covers(target: string, proposal: Proposal): boolean;
}

/** A grant covers the same target and the same classes, up to the safety level and the amount of money that the person saw. */
export function createRunGrants(): RunGrants {
  const grants: Grant[] = [];
  return {
    add(target, { classes = [], safety, amount }) {
      grants.push({ target, classes: new Set(classes), safety, amount });
    },
    covers: (target, proposal) => grants.some((grant) => grant.target === target && coversRisk(grant, proposal)),
  };
}

function coversRisk(grant: Grant, { classes = [], safety, amount }: Proposal): boolean {
  if (!isAtLeast(grant.safety, safety)) return false;
  if (classes.length !== grant.classes.size || !classes.every((one) => grant.classes.has(one))) return false;
  if (!amount) return true;
  return grant.amount?.currency === amount.currency && grant.amount.value >= amount.value;
}
