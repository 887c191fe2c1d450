import type { Change } from '../core/change.js';
import { formatAddress, type WebAddress } from '../rails/addresses/web-address.js';
import type { NewProposal, Proposal, RequestUse } from '../rails/gate.js';
import { checkRequest } from './judging/check-request.js';
import type { EgressListener } from './session-egress.js';
import type { SessionState } from './session-state.js';

/** A page can try any number of addresses. */
const maxReported = 50;

/** Asks the approver of the session about addresses, and reports refused ones with the next outcome. */
export function createEgressListener(state: SessionState): EgressListener {
  return {
    async ask(address, { reason }) {
      const cause = state.currentAction?.proposal.action;
      const proposal: NewProposal & { action: RequestUse } = {
        action: {
          type: 'request',
          method: 'CONNECT',
          url: toUrl(address),
          kind: 'resource',
          fields: [],
          cause: toCause(cause),
        },
        safety: 'medium',
        classes: ['new_origin'],
        evidence: reason,
        url: state.lastView?.url,
      };
      return checkRequest(state, proposal, undefined, state.currentAction?.options ?? {}).then(
        () => true,
        () => false, // the refusal is reported by the proxy
      );
    },
    onRefused(address, reason) {
      noteBlocked(state, { kind: 'request', method: 'CONNECT', url: toUrl(address), blocked: reason });
    },
  };
}

/** Reports a blocked request with the outcome of the action that runs, or of the next one. The action does not fail because of it. */
export function noteBlocked({ lateChanges }: SessionState, change: Extract<Change, { kind: 'request' }>): void {
  const isKnown = lateChanges.some((one) => one.kind === 'request' && one.url === change.url && one.blocked);
  if (!isKnown && lateChanges.length < maxReported) lateChanges.push(change);
}

function toCause(action: Proposal['action'] | undefined) {
  return action === undefined || action.type === 'tool' || action.type === 'request' ? undefined : action.type;
}

function toUrl(address: WebAddress): string {
  return `${address.port === 443 ? 'https' : 'http'}://${formatAddress(address)}/`;
}
