/** Names in the order of how much their length differs from what was asked: of two that fit, the fuller one is meant. */
export function closestFirst(asked: string, names: readonly string[]): string[] {
  const differs = (name: string): number => Math.abs(name.length - asked.length);
  return [...new Set(names)].sort((one, other) => differs(one) - differs(other));
}
