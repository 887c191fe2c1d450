import type { Action } from '../core/action.js';
import type { Element } from '../core/element.js';
import { HandrailError } from '../core/errors.js';

export type Verdict = 'allow' | 'ask' | 'deny' | { verdict: 'allow' | 'ask' | 'deny'; reason?: string };

/** What is about to happen, as the gate sees it. */
export interface Proposal {
  action: Action;
  /** The element the action is on, as it was last seen. */
  element?: Element;
  url?: string;
}

/** Decides on every action before it happens. */
export type Gate = (proposal: Proposal) => Verdict | Promise<Verdict>;

/** Throws unless the gate lets the action through. A gate that fails lets nothing through. */
export async function passGate(gate: Gate, proposal: Proposal): Promise<void> {
  let verdict: Verdict;
  try {
    verdict = await gate(proposal);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HandrailError('denied', `The gate failed (${why}), so nothing was done.`, 'Mend the gate.');
  }
  const { verdict: word, reason } = typeof verdict === 'string' ? { verdict, reason: undefined } : verdict;
  if (word === 'allow') return;
  const because = reason ? `: ${reason}` : '.';
  if (word === 'ask') {
    throw new HandrailError(
      'needs_approval',
      `${proposal.action.type} needs approval${because}`,
      'Ask the person in charge, or choose another way.',
    );
  }
  throw new HandrailError('denied', `${proposal.action.type} is not allowed${because}`, 'Choose another way.');
}
