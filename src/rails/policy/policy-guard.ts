import { normalizeUrl } from '../../core/url.js';
import { type AddressGuard, createAddressGuard } from '../addresses/address-guard.js';
import type { Proposal } from '../gate.js';
import { findExceededLimit } from './check-limits.js';
import { openDayLedger } from './day-ledger.js';
import { type Decision, decide, strictest } from './decide.js';
import { atTime, emptyLedger, type Ledger, recordAllowed } from './ledger.js';
import { loadPolicy } from './load-policy.js';
import { presets } from './presets.js';
import type { Policy, PresetName } from './schema.js';
import type { Situation } from './situation.js';

/** The name of a preset, the path of a file, or a policy as an object. */
export type PolicySource = PresetName | (string & {}) | Policy;

/** Decides on proposals by one policy, and counts what was allowed. */
export interface PolicyGuard {
  readonly policy: Policy;
  /** Undefined if the policy does not limit addresses. */
  readonly addresses: AddressGuard | undefined;
  decide(proposal: Proposal): Decision;
  /**
   * Counts a proposal that every gate allowed, or that a person approved. `false`: another process has used a limit up since the decision, so nothing was
   * counted, and the proposal has to be decided again.
   */
  record(proposal: Proposal, isApproved: boolean): boolean;
  /** What was allowed so far. */
  ledger(): Ledger;
}

/**
 * `home` is the folder in which the limits of a day count (default `.handrail`, or HANDRAIL_HOME). Throws HandrailError for a policy that is not valid, also when its
 * file cannot be read.
 */
export function createPolicyGuard(source: PolicySource, home?: string): PolicyGuard {
  const policy = loadPolicy(source);
  const addresses = createAddressGuard(policy);
  const { perDay, perHost } = policy.limits ?? {};
  const shared = perDay || perHost ? openDayLedger(home) : undefined;
  let own = emptyLedger(new Date());
  const withRun = (day: Ledger, time: Date): Ledger => ({ ...atTime(day, time), run: atTime(own, time).run });
  const current = (time: Date): Ledger => (shared ? withRun(shared.read(time), time) : own);
  return {
    policy,
    addresses,
    decide(proposal) {
      const situation = toSituation(proposal);
      const decision = decide(policy, situation, current(situation.time));
      const byAddress = decideByAddress(addresses, proposal);
      return byAddress ? strictest([decision, byAddress]) : decision;
    },
    record(proposal, isApproved) {
      const situation = toSituation(proposal);
      const line = shared?.add(situation);
      if (line && !isApproved && findExceededLimit(policy, situation, withRun(line.before, situation.time))) {
        line.cancel();
        return false;
      }
      own = recordAllowed(own, situation);
      // Whoever approved it is not asked about the address again.
      if (decideByAddress(addresses, proposal)?.verdict === 'ask') addresses?.name(targetOf(proposal) ?? '');
      return true;
    },
    ledger: () => current(new Date()),
  };
}

/** Whether a policy allows everything, so that no request has to be judged. */
export function allowsEverything({ preset = 'careful', atLeast, rules = [], otherwise, limits }: Policy): boolean {
  const isOpen = otherwise === 'allow' || (!otherwise && allowsAll(preset));
  return rules.length === 0 && !limits && isOpen && (atLeast === undefined || allowsAll(atLeast));
}

function allowsAll(preset: PresetName): boolean {
  const { askFrom, denyFrom } = presets[preset];
  return !askFrom && !denyFrom;
}

function decideByAddress(addresses: AddressGuard | undefined, proposal: Proposal): Decision | undefined {
  const url = addresses && targetOf(proposal);
  if (url === undefined) return undefined;
  const isResource = proposal.action.type === 'request' && proposal.action.kind !== 'navigation';
  const decision = addresses?.judgeUrl(url, isResource ? 'resource' : 'page');
  return decision && { ...decision, reason: `${decision.reason.replace(/\.$/, '')} (${decision.rule}).` };
}

/** The URL that an action or a request leads to. */
function targetOf({ action }: Proposal): string | undefined {
  if (action.type === 'request') return action.url;
  const url = action.type === 'navigate' || (action.type === 'tab' && action.do === 'new') ? action.url : undefined;
  return url === undefined ? undefined : toFullUrl(url);
}

/** The URL that the browser opens. An action with a text that is none fails later. */
function toFullUrl(text: string): string | undefined {
  try {
    return normalizeUrl(text);
  } catch {
    return undefined;
  }
}

function toSituation({
  action,
  safety,
  classes = [],
  evidence,
  amount,
  counted,
  url,
  app,
  dataFrom,
  mustAsk,
}: Proposal): Situation {
  const target = action.type === 'request' || action.type === 'navigate' ? action.url : url;
  return {
    kind: action.type === 'request' ? 'request' : 'action',
    assessment: { safety, classes, reason: evidence, amount },
    host: target !== undefined && URL.canParse(target) ? new URL(target).host || undefined : undefined,
    app,
    tool: action.type === 'tool' ? action.tool : undefined,
    action: action.type === 'request' ? action.cause : action.type === 'tool' ? undefined : action.type,
    dataFrom,
    time: new Date(),
    mustAsk,
    counted,
  };
}
