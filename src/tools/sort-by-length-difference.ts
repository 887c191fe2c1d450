/** Sorts names by how much their length differs from the text, so that the closest match comes first. */
export function sortByLengthDifference(text: string, names: readonly string[]): string[] {
  const difference = (name: string): number => Math.abs(name.length - text.length);
  return [...new Set(names)].sort((one, other) => difference(one) - difference(other));
}
