import type { Action } from '../core/action.js';
import type { Element } from '../core/element.js';
import { isAtLeast, type Safety } from '../core/safety.js';

export type Verdict = 'allow' | 'ask' | 'deny' | { verdict: 'allow' | 'ask' | 'deny'; reason?: string };

/** A tool that is more than one action, or none at all. */
export interface ToolUse {
  type: 'tool';
  tool: string;
  input: unknown;
}

/** What is about to happen, as the gate sees it. */
export interface Proposal {
  action: Action | ToolUse;
  safety: Safety;
  /** The element the action is on, or that lies where it goes, as it was last seen. */
  element?: Element;
  url?: string;
  /** The program in use, of a desktop. */
  app?: string;
  /** Why a person is asked whatever the rules say: in the words of the model or its provider. Untrusted. */
  reason?: string;
}

/** Decides on every action before it happens. */
export type Gate = (proposal: Proposal) => Verdict | Promise<Verdict>;

/** Asked when a gate says `ask`: a person, or whoever stands for one. Anything but `true` is a no. */
export type Approve = (proposal: Proposal, signal: AbortSignal) => boolean | Promise<boolean>;

/** Allows what is less than `least`, and asks about the rest. */
export function askFrom(least: Safety): Gate {
  return ({ safety }) =>
    isAtLeast(safety, least) ? { verdict: 'ask', reason: `its safety level is ${safety}` } : 'allow';
}
