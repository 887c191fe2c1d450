/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * What all files together come to; errors that belong to no file are failures too.
 * @param {Record<string, Counts>} files @param {number} stray @returns {Counts}
 */
export function totalOf(files, stray) {
  const sum = { passed: 0, failed: stray, skipped: 0 };
  for (const { passed, failed, skipped } of Object.values(files)) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** `N passed, N failed`, and `, N skipped` when some were. @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
