/**
 * @typedef {object} Context
 * @property {string} origin of the page server
 * @property {boolean} quick
 * @property {import('../subjects/subject.mjs').Resources} resources
 * @property {{ clicks(subject: string): Promise<number> }} server
 * @property {(text: string) => void} log prints progress
 * @property {(subject: string, error: unknown) => void} reportFailure records that a subject could not be measured
 *
 * @typedef {object} Target
 * @property {string} what
 * @property {number | undefined} value undefined if it could not be measured
 * @property {'at most' | 'at least'} bound
 * @property {number} limit
 * @property {string} [unit]
 *
 * @typedef {object} Table
 * @property {string} title
 * @property {string[]} columns
 * @property {(string | number | undefined)[][]} rows
 *
 * @typedef {{ tables: Table[], targets: Target[], raw: unknown }} Result
 * @typedef {{ key: string, title: string, full?: boolean, run(context: Context): Promise<Result> }} Measure
 */

/** @param {string} what @param {number | undefined} value @param {number} limit @param {string} [unit] @returns {Target} */
export function atMost(what, value, limit, unit = 'x') {
  return { what, value, bound: 'at most', limit, unit };
}

/** @param {string} what @param {number | undefined} value @param {number} limit @param {string} [unit] @returns {Target} */
export function atLeast(what, value, limit, unit = 'x') {
  return { what, value, bound: 'at least', limit, unit };
}

/** @param {Target} target */
export function isMet({ value, bound, limit }) {
  if (value === undefined || Number.isNaN(value)) return undefined;
  return bound === 'at most' ? value <= limit : value >= limit;
}

/** A table cell with the median in ms, or the reason why there is none. @param {import('../sampling.mjs').Sampled | undefined} sampled */
export function timeCell(sampled) {
  if (!sampled) return '–';
  if (sampled.median !== undefined) return Math.round(sampled.median * 10) / 10;
  return sampled.timeoutMs ? `> ${sampled.timeoutMs / 1000} s` : `failed: ${sampled.failed}`;
}
