import { median } from './statistics.mjs';
import { TimeoutError, withTimeout } from './timeout.mjs';

/**
 * @typedef {object} Runner
 * @property {string} name
 * @property {() => Promise<unknown>} once the operation that is timed
 * @property {(() => Promise<unknown>)} [before] runs before every sample and is not timed
 * @property {(() => Promise<unknown>)} [restart] restarts the subject after a timeout
 *
 * @typedef {object} Sampled
 * @property {number | undefined} first the first run, in ms, without warm-up
 * @property {number | undefined} median in ms
 * @property {number[]} samples in ms
 * @property {string} [failed] why sampling stopped
 * @property {number} [timeoutMs] the timeout that was exceeded
 */

/**
 * Times all runners in turns, so that the load of the machine affects all of them: warm-up rounds, then `rounds` rounds, each starting with
 * another runner. A runner that fails is not sampled again. A slow runner stops early, when it has used `budgetMs` and has at least one sample.
 * @param {Runner[]} runners
 * @param {{ rounds: number, warmUps?: number, timeoutMs?: number, budgetMs?: number }} limits
 * @returns {Promise<Record<string, Sampled>>}
 */
export async function interleave(runners, { rounds, warmUps = 2, timeoutMs = 60_000, budgetMs = 20_000 }) {
  const states = runners.map((runner) => ({ runner, spentMs: 0, taken: 0, result: emptyResult() }));
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (let turn = 0; turn < states.length; turn += 1) {
      const state = states[(turn + round) % states.length];
      if (state.result.failed || (state.spentMs > budgetMs && state.result.samples.length > 0)) continue;
      const ms = await takeSample(state.runner, state.result, timeoutMs);
      if (ms === undefined) continue;
      state.spentMs += ms;
      state.taken += 1;
      state.result.first ??= ms;
      const isWarm = state.taken > warmUps || (state.taken > 1 && state.spentMs > budgetMs);
      if (isWarm) state.result.samples.push(ms);
    }
  }
  return Object.fromEntries(
    states.map(({ runner, result }) => [runner.name, { ...result, median: median(result.samples) }]),
  );
}

/** @returns {Sampled} */
function emptyResult() {
  return { first: undefined, median: undefined, samples: [] };
}

/** @param {Runner} runner @param {Sampled} result @param {number} timeoutMs */
async function takeSample(runner, result, timeoutMs) {
  try {
    await runner.before?.();
    const start = performance.now();
    await withTimeout(timeoutMs, runner.name, runner.once());
    return performance.now() - start;
  } catch (error) {
    result.failed = firstLine(error);
    if (error instanceof TimeoutError) {
      result.timeoutMs = error.ms;
      await runner.restart?.();
    }
    return undefined;
  }
}

/** @param {unknown} error */
export function firstLine(error) {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0].slice(0, 200);
}
