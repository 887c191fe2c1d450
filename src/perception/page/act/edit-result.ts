import type { EditResult } from '../protocol.js';

export type Refused = Extract<EditResult, { ok: false }>;

export function refuse(code: string, message: string, hint?: string): Refused {
  return { ok: false, code, message, hint };
}

export function refuseStale(): EditResult {
  return refuse('stale_element', 'The element is gone.');
}

export function refuseDisabled(): EditResult {
  return refuse('disabled', 'The element is disabled.', 'Enable it first.');
}
