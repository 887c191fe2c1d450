import { callName } from '../models/adapter/calls.js';
import type { Call } from '../models/model.js';
import type { Session } from '../session/session.js';
import type { Registry } from '../tools/registry.js';
import type { ToolResult } from '../tools/tool.js';
import { toCallText } from './call-text.js';
import type { RunStatus } from './events.js';
import { checkExpectations, type Expectation, pageShowsAnswer } from './expectations.js';

/** What a model reports when it ends the task as done. */
export interface Claim {
  answer: string;
  data?: unknown;
}

/** Collects evidence during the run and verifies the claim that the task is done. */
export interface CompletionCheck {
  record(call: Call, result: ToolResult): void;
  /** Returns what contradicts the claim, or nothing. */
  verify(claim: Claim, session: Session, signal: AbortSignal): Promise<string | undefined>;
  verdict(status: RunStatus): { verified: boolean; evidence: string[] };
}

const maxUnverifiedCalls = 5;

/** Checks a claim against the expectations of the run; without expectations, against the evidence that the run collected. */
export function createCompletionCheck(expect: Expectation | undefined, registry: Registry): CompletionCheck {
  const hasExpectations = expect !== undefined && Object.values(expect).some((one) => one !== undefined);
  const unverifiedCalls: string[] = [];
  const refusedCalls: string[] = [];
  let evidence: string[] = [];
  let isVerified = false;
  let actionCount = 0;

  function record(call: Call, { success, metadata }: ToolResult): void {
    if (!success && (metadata.code === 'denied' || metadata.code === 'needs_approval'))
      refusedCalls.push(toCallText(call));
    if (!success || metadata.effect === undefined) return;
    actionCount += 1;
    const wasAlreadySo = metadata.effect === 'unchanged' && registry.get(callName(call))?.idempotent;
    if (metadata.effect !== 'changed' && !wasAlreadySo) unverifiedCalls.push(toCallText(call));
  }

  /** Without expectations: uses the evidence that the run collected. */
  async function collectEvidence({ answer, data }: Claim, session: Session, signal: AbortSignal): Promise<void> {
    const isShown = typeof data === 'string' && (await pageShowsAnswer(data, session, signal));
    const isEveryCallVerified = unverifiedCalls.length === 0;
    if (isShown) evidence.push(`The page shows the answer "${answer.slice(0, 200)}".`);
    if (actionCount > 0 && isEveryCallVerified)
      evidence.push(
        actionCount === 1
          ? 'The one action had a verified effect.'
          : `All ${actionCount} actions had verified effects.`,
      );
    for (const call of refusedCalls.slice(0, maxUnverifiedCalls))
      evidence.push(`Refused, so it was not done: ${call.slice(0, 120)}.`);
    for (const call of unverifiedCalls.slice(0, maxUnverifiedCalls))
      evidence.push(`No effect was observed for ${call.slice(0, 120)}.`);
    isVerified = isShown;
    if (!isShown) evidence.push('No expectation was set: only the model reports that the task is done.');
  }

  return {
    record,
    async verify(claim, session, signal) {
      evidence = [];
      if (!hasExpectations) {
        await collectEvidence(claim, session, signal);
        return undefined;
      }
      const checks = await checkExpectations(expect, session, claim, signal);
      evidence.push(...checks.map(({ holds, text }) => `${holds ? 'Holds' : 'Does not hold'}: ${text}.`));
      const failed = checks.filter(({ holds }) => !holds).map(({ text }) => text);
      isVerified = failed.length === 0;
      return isVerified ? undefined : `expected that ${failed.join('; that ')}.`;
    },
    verdict: (status) => ({ verified: status === 'done' && isVerified, evidence }),
  };
}
