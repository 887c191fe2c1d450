import { TimedOut, within } from './deadline.mjs';
import { median } from './statistics.mjs';

/**
 * @typedef {object} Runner
 * @property {string} name
 * @property {() => Promise<unknown>} once what is timed
 * @property {(() => Promise<unknown>)} [before] done before every sample, not timed
 * @property {(() => Promise<unknown>)} [restart] makes the subject whole again after a time-out
 *
 * @typedef {object} Sampled
 * @property {number | undefined} first the first run, in ms: nothing is warm
 * @property {number | undefined} median in ms
 * @property {number[]} samples in ms
 * @property {string} [failed] why it stopped
 * @property {number} [timedOut] the cap it ran into, in ms
 */

/**
 * Times every runner in turns, so that all share the machine's load: one warm-up round or more, then `rounds` rounds, each starting
 * with another runner. A runner that fails is left out from then on. A slow one stops early, once it has spent `budget`
 * and has at least one sample.
 * @param {Runner[]} runners
 * @param {{ rounds: number, warmUps?: number, cap?: number, budget?: number }} limits
 * @returns {Promise<Record<string, Sampled>>}
 */
export async function interleave(runners, { rounds, warmUps = 2, cap = 60_000, budget = 20_000 }) {
  const states = runners.map((runner) => ({ runner, spent: 0, taken: 0, result: empty() }));
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (let turn = 0; turn < states.length; turn += 1) {
      const state = states[(turn + round) % states.length];
      if (state.result.failed || (state.spent > budget && state.result.samples.length > 0)) continue;
      const ms = await take(state.runner, state.result, cap);
      if (ms === undefined) continue;
      state.spent += ms;
      state.taken += 1;
      state.result.first ??= ms;
      const warm = state.taken > warmUps || (state.taken > 1 && state.spent > budget);
      if (warm) state.result.samples.push(ms);
    }
  }
  return Object.fromEntries(
    states.map(({ runner, result }) => [runner.name, { ...result, median: median(result.samples) }]),
  );
}

/** @returns {Sampled} */
function empty() {
  return { first: undefined, median: undefined, samples: [] };
}

/** @param {Runner} runner @param {Sampled} result @param {number} cap */
async function take(runner, result, cap) {
  try {
    await runner.before?.();
    const start = performance.now();
    await within(cap, runner.name, runner.once());
    return performance.now() - start;
  } catch (error) {
    result.failed = firstLine(error);
    if (error instanceof TimedOut) {
      result.timedOut = error.ms;
      await runner.restart?.();
    }
    return undefined;
  }
}

/** @param {unknown} error */
export function firstLine(error) {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0].slice(0, 200);
}
