import type { Safety } from '../safety.js';

/** What an action or a request does that a person may want to decide on. */
export const riskClasses = [
  'send',
  'pay',
  'delete',
  'publish',
  'install',
  'accept_terms',
  'upload',
  'download',
  'credentials',
  'new_origin',
  'script',
  'sign_out',
  /** Data that was read on one origin goes to another one. */
  'cross_origin_data',
  /** It changes data on a server, and nothing shows that this is harmless. */
  'unknown_write',
] as const;
export type RiskClass = (typeof riskClasses)[number];

/** The result of classifying an action or a request. */
export interface RiskAssessment {
  safety: Safety;
  classes: readonly RiskClass[];
  /** The evidence, as a clause: 'the path contains "order"'. Absent for `safe` and `low_risk`. */
  reason?: string | undefined;
  /** The amount of money that is at stake, as far as it is known. */
  amount?: { value: number; currency: string } | undefined;
}
