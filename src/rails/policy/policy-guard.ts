import type { Proposal } from '../gate.js';
import { type Decision, decide } from './decide.js';
import { emptyLedger, type Ledger, recordAllowed } from './ledger.js';
import { loadPolicy } from './load-policy.js';
import { presets } from './presets.js';
import type { Policy, PresetName } from './schema.js';
import type { Situation } from './situation.js';

/** The name of a preset, the path of a file, or a policy as an object. */
export type PolicySource = PresetName | (string & {}) | Policy;

/** Decides on proposals by one policy, and counts what was allowed. */
export interface PolicyGuard {
  readonly policy: Policy;
  decide(proposal: Proposal): Decision;
  /** Counts a proposal that every gate allowed or a person approved. */
  record(proposal: Proposal): void;
  /** What was allowed so far, for the next run. */
  ledger(): Ledger;
}

/** Throws HandrailError for a policy that is not valid, also when its file cannot be read. */
export function createPolicyGuard(source: PolicySource, before?: Ledger): PolicyGuard {
  const policy = loadPolicy(source);
  let ledger = before ?? emptyLedger(new Date());
  return {
    policy,
    decide: (proposal) => decide(policy, toSituation(proposal), ledger),
    record(proposal) {
      ledger = recordAllowed(ledger, toSituation(proposal));
    },
    ledger: () => ledger,
  };
}

/** Whether a policy allows everything, so that no request has to be judged. */
export function allowsEverything({ preset = 'careful', rules = [], otherwise, limits }: Policy): boolean {
  const { askFrom, denyFrom } = presets[preset];
  return rules.length === 0 && !limits && (otherwise === 'allow' || (!otherwise && !askFrom && !denyFrom));
}

function toSituation({ action, safety, classes = [], evidence, amount, url, app, mustAsk }: Proposal): Situation {
  const target = action.type === 'request' || action.type === 'navigate' ? action.url : url;
  return {
    kind: action.type === 'request' ? 'request' : 'action',
    assessment: { safety, classes, reason: evidence, amount },
    host: target !== undefined && URL.canParse(target) ? new URL(target).host || undefined : undefined,
    app,
    tool: action.type === 'tool' ? action.tool : undefined,
    action: action.type === 'request' ? action.cause : action.type === 'tool' ? undefined : action.type,
    time: new Date(),
    mustAsk,
  };
}
