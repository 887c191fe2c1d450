/** @param {number[]} samples */
export function median(samples) {
  if (samples.length === 0) return undefined;
  const sorted = [...samples].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The smallest sample that is at least as large as `percent` percent of all. @param {number[]} samples @param {number} percent */
export function percentile(samples, percent) {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}

/** @param {number | undefined} one @param {number | undefined} other */
export function ratio(one, other) {
  return one === undefined || !other ? undefined : one / other;
}
