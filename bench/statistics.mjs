/** @param {number[]} samples */
export function median(samples) {
  if (samples.length === 0) return undefined;
  const sorted = [...samples].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {number | undefined} one @param {number | undefined} other */
export function ratio(one, other) {
  return one === undefined || !other ? undefined : one / other;
}
