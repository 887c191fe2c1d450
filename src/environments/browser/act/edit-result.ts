import { type ErrorCode, errorCodes, HandrailError } from '../../../core/errors.js';
import type { EditResult } from '../../../perception/page/protocol.js';
import { ActionRefused } from './prepared-action.js';

type Refused = Extract<EditResult, { ok: false }>;

function codeOf({ code }: Refused): ErrorCode {
  return errorCodes.find((known) => known === code) ?? 'internal';
}

/** Throws the collector's error if an edit failed. */
export function ensureEdited(edited: EditResult): void {
  if (!edited.ok) throw new HandrailError(codeOf(edited), edited.message, edited.hint);
}

/** Like `ensureEdited`, for an edit that is the whole action: if it failed, nothing was done. */
export function refuseUnlessEdited(edited: EditResult): void {
  if (!edited.ok) throw new ActionRefused(codeOf(edited), edited.message, edited.hint);
}
