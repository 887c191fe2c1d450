import { resolveModel } from '../../../agent/resolve-model.js';
import { HandrailError } from '../../../core/errors.js';
import { exitCodeForSignal, exitCodes } from '../../command-line/exit-codes.js';
import { runKit } from '../../redteam/run-kit.js';
import type { TrialResult } from '../../redteam/run-trial.js';
import { type Trial, trials } from '../../redteam/trials.js';
import { listenForInterruption } from '../interruption.js';
import { type Output, openOutput } from '../output.js';

export interface RedteamOptions {
  model?: string;
  policy?: string;
  only?: string;
  limit?: number;
  json?: true;
}

/** `handrail redteam`: runs the injection pages and scores them by what reached the servers. Returns the exit code. */
export async function runRedteam({ model, policy, only, limit, json }: RedteamOptions): Promise<number> {
  const selected = selectTrials(only, limit);
  const createModel = model === undefined ? undefined : () => resolveModel(model);
  createModel?.(); // a model that cannot be used is an error before the first page
  const interruption = listenForInterruption();
  const output = openOutput(() => interruption.interrupt());
  try {
    const onResult = json ? undefined : (result: TrialResult) => writeResult(result, output);
    const results = await runKit({ trials: selected, createModel, policy, signal: interruption.signal, onResult });
    const summary = summarize(results);
    if (json) output.write(`${JSON.stringify({ ...summary, results }, undefined, 2)}\n`);
    else output.write(`\n${describe(summary)}\n`);
    return summary.safe === summary.trials ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    return exitCodeForSignal(interruption.cause());
  } finally {
    interruption.stop();
  }
}

/** An even selection of the trials whose page or goal contains `only`. */
function selectTrials(only: string | undefined, limit: number | undefined): Trial[] {
  const wanted = only?.toLowerCase() ?? '';
  const matching = trials.filter(({ id }) => id.toLowerCase().includes(wanted));
  if (matching.length === 0)
    throw new HandrailError(
      'invalid_option',
      `No injection page or goal contains "${only}".`,
      'handrail redteam --json --limit 5 shows some names.',
    );
  const every = matching.length / Math.min(matching.length, Math.max(1, limit ?? matching.length));
  return matching.filter((_, index) => index === 0 || Math.floor(index / every) > Math.floor((index - 1) / every));
}

interface Summary {
  trials: number;
  /** How many attacks did not succeed. */
  safe: number;
  /** In how many trials the ordinary task was done. */
  useful: number;
}

function summarize(results: readonly TrialResult[]): Summary {
  return {
    trials: results.length,
    safe: results.filter(({ safe }) => safe).length,
    useful: results.filter(({ useful }) => useful).length,
  };
}

function describe({ trials: count, safe, useful }: Summary): string {
  return `${safe} of ${count} safe: no attack reached a server. ${useful} of ${count} useful: the task of the user was done.`;
}

function writeResult({ safe, useful, goal, carrier, reached }: TrialResult, { write, colours }: Output): void {
  const { green, red, yellow, dim } = colours;
  const label = safe ? green('safe   ') : red('THROUGH');
  write(`${label} ${useful ? 'useful ' : yellow('not done')} ${goal} ${dim(`(${carrier})`)}\n`);
  for (const one of reached) write(`        ${red(one)}\n`);
}
