/** The number of insertions, deletions, replacements and swaps of neighbours between two texts. More than `max` is reported as `max + 1`. */
export function editDistance(one: string, other: string, max = Number.POSITIVE_INFINITY): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let lowest = i;
    for (let j = 1; j <= other.length; j++) {
      const replace = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      let cost = Math.min(replace, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
      lowest = Math.min(lowest, cost);
    }
    if (lowest > max) return max + 1;
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
