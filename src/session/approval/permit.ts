import type { Safety } from '../../core/safety.js';
import type { View } from '../../core/view.js';
import type { SessionState } from '../session-state.js';
import { type Binding, bindAction, hostOf } from './digest.js';
import { resolveTarget, type Subject } from './resolve-target.js';

/** Granted by `session.permit`. It covers the actions of one tool call up to its safety level. */
export interface Permit {
  readonly safety: Safety;
  /** One of its actions was consequential. */
  hasActed?: boolean;
}

/** What a person approved with a permit. */
export interface PermitGrant {
  subject: Subject;
  binding: Binding;
  /** The host of the page. The permit does not cover actions on another one. */
  host: string | undefined;
  /** When it ends (performance.now). */
  expiresAt: number;
  /** The first action has verified that nothing changed after the approval. */
  isVerified: boolean;
}

/** An approved tool call that has not ended after this time asks again. */
export const permitLifetimeMs = 600_000;

/** The grant of a permit that this session gave, while it counts for this page. */
export function findGrant(
  { permits }: SessionState,
  permit: Permit | undefined,
  url: string | undefined,
): PermitGrant | undefined {
  const grant = permit && permits.get(permit);
  if (!grant || performance.now() > grant.expiresAt) return undefined;
  return grant.isVerified && grant.host !== hostOf(url) ? undefined : grant;
}

/** Whether the screen still shows what the person approved. */
export async function isStillBound(
  state: SessionState,
  { subject, binding }: Pick<PermitGrant, 'subject' | 'binding'>,
  view: View,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const resolved = await resolveTarget(state, subject, view, signal);
  return bindAction(subject.action, resolved).digest === binding.digest;
}
