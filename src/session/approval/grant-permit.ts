import type { Action } from '../../core/action.js';
import type { Element, ElementId } from '../../core/element.js';
import { isAtLeast } from '../../core/safety.js';
import { classifyName } from '../../rails/classify/classify-name.js';
import type { NewProposal, ToolUse } from '../../rails/gate.js';
import { activeWindowId } from '../active-window.js';
import { askPerson, createCounter, decideProposal } from '../judging/check-gates.js';
import { toMaskedProposal } from '../judging/masked-proposal.js';
import type { Rails, SessionState } from '../session-state.js';
import { isSameRisk } from './approve-action.js';
import { bindAction, hostOf } from './digest.js';
import { type Permit, permitLifetimeMs } from './permit.js';
import { observeTarget } from './resolve-target.js';
import { captureTarget } from './target-picture.js';

/** A tool call, or one action that a tool declares riskier than it looks. */
export type PermitProposal = Omit<NewProposal, 'action'> & { action: Action | ToolUse };

export interface PermitOptions {
  signal?: AbortSignal | undefined;
  rails?: Rails | undefined;
  /** Finds the element that the input of a tool means. Called only if a person is asked. */
  findElement?: (() => Promise<ElementId | undefined>) | undefined;
}

/** Checks a tool call or an action by the rules, and asks a person if a rule asks. Throws HandrailError when it is refused. */
export async function grantPermit(
  state: SessionState,
  proposal: PermitProposal,
  options: PermitOptions,
): Promise<Permit> {
  const { action, safety } = proposal;
  if (action.type !== 'tool') state.inputBlocker?.check(action, activeWindowId(state.lastView));
  const permit: Permit = { safety };
  const place = { url: proposal.url || state.lastView?.url, app: proposal.app ?? state.lastView?.app };
  const first = toMaskedProposal(state, { ...proposal, ...place });
  const asked = await decideProposal(state, first, options);
  // A gate that allows the call can still ask about one of its actions.
  const count = createCounter(state, options);
  if (!asked && count({ proposal: first, isApproved: false })) return permit;
  const subject = { action, elementId: await options.findElement?.() };
  const resolved = await observeTarget(state, subject, options.signal);
  const { url, app } = resolved.view;
  const current = toMaskedProposal(state, {
    ...withNameOf(resolved.element, proposal),
    url,
    app,
    ...(resolved.element ? { element: resolved.element } : {}),
  });
  const ask = asked && isSameRisk(first, current) ? asked : await decideProposal(state, current, options);
  const binding = bindAction(action, resolved);
  const picture = () => captureTarget(state, resolved, options.signal);
  if (ask) await askPerson(state, { proposal: current, ask, binding, resolved, picture }, options);
  if (!count({ proposal: current, isApproved: ask !== undefined })) return grantPermit(state, proposal, options);
  if (!ask) return permit;
  const granted: Permit = { safety: current.safety };
  const expiresAt = performance.now() + permitLifetimeMs;
  state.permits.set(granted, { subject, binding, host: hostOf(url), expiresAt, isVerified: false });
  return granted;
}

/** A call that presses a control is as risky as the name of the control says, so that a person is asked once and about all of it. */
function withNameOf(element: Element | undefined, proposal: PermitProposal): PermitProposal {
  const { safety, classes = [] } = proposal;
  if (!element || proposal.action.type !== 'tool' || !isAtLeast(safety, 'medium')) return proposal;
  const named = classifyName(element.name);
  if (named.classes.length === 0) return proposal;
  return {
    ...proposal,
    safety: isAtLeast(safety, named.safety) ? safety : named.safety,
    classes: [...new Set([...classes, ...named.classes])],
    evidence: proposal.evidence ?? named.reason,
    amount: proposal.amount ?? named.amount,
  };
}
