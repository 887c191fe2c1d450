import type { Action } from '../core/action.js';
import type { SentField } from '../core/change.js';
import type { Element } from '../core/element.js';
import { checkName } from '../core/options.js';
import type { OutgoingRequest } from '../core/risk/outgoing-request.js';
import type { RiskAssessment, RiskClass } from '../core/risk/risk-class.js';
import { isAtLeast, type Safety, safetyLevels } from '../core/safety.js';

export type Verdict = 'allow' | 'ask' | 'deny' | { verdict: 'allow' | 'ask' | 'deny'; reason?: string };

/** A tool call, which can perform any number of actions. */
export interface ToolUse {
  type: 'tool';
  tool: string;
  input: unknown;
}

/** A request that is about to leave the browser. */
export interface RequestUse {
  type: 'request';
  method: string;
  url: string;
  kind: OutgoingRequest['kind'];
  /** What it sends. */
  fields: readonly SentField[];
  /** The type of the action that caused it. Absent if the page sends it by itself. */
  cause?: Action['type'] | undefined;
}

/** What is about to run. The gates and the approver decide on it. */
export interface Proposal {
  /** Identifies the proposal in events and approval requests. */
  id: string;
  /** One line for people: action, element, page or program, safety level. */
  description: string;
  action: Action | ToolUse | RequestUse;
  safety: Safety;
  /** What it puts at risk. */
  classes?: readonly RiskClass[] | undefined;
  /** Why it has this level and these classes, as a clause. */
  evidence?: string | undefined;
  /** The money that is at stake. */
  amount?: RiskAssessment['amount'];
  /** What its action or tool call has counted already for the limits of the policy. */
  counted?: Pick<RiskAssessment, 'safety' | 'classes' | 'amount'> | undefined;
  /** For the class `cross_origin_data`: the origins where the data was read. */
  dataFrom?: readonly string[] | undefined;
  /** A person has to confirm it, whatever the policy says: the model or its provider asks for it. */
  mustAsk?: string | undefined;
  /** The target element, or the element at the target coordinates, as last observed. */
  element?: Element;
  url?: string;
  /** On a desktop: the active program. */
  app?: string;
  /** Why the model or its provider asks for approval, or what an open dialog says. Untrusted text. */
  reason?: string;
}

/** A proposal before it has an id and a description. */
export type NewProposal = Omit<Proposal, 'id' | 'description'>;

/** Decides on every action before it runs. */
export type Gate = (proposal: Proposal) => Verdict | Promise<Verdict>;

/** Returns a gate that allows actions below the safety level and asks about all others. */
export function askFrom(level: Safety): Gate {
  checkName('askFrom', 'safety level', level, safetyLevels);
  return ({ safety }) =>
    isAtLeast(safety, level) ? { verdict: 'ask', reason: `its safety level is ${safety}` } : 'allow';
}
