/** The name most like `name`, when one is like enough to be meant. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const asked = name.toLowerCase().replace(/[\s-]+/g, '_');
  let best: string | undefined;
  let least = Math.max(2, Math.floor(asked.length / 3)) + 1;
  for (const candidate of names) {
    const distance = candidate.includes(asked) || asked.includes(candidate) ? 1 : editDistance(asked, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replace = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replace, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
