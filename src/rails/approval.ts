import type { Picture } from '../core/observation.js';
import type { Proposal } from './gate.js';

/** `once`: only this. `run`: also the same class of action on the same target, until the run or the session ends. */
export const approvalAnswers = ['once', 'run', 'no'] as const;
export type ApprovalAnswer = (typeof approvalAnswers)[number];

export interface ApprovalReply {
  answer: ApprovalAnswer;
  /** With `no`: a message to the model. */
  message?: string | undefined;
}

/** What an approver decides on. */
export interface ApprovalRequest extends Proposal {
  /** One sentence: what will happen, to what, and where. Texts of the page are in quotes and cannot add lines. */
  sentence: string;
  /** What asks: `rules[0]`, `preset careful`, `limits.perRun.money`, `confirmation`, `gate`, `changed`. */
  rule: string;
  /** Why it asks, as a sentence. */
  why: string;
  /** The host that the action is about, in a browser. */
  host?: string | undefined;
  /** Identifies the resolved target, its form, the address and the values. The answer counts for this only. */
  digest: string;
  /** When a missing answer becomes a no. */
  expiresAt: string;
  /** The screen with the target marked, captured now. Undefined for a request, and if the screen cannot be captured. */
  picture(): Promise<Picture | undefined>;
}

/** Called when a rule or a gate asks. `true` means `once`. Everything but a yes means `no`. */
export type Approve = (
  request: ApprovalRequest,
  signal: AbortSignal,
) => boolean | ApprovalReply | Promise<boolean | ApprovalReply>;

/** The answer of an approver. A value that is no answer means `no`. */
export function readReply(value: unknown): ApprovalReply {
  if (value === true) return { answer: 'once' };
  if (typeof value !== 'object' || value === null || !('answer' in value)) return { answer: 'no' };
  const answer = approvalAnswers.find((one) => one === value.answer) ?? 'no';
  const message = 'message' in value && typeof value.message === 'string' ? value.message : undefined;
  return { answer, message };
}
