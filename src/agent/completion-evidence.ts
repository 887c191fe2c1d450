import { toolOf } from '../models/adapter/name-call.js';
import type { Call } from '../models/model.js';
import type { Session } from '../session/session.js';
import type { Registry } from '../tools/registry.js';
import type { ToolResult } from '../tools/tool.js';
import { nameCall } from './calls.js';
import type { RunStatus } from './events.js';
import type { Claim } from './loop.js';
import { checkExpectations, type Expectation, showsAnswer } from './verify-claim.js';

/** What speaks for a result: gathered while the run goes on, and checked when the model says that it is done. */
export interface Proof {
  note(call: Call, result: ToolResult): void;
  /** What speaks against a claim, or nothing. */
  doubt(claim: Claim, session: Session, signal: AbortSignal): Promise<string | undefined>;
  verdict(status: RunStatus): { verified: boolean; evidence: string[] };
}

/** `literal`: the model does exactly what it is told, so that what was seen of its calls is a proof. */
export function createProof(expect: Expectation | undefined, literal: boolean, registry: Registry): Proof {
  const asked = expect !== undefined && Object.values(expect).some((one) => one !== undefined);
  let evidence: string[] = [];
  let isProven = false;
  let acted = 0;
  const unseen: string[] = [];

  function note(call: Call, { success, metadata }: ToolResult): void {
    if (!success || metadata.effect === undefined) return;
    acted += 1;
    const isSo = metadata.effect === 'unchanged' && registry.get(toolOf(call))?.idempotent;
    if (metadata.effect !== 'changed' && !isSo) unseen.push(nameCall(call));
  }

  /** Without criteria, whatever evidence there is. */
  async function weigh({ answer, data }: Claim, session: Session, signal: AbortSignal): Promise<void> {
    const said = data === undefined ? undefined : typeof data === 'string' ? data : undefined;
    const isShown = said !== undefined && (await showsAnswer(said, session, signal));
    if (isShown) evidence.push(`The page shows the answer "${answer.slice(0, 200)}".`);
    if (acted > 0 && unseen.length === 0)
      evidence.push(`${acted === 1 ? 'The one action was' : `All ${acted} actions were`} seen to take effect.`);
    for (const one of unseen.slice(0, 5)) evidence.push(`Nothing was seen to come of ${one.slice(0, 120)}.`);
    if (literal && acted === 0 && !isShown) evidence.push('Everything that was asked about was found to be so.');
    isProven = literal ? unseen.length === 0 : isShown;
    if (!isProven)
      evidence.push(
        literal ? 'Not everything was seen to work.' : 'Nothing was asked to be checked: this is what the model says.',
      );
  }

  return {
    note,
    async doubt(claim, session, signal) {
      evidence = [];
      if (!asked) {
        await weigh(claim, session, signal);
        return undefined;
      }
      const checks = await checkExpectations(expect, session, claim, signal);
      evidence.push(...checks.map(({ holds, what }) => `${holds ? 'Holds' : 'Does not hold'}: ${what}.`));
      isProven = checks.every(({ holds }) => holds);
      const wrong = checks.filter(({ holds }) => !holds).map(({ what }) => what);
      return wrong.length > 0 ? `it was expected that ${wrong.join('; that ')}.` : undefined;
    },
    verdict: (status) => ({ verified: status === 'done' && isProven, evidence }),
  };
}
