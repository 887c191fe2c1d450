import { editDistance } from './edit-distance.js';

/** The valid name that a misspelled `name` most likely means, if one is similar enough. */
export function suggestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase().replace(/[\s-]+/g, '_');
  let closest: string | undefined;
  let lowest = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of names) {
    const distance = candidate.includes(wanted) || wanted.includes(candidate) ? 1 : editDistance(wanted, candidate);
    if (distance >= lowest) continue;
    lowest = distance;
    closest = candidate;
  }
  return closest;
}
