import type { Action } from '../core/action.js';
import type { Element } from '../core/element.js';
import { checkName } from '../core/options.js';
import { isAtLeast, type Safety, safetyLevels } from '../core/safety.js';

export type Verdict = 'allow' | 'ask' | 'deny' | { verdict: 'allow' | 'ask' | 'deny'; reason?: string };

/** A tool call, which can perform any number of actions. */
export interface ToolUse {
  type: 'tool';
  tool: string;
  input: unknown;
}

/** What is about to run. The gates and the approver decide on it. */
export interface Proposal {
  /** Identifies the proposal in events and approval requests. */
  id: string;
  /** One line for people: action, element, page or program, safety level. */
  description: string;
  action: Action | ToolUse;
  safety: Safety;
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

/** Called when a gate returns `ask`. Only `true` approves. */
export type Approve = (proposal: Proposal, signal: AbortSignal) => boolean | Promise<boolean>;

/** Returns a gate that allows actions below the safety level and asks about all others. */
export function askFrom(level: Safety): Gate {
  checkName('askFrom', 'safety level', level, safetyLevels);
  return ({ safety }) =>
    isAtLeast(safety, level) ? { verdict: 'ask', reason: `its safety level is ${safety}` } : 'allow';
}
